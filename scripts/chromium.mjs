import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const browsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
const headlessShell = '/usr/bin/chromium-headless-shell'

/** The arguments of every test's browser: it may run as root, and sends requests only to the server. */
export const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** @param {string[]} paths */
function firstBrowser(paths) {
  const named = process.env['CHROMIUM_PATH']
  if (named !== undefined && named !== '') return named
  return paths.find((path) => existsSync(path))
}

/**
 * The whole browser, for pictures and measurements: `CHROMIUM_PATH`, or one the system has.
 * @returns {string | undefined}
 */
export function chromiumExecutable() {
  return firstBrowser([...browsers, headlessShell])
}

/**
 * What the tests drive: `CHROMIUM_PATH`, or the headless shell, which is the same engine of the
 * same version for a third less CPU time, or else the whole browser.
 * @returns {string | undefined}
 */
export function testBrowser() {
  return firstBrowser([headlessShell, ...browsers])
}

/**
 * Makes sure a browser is there. Root gets it, with the headless shell and an emoji typeface, from
 * the system's package manager; anyone else gets one line that says how, and exit code 1.
 */
export function ensureChromium() {
  const hasAll = existsSync(headlessShell) || (process.env['CHROMIUM_PATH'] ?? '') !== ''
  if (!hasAll && process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0)
    installChromium()
  if (testBrowser() !== undefined) return
  console.error(
    'No Chromium found. Install it ("apt-get install chromium") or name one in CHROMIUM_PATH.',
  )
  process.exit(1)
}

/** Not every system that has the browser has its headless shell; the tests can do without. */
function installChromium() {
  if (testBrowser() === undefined) {
    console.log('Installing Chromium with apt-get …')
    aptGet('update')
    aptGet('install', '-y', 'chromium', 'fonts-noto-color-emoji')
  }
  aptGet('install', '-y', 'chromium-headless-shell')
}

/** Gives up early where there is no network. @param {string[]} args */
function aptGet(...args) {
  const networkLimits = ['-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=10']
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', [...networkLimits, '-qq', ...args], { stdio: 'ignore', env })
}
