/**
 * `npm run bench`: measures speed and memory on the real parts and prints one table. Ratios
 * within one run decide; the absolute figures stand beside them with the machine's load.
 */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { ensureBuilt, ensureInstalled, projectRoot } from './prepare.mjs'

ensureInstalled()
ensureChromium()
ensureBuilt()
const result = spawnSync(
  path.join(projectRoot, 'node_modules/.bin/playwright'),
  ['test', '--config', 'playwright.bench.config.ts'],
  { cwd: projectRoot, stdio: 'inherit' },
)
process.exit(result.status ?? 1)
