/**
 * `npm run bench [-- NAME…]`: measures speed and memory on the real parts and prints a table for each
 * benchmark. Ratios within one run decide, or absolute figures where they tell more; the machine's load stands
 * beside them. Presses are measured beside a page without a framework.
 */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { ensureChromium } from './browsers.mjs'
import { ensureBuilt, ensureInstalled, projectRoot } from './prepare.mjs'

ensureInstalled()
ensureChromium()
ensureBuilt()
const result = spawnSync(
  path.join(projectRoot, 'node_modules/.bin/playwright'),
  ['test', '--config', 'playwright.bench.config.ts', ...process.argv.slice(2)],
  { cwd: projectRoot, stdio: 'inherit' },
)
process.exit(result.status ?? 1)
