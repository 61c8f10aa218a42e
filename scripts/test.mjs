/**
 * `npm test`: installs what is missing, then every check, and ends with one line of counts.
 * `--full` runs the long forms of the suites that have one. Each check of the sources (format,
 * types, lint, arrows, unused code) counts as one test.
 */
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { auditProduction } from './audit.mjs'
import { checkContainer } from './container.mjs'
import { ensureBuilt, ensureInstalled } from './prepare.mjs'
import { ensureChromium } from './chromium.mjs'
import { fullWeather, weatherSettings } from './weather-settings.mjs'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
process.chdir(root)
const isFull = process.argv.includes('--full')

/** Bytes that a run's data directories and browser profiles may take at most. */
const scratchSize = 6e9
const memory = '/dev/shm'

/**
 * A folder for what tests write, in memory where there is enough of it: dozens of clusters on a disk
 * take longer than the tests that use them. Undefined where there is none: then it is the system's.
 */
function makeScratch() {
  try {
    const { bavail, bsize } = statfsSync(memory)
    if (bavail * bsize < scratchSize) return undefined
    const folder = mkdtempSync(path.join(memory, 'tagebuch-'))
    // As the system's own: some tests are other users.
    chmodSync(folder, 0o1777)
    return folder
  } catch {
    return undefined
  }
}

const scratch = makeScratch()
if (scratch !== undefined)
  process.once('exit', () => rmSync(scratch, { recursive: true, force: true }))
const env = {
  ...process.env,
  // Before the first suite; see tests/support/build-server.ts.
  TEST_BUILT: '1',
  ...(scratch === undefined
    ? {}
    : { TMPDIR: scratch, TEST_FIRST_START: path.join(scratch, 'first-start') }),
  ...(isFull ? { TEST_FULL: '1' } : {}),
  // A log that is kept in a file holds no escape sequences.
  ...(process.stdout.isTTY ? {} : { NO_COLOR: '1', FORCE_COLOR: '0' }),
}

let passed = 0
let failed = 0

/**
 * Runs a tool from node_modules/.bin. What it prints goes straight through or is collected.
 * @param {string} tool @param {string[]} args @param {'inherit' | 'pipe'} stdio
 * @returns {Promise<{ good: boolean, said: string }>} good when it exits with 0
 */
function run(tool, args, stdio) {
  const child = spawn(path.join(root, 'node_modules/.bin', tool), args, {
    stdio: ['ignore', stdio, stdio],
    env,
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => (said += text))
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ good: false, said: `${error.message}\n` }))
    child.once('close', (code) => resolve({ good: code === 0, said }))
  })
}

/**
 * A check of the sources; what it prints is shown only when it fails, and in one piece.
 * @param {string} name @param {string} tool @param {string[]} args
 */
async function check(name, tool, args) {
  const started = Date.now()
  const { good, said } = await run(tool, args, 'pipe')
  if (!good) process.stdout.write(said)
  report(name, good, started)
}

/** The checks of the sources, two at a time: most of their tools use one core. */
async function checkSources() {
  const waiting = [
    // What `npm test` checks with TypeScript's faster form is checked here by TypeScript itself.
    ...(isFull ? [['types', 'tsc', '-p', '.']] : []),
    ['types and lint', 'oxlint', '--type-aware', '--type-check', '--quiet'],
    ['format', 'oxfmt', '--check', '.'],
    ['import arrows', 'depcruise', '--config', '.dependency-cruiser.cjs', 'src'],
    ['unused code', 'knip', '--no-progress'],
    ['code that only tests use', 'knip', '--production', '--no-progress'],
  ]
  const next = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      const [name = '', tool = '', ...args] = one
      await check(name, tool, args)
    }
  }
  await Promise.all([next(), next()])
}

/** Counts a check and writes its line. @param {string} name @param {boolean} good @param {number} started */
function report(name, good, started) {
  if (good) passed += 1
  else failed += 1
  console.log(
    `${good ? 'ok' : 'FAILED'}: ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`,
  )
}

/** The one check that asks the network, and therefore only in the long form. */
async function checkAdvisories() {
  const started = Date.now()
  const { good, said } = await auditProduction(root, env)
  report(`known vulnerabilities in production: ${said}`, good, started)
}

/** The image of the Dockerfile, which takes minutes and Debian's packages. */
async function checkImage() {
  const started = Date.now()
  const { good, said } = await checkContainer(root)
  report(`container image: ${said}`, good, started)
}

/**
 * Runs a suite whose reporter writes its counts to a file. A suite that fails without one
 * failed test (it could not start, or left an unhandled error) counts as one failure.
 * @param {string} name @param {string} tool @param {string[]} args
 * @param {string} file @param {(report: any) => { passed: number, failed: number }} count
 * @param {'inherit' | 'pipe'} stdio `pipe` for one that runs beside another: it is heard at its end
 */
async function suite(name, tool, args, file, count, stdio = 'inherit') {
  const started = Date.now()
  rmSync(file, { force: true })
  const { good, said } = await run(tool, args, stdio)
  if (said !== '') process.stdout.write(said)
  let counts = { passed: 0, failed: 0 }
  try {
    counts = count(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    console.error(`${name}: no report was written`)
  }
  passed += counts.passed
  failed += good ? counts.failed : Math.max(counts.failed, 1)
  console.log(
    `${name}: ${counts.passed} passed, ${counts.failed} failed (${((Date.now() - started) / 1000).toFixed(0)} s)`,
  )
}

/** @param {any} report vitest's JSON report */
const vitestCounts = (report) => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests,
})

/** @param {any} report Playwright's JSON report */
const playwrightCounts = (report) => ({
  passed: report.stats.expected,
  failed: report.stats.unexpected + report.stats.flaky,
})

ensureInstalled()
ensureChromium()
ensureBuilt()

const vitestReport = 'test-results/vitest.json'
const unitAndIntegration = () =>
  suite(
    'unit and integration tests',
    'vitest',
    ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${vitestReport}`],
    vitestReport,
    vitestCounts,
    isFull ? 'inherit' : 'pipe',
  )
if (isFull) {
  await checkSources()
  await checkAdvisories()
  await checkImage()
  await unitAndIntegration()
} else {
  console.log('Unit and integration tests run beside the checks and are heard at their end …')
  await Promise.all([checkSources(), unitAndIntegration()])
}
await suite('end-to-end tests', 'playwright', ['test'], 'test-results/e2e.json', playwrightCounts)
if (isFull) {
  await suite(
    'end-to-end tests on a hosted project',
    'playwright',
    ['test', '--config', 'playwright.hosted.config.ts'],
    'test-results/hosted.json',
    playwrightCounts,
  )
  Object.assign(env, weatherSettings(fullWeather()))
  await suite(
    'weather',
    'playwright',
    ['test', '--config', 'playwright.weather.config.ts'],
    'test-results/weather.json',
    playwrightCounts,
  )
}
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
