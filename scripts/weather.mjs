/**
 * `node scripts/weather.mjs --runs 20 --minutes 10 --parallel 4 --seed-base 1000`: lets real browsers
 * live through random crashes, kills and losses, and compares their copies with the database.
 * The exit code is not 0 when any device differs; its seed and a trace are in `weather-reports/`.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { ensureChromium } from './chromium.mjs'
import { ensureBuilt, ensureInstalled, projectRoot } from './prepare.mjs'
import { weatherSettings } from './weather-settings.mjs'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '10' },
    parallel: { type: 'string', default: '1' },
    'seed-base': { type: 'string', default: String(Math.floor(Date.now() / 1000)) },
  },
})
const weather = {
  runs: Number(values.runs),
  minutes: Number(values.minutes),
  parallel: Number(values.parallel),
  seed: Number(values['seed-base']),
}
ensureInstalled()
ensureChromium()
ensureBuilt()
console.log(`Weather: ${JSON.stringify(weather)}`)
const report = 'test-results/weather.json'
rmSync(path.join(projectRoot, report), { force: true })
const result = spawnSync(
  path.join(projectRoot, 'node_modules/.bin/playwright'),
  ['test', '--config', 'playwright.weather.config.ts'],
  {
    cwd: projectRoot,
    stdio: 'inherit',
    env: { ...process.env, ...weatherSettings(weather) },
  },
)
const written = path.join(projectRoot, report)
const expected = existsSync(written) ? JSON.parse(readFileSync(written, 'utf8')).stats.expected : 0
console.log(`Weather: ${expected} of ${weather.runs} runs ended without a difference`)
process.exit(result.status === 0 && expected === weather.runs ? 0 : 1)
