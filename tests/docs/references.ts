import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '../..')

/** A file that may cite a page; `text` holds each citation on one line, comment marks taken out. */
export interface Citing {
  /** From the root of the repository. */
  readonly file: string
  readonly text: string
}

const roots = ['.', 'src', 'tests', 'scripts', 'supabase', 'docs', 'public']
const kinds = /\.(?:tsx?|mjs|cjs|js|css|sql|html|md)$/
/** Pictures, stored data, and this check, whose own tests cite pages that do not exist. */
const leftOut = ['docs/screenshots/', 'tests/fixtures/', 'tests/docs/']

/** Every text of the repository in which a page may be cited. */
export function citingFiles(): readonly Citing[] {
  return allFiles
    .filter((file) => kinds.test(file) && !leftOut.some((folder) => file.startsWith(folder)))
    .map((file) => ({ file, text: joined(readFileSync(path.join(root, file), 'utf8')) }))
}

const allFiles: readonly string[] = roots.flatMap((folder) => filesIn(folder, folder !== '.'))

function filesIn(folder: string, isDeep: boolean): readonly string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name)
    if (entry.isDirectory()) return isDeep ? filesIn(file, true) : []
    return [file]
  })
}

/** A citation may run over the end of a comment's line. */
export function joined(text: string): string {
  return text.replace(/\n[ \t]*(?:\/\/|\*(?!\/)|--|>)?[ \t]*/gu, ' ')
}

/** The references of a text to things that the repository does not have, each in one line. */
export function deadReferences({ file, text }: Citing): readonly string[] {
  const dead = [
    ...deadDecisions(file, text),
    ...deadPages(file, text),
    ...deadLinks(file, text),
    ...deadFolders(text),
    ...deadCode(file, text),
    ...wrongLabels(text),
    ...foreignCitations(text),
  ]
  return dead.map((reference) => `${file}: ${reference}`)
}

/** Decisions that are gone, each with its page in force. Migrations that cite one have run and keep their words. */
const withdrawn = new Map([['0034', '0033']])

/** `D9` is a section of the founding decisions, `0011` a page beside them. */
function deadDecisions(file: string, text: string): readonly string[] {
  const numbers = foundingNumbers()
  const founding = [...text.matchAll(/(?<![\w-])D[1-9]\d?(?![\w-])/gu)].map(([number]) => number)
  const later = [...text.matchAll(/(?<![\\\w+.:/-])00\d\d(?![\w-])/gu)].map(([number]) => number)
  const records = readdirSync(path.join(root, 'docs/decisions'))
  const isThere = (number: string) => records.some((name) => name.startsWith(`${number}-`))
  const inForce = (number: string) =>
    (file.startsWith('supabase/migrations/') && withdrawn.get(number)) || number
  return [
    ...founding.filter((number) => !numbers.has(number)),
    ...later.filter((number) => !isThere(inForce(number))),
  ]
}

function foundingNumbers(): ReadonlySet<string> {
  const titles = headingsOf('docs/decisions/founding.md')
  return new Set(titles.map((title) => title.split(' ')[0] ?? ''))
}

