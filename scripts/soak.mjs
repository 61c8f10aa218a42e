/**
 * `npm run soak`: what takes hours. Random network faults on real browsers, 20 runs of ten minutes,
 * then 50 rounds of kills, then all end-to-end tests on a hosted project; each time with other seeds, which it
 * prints. `npm run soak -- --runs 1 --minutes 2 --seed 7` repeats the run of a seed, without the rest where
 * `--rounds 0 --hosted 0` says so. Traces are in `network-fault-reports/`.
 */
import { spawnSync } from 'node:child_process'
import { availableParallelism, freemem } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { ensureChromium } from './browsers.mjs'
import { ensureBuilt, ensureInstalled, projectRoot } from './prepare.mjs'

/** A run waits more than it computes, and needs about 1.5 GB. */
const parallel = Math.max(1, Math.min(2 * availableParallelism(), Math.floor(freemem() / 1.5e9), 8))
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20' },
    minutes: { type: 'string', default: '10' },
    parallel: { type: 'string', default: String(parallel) },
    rounds: { type: 'string', default: '50' },
    hosted: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Math.floor(Date.now() / 1000)) },
  },
})
const env = {
  ...process.env,
  ...Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`SOAK_${name.toUpperCase()}`, value]),
  ),
}
ensureInstalled()
ensureChromium()
ensureBuilt()
console.log(`Soak: ${JSON.stringify(values)}`)
/** @param {string} tool @param {string[]} args */
const run = (tool, ...args) =>
  spawnSync(path.join(projectRoot, 'node_modules/.bin', tool), args, {
    cwd: projectRoot,
    stdio: 'inherit',
    env,
  }).status === 0
const results = [
  values.runs === '0' ||
    run('playwright', 'test', '--config', 'playwright.network-faults.config.ts'),
  values.rounds === '0' ||
    run('vitest', 'run', '--project', 'integration', 'tests/process/kills.test.ts'),
  values.hosted === '0' || run('playwright', 'test', '--config', 'playwright.hosted.config.ts'),
]
process.exit(results.every(Boolean) ? 0 : 1)
