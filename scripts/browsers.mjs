import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

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
 * The browser that the tests drive: `CHROMIUM_PATH`, or the headless shell, which is the same engine of the same
 * version for a third less CPU time, or else the whole browser.
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
  // Not every system that has the browser has its headless shell; the tests can do without.
  if (!hasAll) {
    if (testBrowser() === undefined) install('Chromium', ['chromium', 'fonts-noto-color-emoji'])
    install('the headless shell of Chromium', ['chromium-headless-shell'])
  }
  if (testBrowser() !== undefined) return
  console.error(
    'No Chromium found. Install it ("apt-get install chromium") or name one in CHROMIUM_PATH.',
  )
  process.exit(1)
}

/** @returns {string | undefined} `FIREFOX_PATH`, or one the system has */
export function firefoxExecutable() {
  const named = process.env['FIREFOX_PATH'] ?? ''
  return existsSync(named) ? named : (commandPath('firefox-esr') ?? commandPath('firefox'))
}

/** The place of a command. @param {string} name @returns {string | undefined} */
function commandPath(name) {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter)
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file))
}

/** The engines beside Chromium: how one sees that they are there, and the packages of Debian that bring them. */
const engines = {
  Firefox: { isThere: () => firefoxExecutable() !== undefined, packages: ['firefox-esr'] },
  WebKit: {
    isThere: () =>
      ['WebKitWebDriver', 'Xvfb', 'openbox'].every((name) => commandPath(name) !== undefined) &&
      succeeds('/usr/bin/python3', ['-c', 'import gi; gi.require_version("WebKit2", "4.1")']),
    packages: ['webkit2gtk-driver', 'xvfb', 'openbox', 'python3-gi', 'gir1.2-webkit2-4.1'],
  },
}

/**
 * @param {keyof typeof engines} name
 * @returns {string | undefined} why the tests of this engine cannot run here
 */
export function engineMissing(name) {
  const { isThere, packages } = engines[name]
  return isThere() ? undefined : `${name} is not installed: ${packages.join(' ')}`
}

/** Installs the engines beside Chromium where root can; the tests of one that is missing do not run. */
export function ensureEngines() {
  for (const [name, { isThere, packages }] of Object.entries(engines)) {
    if (!isThere()) install(name, packages)
    if (!isThere())
      console.log(`${name} is not installed (${packages.join(', ')}): its tests do not run.`)
  }
}

/** Does nothing for a user who may not. @param {string} name @param {string[]} packages */
function install(name, packages) {
  if (process.getuid?.() !== 0 || !succeeds('apt-get', ['--version'])) return
  console.log(`Installing ${name} with apt-get …`)
  aptGet('update')
  aptGet('install', '-y', ...packages)
}

/** @param {string} command @param {string[]} args */
function succeeds(command, args) {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0
}

/** Gives up early where there is no network. @param {string[]} args */
function aptGet(...args) {
  const networkLimits = ['-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=10']
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', [...networkLimits, '-qq', ...args], { stdio: 'ignore', env })
}
