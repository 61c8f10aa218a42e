/**
 * `npm run screenshots`: takes the pictures in docs/screenshots/ from the running app, with the
 * sample journal of tests/screenshots. Look at them before you commit them.
 */
import { spawnSync } from 'node:child_process'
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
process.exit(result.status ?? 1)
