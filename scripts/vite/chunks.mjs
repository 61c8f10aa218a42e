import { fileURLToPath } from 'node:url'

/** @param {string} path @returns {string} the id of a module */
const moduleAt = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** The code that the page needs at once, and the screens behind the sign-in page, by the module that begins it. */
const parts = [
  { name: 'index', start: moduleAt('src/web/app/main.tsx') },
  { name: 'replica', start: moduleAt('src/web/replica/replica.ts') },
  { name: 'replica', start: moduleAt('src/web/replica/device-copies.ts') },
  { name: 'signed-in', start: moduleAt('src/web/app/signed-in.tsx') },
  { name: 'entry-forms', start: moduleAt('src/web/features/entries/create-entry-dialog.tsx') },
  { name: 'entry-forms', start: moduleAt('src/web/features/entries/edit-entry-dialog.tsx') },
]

/**
 * One file for each part. Left alone the bundler makes a dozen, most of them small: each costs a kilobyte of
 * headers, and compresses worse.
 * @type {import('vite').Rolldown.CodeSplittingOptions}
 */
export const chunks = {
  includeDependenciesRecursively: false,
  groups: [{ debugName: 'parts', name: (id, context) => partOf(id, context) ?? null }],
}

/** @type {WeakMap<object, ReadonlyMap<string, string>>} */
const known = new WeakMap()

/**
 * @param {string} id
 * @param {import('vite').Rolldown.ChunkingContext} context
 */
function partOf(id, context) {
  let names = known.get(context)
  if (names === undefined) known.set(context, (names = namesBy(context)))
  return names.get(id)
}

/**
 * The part of each module that it imports, unless an earlier part has it.
 * @param {import('vite').Rolldown.ChunkingContext} context
 */
function namesBy(context) {
  /** @type {Map<string, string>} */
  const names = new Map()
  /** @param {string} id @param {string} name */
  const add = (id, name) => {
    if (names.has(id)) return
    names.set(id, name)
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) add(imported, name)
  }
  for (const { name, start } of parts) add(start, name)
  return names
}
