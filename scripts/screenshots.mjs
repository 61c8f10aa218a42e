/**
 * `npm run screenshots`: takes the pictures of docs/screenshots/ and the gallery (every state of every screen, in
 * gallery/index.html) from the running app. Look at them before you commit those of docs/screenshots. Arguments go to
 * Playwright: `-g "card"` takes a part of them.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureChromium } from './browsers.mjs'
import { ensureBuilt, ensureInstalled } from './prepare.mjs'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
process.chdir(root)
ensureInstalled()
ensureChromium()
ensureBuilt()
const result = spawnSync(
  path.join(root, 'node_modules/.bin/playwright'),
  ['test', '--config', 'tests/screenshots/playwright.config.ts', ...process.argv.slice(2)],
  { stdio: 'inherit' },
)
if (existsSync('gallery')) writeGallery('gallery')
process.exit(result.status ?? 1)

/** One page with a row for each state and a column for each form. @param {string} folder */
function writeGallery(folder) {
  const forms = ['phone-light', 'phone-dark', 'desktop-light', 'desktop-dark']
  /** @param {string} form */
  const picturesOf = (form) => {
    const place = path.join(folder, form)
    return existsSync(place) ? readdirSync(place).filter((name) => name.endsWith('.png')) : []
  }
  const names = [...new Set(forms.flatMap(picturesOf))].toSorted()
  /** @param {string} name */
  const row = (name) =>
    `<h2>${path.basename(name, '.png').replaceAll('-', ' ')}</h2><div>${forms
      .map(
        (form) =>
          `<a href="${form}/${name}"><img loading="lazy" src="${form}/${name}" alt="${form}"></a>`,
      )
      .join('')}</div>`
  const style = `body{margin:2rem;font-family:sans-serif;background:#888}h2{font-size:1rem}div{display:flex;gap:1rem}
a{flex:1.6}a:nth-child(-n+2){flex:0.46}img{width:100%}`
  writeFileSync(
    path.join(folder, 'index.html'),
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Gallery</title><style>${style}</style>${names.map(row).join('')}`,
  )
  console.log(`${names.length} states: ${path.join(folder, 'index.html')}`)
}
