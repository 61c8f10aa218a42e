/** The parts whose code the main screen needs, beside that of the page itself, by the name of their list. */
const lists = {
  'signed-in-parts': ['src/web/app/signed-in.tsx'],
  'client-parts': ['@supabase/postgrest-js/dist/index.mjs'],
}

/**
 * Names in the page the scripts that the main screen needs, so that `app-files.js` asks for them at
 * once where somebody is signed in: they would else be found one after the other.
 * @returns {import('vite').Plugin}
 */
export function signedInParts() {
  return {
    name: 'journal-signed-in-parts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        return Object.entries(lists).map(([name, modules]) => {
          const paths = scriptsOf(bundle, modules).map((file) => `/${file}`)
          const content = paths.filter((path) => !html.includes(path)).join(' ')
          return { tag: 'meta', attrs: { name, content }, injectTo: 'head-prepend' }
        })
      },
    },
  }
}

/**
 * The scripts that hold these modules, and those which they import.
 * @param {import('vite').Rollup.OutputBundle} bundle
 * @param {readonly string[]} modules
 */
function scriptsOf(bundle, modules) {
  /** @type {Set<string>} */
  const found = new Set()
  /** @param {string} name */
  const add = (name) => {
    const chunk = bundle[name]
    if (found.has(name) || chunk?.type !== 'chunk') return
    found.add(name)
    for (const imported of chunk.imports) add(imported)
  }
  for (const wanted of modules) {
    const chunk = Object.values(bundle).find(
      (one) => one.type === 'chunk' && one.moduleIds.some((id) => id.endsWith(wanted)),
    )
    if (chunk === undefined) throw new Error(`No script holds ${wanted}`)
    add(chunk.fileName)
  }
  return [...found]
}
