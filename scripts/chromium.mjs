import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const candidates = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * The browser that the tests drive: `CHROMIUM_PATH`, or one the system has.
 * @returns {string | undefined}
 */
export function chromiumExecutable() {
  const named = process.env['CHROMIUM_PATH']
  if (named !== undefined && named !== '') return named
  return candidates.find((path) => existsSync(path))
}

/**
 * Makes sure a browser is there. Root gets it, with an emoji typeface, from the system's package
 * manager; anyone else gets one line that says how, and exit code 1.
 */
export function ensureChromium() {
  if (chromiumExecutable() !== undefined) return
  if (process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
    console.log('Installing Chromium with apt-get …')
    const options = /** @type {const} */ ({
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    execFileSync('apt-get', ['update', '-qq'], options)
    execFileSync('apt-get', ['install', '-y', '-qq', 'chromium', 'fonts-noto-color-emoji'], options)
    if (chromiumExecutable() !== undefined) return
  }
  console.error(
    'No Chromium found. Install it ("apt-get install chromium") or name one in CHROMIUM_PATH.',
  )
  process.exit(1)
}
