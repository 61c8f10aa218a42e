/**
 * `npm run bench`: measures speed and memory on the real parts and prints a table for each
 * benchmark. Ratios within one run decide; the absolute figures stand beside them with the machine's
 * load. Only what the partner's requests take while somebody attacks is bounded in milliseconds.
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
