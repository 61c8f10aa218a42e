import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { citingFiles, root } from './references.ts'

const comments = /\/\*[^]*?\*\/|^\s*(?:\/\/|--).*$/gmu

const known = new Set(
  citingFiles()
    .filter(({ file }) => /^(?:src|supabase)\/.*[.](?:tsx?|css|sql)$/.test(file))
    .map(({ file }) => readFileSync(path.join(root, file), 'utf8').replace(comments, ''))
    .flatMap((text) => text.match(/[A-Za-z_$][\w$]*/gu) ?? []),
)

it.each(['docs/glossary.md', 'docs/behaviour/entries.md', 'src/web/ui/README.md'])(
  'each name in %s is one that the code has',
  (page) => {
    const spans = readFileSync(path.join(root, page), 'utf8').match(/`[^`\n]+`/gu) ?? []
    const names = spans.flatMap((span) => span.match(/[A-Za-z_]{3}\w*/gu) ?? [])
    expect(names.length).toBeGreaterThan(20)
    expect(names.filter((name) => !known.has(name))).toEqual([])
  },
)