/** `page.md`, `page.md "Heading"` and `page.md#anchor`. */
const pageCitation = /([\w./-]*[\w-]\.md)(?:#([\w-]+)|,? "([^"]+)")?/gu

function deadPages(file: string, text: string): readonly string[] {
  // Of a link its target counts, not its text.
  const cited = file.endsWith('.md') ? text.replace(/\[[^\]]*\]\(/gu, '(') : text
  return [...cited.matchAll(pageCitation)].flatMap(([whole, page = '', anchor, heading]) => {
    const target = targetOf(file, page)
    if (target === undefined) return [whole]
    if (anchor !== undefined) return anchorsOf(target).includes(anchor) ? [] : [whole]
    if (heading === undefined) return []
    return headingsOf(target).includes(heading) ? [] : [whole]
  })
}

/** From the root, as comments cite, or from the citing page, as links do. */
function targetOf(file: string, page: string): string | undefined {
  const candidates = [page, path.posix.join(path.posix.dirname(file), page)]
  return candidates.find((one) => existsSync(path.join(root, one)))
}

/** A link within its own page, or to a file that is no page. */
function deadLinks(file: string, text: string): readonly string[] {
  if (!file.endsWith('.md')) return []
  const targets = [...text.matchAll(/\]\(([^()\s]+)\)/gu)].map(([, target = '']) => target)
  return targets.filter((target) => {
    if (/^https?:/u.test(target) || target.includes('.md')) return false
    if (target.startsWith('#')) return !anchorsOf(file).includes(target.slice(1))
    return targetOf(file, target) === undefined
  })
}

/** `docs/behaviour` is a folder, `docs/decisions/0011` the beginning of a name. */
function deadFolders(text: string): readonly string[] {
  const named = [...text.matchAll(/(?<![\w./-])docs\/[\w/-]+(?!\.?[\w/-])/gu)].map(([name]) => name)
  return named.filter((name) => {
    const folder = path.join(root, path.dirname(name))
    const begins = (entry: string) => entry.startsWith(path.basename(name))
    return !existsSync(folder) || !readdirSync(folder).some(begins)
  })
}

/**
 * `guard/slots.ts` is the end of a path, `guard/{slots,log}.ts` of two. Decisions and the changelog name what was there
 * when they were written.
 */
function deadCode(file: string, text: string): readonly string[] {
  if (!file.endsWith('.md') || /^(?:docs\/decisions\/|CHANGELOG)/u.test(file)) return []
  const named = [...text.matchAll(/`([\w./-]*\/[\w./{},-]+\.(?:tsx?|mjs|cjs|css|sql))`/gu)]
  return named
    .flatMap(([, name = '']) => spelledOut(name))
    .filter((name) => !allFiles.some((one) => `/${one}`.endsWith(`/${name}`)))
}

/** `[decision 17](…/0017-….md)`: the number that one reads is the one that it leads to. */
function wrongLabels(text: string): readonly string[] {
  const links = [...text.matchAll(/\[(?:decision )?(\d+)\]\([^()\s]*?(\d{4})-[^()\s]*\)/gu)]
  return links.flatMap(([whole, label, target]) => (Number(label) === Number(target) ? [] : whole))
}

function spelledOut(name: string): readonly string[] {
  const [, before = '', list, after = ''] = /^(.*)\{(.*)\}(.*)$/u.exec(name) ?? []
  return list === undefined ? [name] : list.split(',').map((one) => before + one + after)
}

/** A section's number, or a document by its bare name, leads nowhere in this repository. */
function foreignCitations(text: string): readonly string[] {
  const forms = [
    /\bsections? \d[\w. ]*/giu,
    /\b(?:product-spec|house[- ](?:style|plan))\b/giu,
    /\((?:spec|ux|architecture|protocol),[^)]*\)/gu,
  ]
  return forms.flatMap((form) => [...text.matchAll(form)].map(([whole]) => whole.trim()))
}

function headingsOf(page: string): readonly string[] {
  const text = readFileSync(path.join(root, page), 'utf8').replace(/^```[^]*?^```/gmu, '')
  return [...text.matchAll(/^#{1,6} (.+)$/gmu)].map(([, title = '']) => title.trim())
}

/** As GitHub makes them: lower case, spaces to hyphens, other signs left out. */
function anchorsOf(page: string): readonly string[] {
  return headingsOf(page).map((title) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

/** The numbers of the founding decisions in their order, for a look at gaps and doubles. */
export function foundingOrder(): readonly string[] {
  return headingsOf('docs/decisions/founding.md').flatMap(
    (title) => /^D\d+(?= )/u.exec(title)?.[0] ?? [],
  )
}
