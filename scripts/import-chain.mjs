/**
 * `node scripts/import-chain.mjs [folder]`: prints the longest chain of imports between the folders of
 * `src/web/replica`, or of another folder; its own files count as one.
 */
import { execFileSync } from 'node:child_process'
import path from 'node:path'

const root = process.argv[2] ?? 'src/web/replica'
const json = execFileSync(
  'node_modules/.bin/depcruise',
  ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', root],
  { encoding: 'utf8', maxBuffer: 1 << 28 },
)
/** @type {{ modules: { source: string, dependencies: { resolved: string }[] }[] }} */
const { modules } = JSON.parse(json)

/** @param {string} file @returns {string | undefined} the folder below the root that holds it */
function folderOf(file) {
  const relative = path.relative(root, file)
  if (relative.startsWith('..') || /[.]test[.]|(?:^|\/)test-/.test(relative)) return undefined
  return relative.includes('/') ? relative.split('/')[0] : '.'
}

/** @type {Map<string, Set<string>>} */
const imports = new Map()
for (const { source, dependencies } of modules)
  for (const { resolved } of dependencies) {
    const [from, to] = [folderOf(source), folderOf(resolved)]
    if (from === undefined || to === undefined || from === to) continue
    imports.set(from, (imports.get(from) ?? new Set()).add(to))
  }

/** @param {string} folder @param {readonly string[]} above @returns {string[]} */
function longestFrom(folder, above = []) {
  const chains = [...(imports.get(folder) ?? [])]
    .filter((next) => !above.includes(next) && next !== folder)
    .map((next) => longestFrom(next, [...above, folder]))
  const [longest = []] = chains.toSorted((one, other) => other.length - one.length)
  return [folder, ...longest]
}

const [longest = []] = [...imports.keys()]
  .map((folder) => longestFrom(folder))
  .toSorted((one, other) => other.length - one.length)
process.stdout.write(`${longest.length}: ${longest.join(' → ')}\n`)
