/** The parts whose code the main screen needs, beside that of the page itself. */
const modules = ['src/web/app/signed-in.tsx', 'src/content/quote-list.ts']

/**
 * Names in the page the scripts that the main screen needs, so that `theme.js` can ask for them at
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
        const paths = [...found].map((name) => `/${name}`).filter((name) => !html.includes(name))
        return [
          {
            tag: 'meta',
            attrs: { name: 'signed-in-parts', content: paths.join(' ') },
            // Before `theme.js`, which reads it.
            injectTo: 'head-prepend',
          },
        ]
      },
    },
  }
}
