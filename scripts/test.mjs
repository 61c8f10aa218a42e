/**
 * `npm test`: installs what is missing, then every check and every test, and ends with one line of
 * counts. `npm run test:quick` leaves out what `tests/support/quick.ts` says, and the checks and suites below
 * that are only part of the whole. Each check (format, types, the image) counts as one test; one that
 * cannot run here is named before the counts and in none of them. A test in a browser that fails is run once
 * more, with a trace; one that then passes is named before the counts: it is to be mended.
 */
import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { auditProduction } from './audit.mjs'
import { ensureChromium, ensureEngines } from './browsers.mjs'
import { checkContainer } from './container.mjs'
import { ensureBuilt, ensureInstalled, projectRoot } from './prepare.mjs'
import { makeScratch } from './scratch.mjs'
import { checkTarball } from './tarball.mjs'
import { playwrightCounts, vitestCounts } from './test-counts.mjs'

process.chdir(projectRoot)
const isQuick = process.argv.includes('--quick')

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
  ...(isQuick ? { TEST_QUICK: '1' } : {}),
  // A log that is kept in a file holds no escape sequences.
  ...(process.stdout.isTTY ? {} : { NO_COLOR: '1', FORCE_COLOR: '0' }),
}

const sourceChecks = [
  ['types and lint', 'oxlint', '--type-aware', '--type-check', '--quiet'],
  ['format', 'oxfmt', '--check', '.'],
  ['import arrows', 'depcruise', '--config', '.dependency-cruiser.cjs', 'src'],
  ['unused code', 'knip', '--no-progress'],
  ['code that only tests use', 'knip', '--production', '--no-progress'],
  // TypeScript itself, after its faster form.
  ...(isQuick ? [] : [['types', 'tsc', '-p', '.']]),
]

/** Suites of Playwright. The network faults wait most of their two minutes, so they run beside another. */
const browserSuites = [
  {
    name: 'end-to-end tests',
    config: 'playwright.config.ts',
    // A difference that is found once is one.
    beside: isQuick
      ? undefined
      : {
          name: 'random network faults',
          config: 'playwright.network-faults.config.ts',
          retries: 0,
        },
  },
  ...(isQuick
    ? []
    : [
        { name: 'signing in and out on a hosted project', config: 'playwright.hosted.config.ts' },
        { name: 'Firefox and WebKit', config: 'playwright.engines.config.ts' },
      ]),
]

let passed = 0
let failed = 0
/** @type {string[]} */
const notRun = []
/** Tests in a browser that failed once and passed when they were run again. @type {string[]} */
const unstable = []

/**
 * Runs a tool from node_modules/.bin. What it prints goes straight through or is collected.
 * @param {string} tool @param {string[]} args @param {'inherit' | 'pipe'} stdio
 * @param {NodeJS.ProcessEnv} more
 * @returns {Promise<{ good: boolean, said: string }>} good when it exits with 0
 */
function run(tool, args, stdio, more = {}) {
  const child = spawn(path.join(projectRoot, 'node_modules/.bin', tool), args, {
    stdio: ['ignore', stdio, stdio],
    env: { ...env, ...more },
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
 * A check counts as one test, and as none where it could not run: `good` is undefined then.
 * @param {string} name @param {() => Promise<{ good: boolean | undefined, said: string }>} work
 */
async function check(name, work) {
  const started = Date.now()
  const { good, said } = await work()
  if (good === undefined) {
    notRun.push(`${name} (${said})`)
    return
  }
  if (good) passed += 1
  else failed += 1
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  console.log(`${good ? 'ok' : 'FAILED'}: ${name} (${seconds} s)${said && `: ${said.trimEnd()}`}`)
}

/** A check of the sources by a tool, which says something only when it fails. @param {string[]} words */
async function checkSources([name = '', tool = '', ...args]) {
  await check(name, async () => {
    const { good, said } = await run(tool, args, 'pipe')
    return { good, said: good ? '' : `\n${said}` }
  })
}

/**
 * A suite whose report is a file. One that fails without a failed test (it could not start, or
 * left an unhandled error) counts as one failure.
 * @param {string} name @param {string} tool @param {string[]} args @param {string} file
 * @param {(report: any) => import('./test-counts.mjs').Counts} count
 * @param {'inherit' | 'pipe'} stdio
 */
async function suite(name, tool, args, file, count, stdio = 'inherit') {
  const started = Date.now()
  rmSync(file, { force: true })
  const { good, said } = await run(tool, args, stdio, { PLAYWRIGHT_JSON_OUTPUT_FILE: file })
  /** @type {import('./test-counts.mjs').Counts} */
  let counts = { passed: 0, failed: 0, skipped: [] }
  try {
    counts = count(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    console.error(`${name}: no report was written`)
  }
  passed += counts.passed
  failed += good ? counts.failed : Math.max(counts.failed, 1)
  if (!isQuick) notRun.push(...counts.skipped)
  unstable.push(...(counts.unstable ?? []))
  const seconds = ((Date.now() - started) / 1000).toFixed(0)
  console.log(`${said}\n${name}: ${counts.passed} passed, ${counts.failed} failed (${seconds} s)`)
}

ensureInstalled()
ensureChromium()
if (!isQuick) ensureEngines()
ensureBuilt()

/** They wait for the network and the disk, so they run beside others. @param {Promise<void>} sources */
async function checkPackages(sources) {
  await check('known vulnerabilities in production', () => auditProduction(projectRoot, env))
  await check('container image', () => checkContainer(projectRoot))
  // Packing puts a file beside the sources for a moment.
  await sources
  await check('packed tarball', () => checkTarball(projectRoot))
}

const sources = (async () => {
  for (const words of sourceChecks) await checkSources(words)
})()
const packages = isQuick ? undefined : checkPackages(sources)
await sources

const reports = 'test-results/reports'
await suite(
  'unit and integration tests',
  'vitest',
  ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${reports}/vitest.json`],
  `${reports}/vitest.json`,
  vitestCounts,
)
await packages

/**
 * Runs a suite of Playwright; one that runs beside another prints all at its end.
 * @param {{ name: string, config: string, retries?: number }} one @param {'inherit' | 'pipe'} stdio
 */
async function browserSuite({ name, config, retries = 1 }, stdio = 'inherit') {
  const reporter = process.stdout.isTTY && stdio === 'inherit' ? 'list' : 'dot'
  const options = [
    `--config=${config}`,
    `--retries=${isQuick ? 0 : retries}`,
    `--reporter=${reporter},json`,
  ]
  const file = `${reports}/${config}.json`
  await suite(name, 'playwright', ['test', ...options], file, playwrightCounts, stdio)
}

for (const one of browserSuites) {
  const beside = one.beside && browserSuite(one.beside, 'pipe')
  await browserSuite(one)
  await beside
}
if (unstable.length > 0) console.log(`Passed when run again: ${unstable.join('; ')}`)
if (notRun.length > 0) console.log(`Not run: ${notRun.join('; ')}`)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
