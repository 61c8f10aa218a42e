import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { embeddedFaces } from './fonts.mjs'

const name = 'virtual:book-page'
const folder = fileURLToPath(new URL('../../src/web/features/device/book/viewer/', import.meta.url))

/**
 * Gives the app the script and the style for the file of "Alles mitnehmen", each with its hash for
 * the file's Content-Security-Policy: over plain HTTP a browser cannot compute hashes.
 * @returns {import('vite').Plugin}
 */
export function bookPage() {
  return {
    name: 'journal-book-page',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    async load(id) {
      if (id !== `\0${name}`) return undefined
      for (const file of [
        'viewer.ts',
        'draw.ts',
        'parts.ts',
        'book-photos.ts',
        'viewer.css',
        'viewer-print.css',
        '../book-words.ts',
        '../picture-url.ts',
        '../story-words.ts',
      ])
        this.addWatchFile(folder + file)
      const script = inline(await bundle(`${folder}viewer.ts`))
      const styles = ['viewer.css', 'viewer-print.css'].map((file) =>
        readFileSync(folder + file, 'utf8'),
      )
      const style = inline([await embeddedFaces(), ...styles].join('\n'))
      return `export const script = ${script}\nexport const style = ${style}`
    },
  }
}

/**
 * One script out of the viewer and what it uses of the domain.
 * @param {string} entry
 */
async function bundle(entry) {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      minify: false,
      target: ['chrome111', 'firefox121', 'safari16.4'],
      lib: { entry, formats: ['es'], fileName: 'viewer' },
    },
  })
  const [output] = Array.isArray(built) ? built : [built]
  if (output === undefined || !('output' in output)) throw new Error('the viewer was not built')
  return output.output[0].code
}

/** @param {string} given */
function inline(given) {
  const text = given.replaceAll('\r', '')
  // Any of these would end the element early or hide its end.
  if (/<\/(?:script|style)|<!--/i.test(text)) throw new Error('this cannot stand inside a page')
  const hash = `sha256-${createHash('sha256').update(text).digest('base64')}`
  return JSON.stringify({ text, hash })
}
