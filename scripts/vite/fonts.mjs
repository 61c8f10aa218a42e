import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

const require = createRequire(import.meta.url)
const folder = fileURLToPath(new URL('../../build/fonts', import.meta.url))
const fontStyles = fileURLToPath(new URL('../../src/web/ui/fonts.css', import.meta.url))

/** The characters that German text needs. `src/web/ui/fonts.css` names the same letters as `unicode-range`. */
const german = [
  ...Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index)),
  'ÄÖÜäöüßÀÂÇÈÉÊËÎÏÔÙÛàâçèéêëîïôùûñáíóú',
  '„“”‚‘’«»‹›–—…·•°§©®×÷±½€↑↓−\u00A0\u2009\u202F',
].join('')
const croatian = 'ČčĆćĐđŠšŽž'

/** Each typeface with the weights that the app uses: a range, or a single one. */
const faces = [
  { name: 'nunito', style: 'normal', weights: { min: 400, max: 700 } },
  { name: 'lora', style: 'normal', weights: { min: 400, max: 600 } },
  { name: 'lora', style: 'italic', weights: 400 },
]
/** The features of a typeface that German and Croatian text shows; figures and fractions do not occur. */
const features = ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'liga']

/**
 * Writes into `build/fonts` the letters that nearly every text consists of, cut out of the pinned
 * typefaces; `fonts.css` takes all other letters from the whole
 * files.
 * @returns {import('vite').Plugin}
 */
export function fonts() {
  return { name: 'journal-fonts', buildStart: writeFonts }
}

/** The faces of these letters with their files inside, for a page that stands alone. */
export async function embeddedFaces() {
  await writeFonts()
  const faces = readFileSync(fontStyles, 'utf8').match(/@font-face \{[^}]*\/build\/fonts\/[^}]*\}/g)
  if (faces === null) throw new Error('fonts.css names no face of build/fonts')
  return faces
    .map((face) =>
      face.replace(/url\('[^']*\/([^'/]+)'\)/, (_, name) => {
        const data = readFileSync(path.join(folder, name), 'base64')
        return `url(data:font/woff2;base64,${data})`
      }),
    )
    .join('\n')
}

async function writeFonts() {
  mkdirSync(folder, { recursive: true })
  for (const { name, style, weights } of faces) {
    await cut({ name, style, weights, script: 'latin', letters: german, as: 'german' })
    await cut({ name, style, weights, script: 'latin-ext', letters: croatian, as: 'croatian' })
  }
}

/** @param {{ name: string, style: string, weights: number | { min: number, max: number }, script: string, letters: string, as: string }} part */
async function cut({ name, style, weights, script, letters, as }) {
  const file = `@fontsource-variable/${name}/files/${name}-${script}-wght-${style}.woff2`
  const whole = readFileSync(require.resolve(file))
  const options = {
    targetFormat: /** @type {const} */ ('woff2'),
    variationAxes: { wght: weights },
    keepFeatures: features,
    noHinting: true,
  }
  const key = createHash('sha256')
    .update(whole)
    .update(JSON.stringify([letters, options]))
  const stamp = key.digest('hex')
  const target = path.join(folder, `${name}-${as}-${style}.woff2`)
  if (readStamp(target) === stamp) return
  writeFileSync(target, await subsetFont(whole, letters, options))
  writeFileSync(`${target}.key`, stamp)
}

/** @param {string} target */
function readStamp(target) {
  try {
    readFileSync(target)
    return readFileSync(`${target}.key`, 'utf8')
  } catch {
    return undefined
  }
}
