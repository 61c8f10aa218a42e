/**
 * Whether the packages that run in production have known vulnerabilities, as the registry answers
 * `npm audit`. Not every registry does, and tests of the journal need no network.
 */
import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** How long the registry may take, with one more attempt, in milliseconds. */
const timeoutMs = 90_000

/**
 * @typedef {object} Audit
 * @property {boolean | undefined} good undefined where the registry gave no answer
 * @property {string} said what was found, in words for one line
 */

/**
 * Vulnerabilities of level high and critical fail; lower ones are reported. An `npm audit` that
 * cannot run (no lock file) fails.
 * @param {string} folder of package.json and its lock file
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Audit>}
 */
export async function auditProduction(folder, env) {
  const { text, errors, isLate } = await withBrowserPackages(folder, async (all) =>
    npmAudit(all, env),
  )
  if (isLate) return { good: undefined, said: 'the registry gave no answer in time' }
  const report = parsed(text)
  const levels = report?.metadata?.vulnerabilities
  if (levels !== undefined) return judge(levels, report.vulnerabilities)
  // npm's output if the request failed or was refused; its own failures have no message.
  if (typeof report?.message === 'string')
    return {
      good: undefined,
      said: `the registry gave no answer (${report.message.slice(0, 100)})`,
    }
  return { good: false, said: `npm audit failed: ${errors.trim()}` }
}

/**
 * @param {Record<string, number>} levels how many packages are affected on each level
 * @param {Record<string, { severity: string }>} packages
 * @returns {Audit}
 */
function judge({ high = 0, critical = 0, total = 0 }, packages) {
  if (high + critical === 0)
    return { good: true, said: total === 0 ? 'none' : `none above moderate, ${total} up to it` }
  const names = Object.entries(packages)
    .filter(([, { severity }]) => severity === 'high' || severity === 'critical')
    .map(([name, { severity }]) => `${name} (${severity})`)
  return { good: false, said: names.join(', ') }
}

/**
 * The packages of the browser's part are built into `dist/` and no server installs them, so npm takes them
 * for tools. They run in production all the same: `shippedToBrowsers` in package.json names them.
 * @template Result
 * @param {string} folder
 * @param {(folder: string) => Promise<Result>} work is given a folder whose package.json depends on them
 * @returns {Promise<Result>}
 */
async function withBrowserPackages(folder, work) {
  const copy = mkdtempSync(path.join(tmpdir(), 'tagebuch-audit-'))
  try {
    const project = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
    const { shippedToBrowsers = [], dependencies, devDependencies = {} } = project
    for (const name of shippedToBrowsers) {
      dependencies[name] = devDependencies[name]
      delete devDependencies[name]
    }
    writeFileSync(path.join(copy, 'package.json'), JSON.stringify(project))
    const lock = path.join(folder, 'package-lock.json')
    if (existsSync(lock)) copyFileSync(lock, path.join(copy, 'package-lock.json'))
    return await work(copy)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/**
 * @param {string} folder @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{ text: string, errors: string, isLate: boolean }>}
 */
async function npmAudit(folder, env) {
  const isWindows = process.platform === 'win32'
  const args = ['audit', '--omit=dev', '--json', '--fetch-retries=1', '--fetch-timeout=30000']
  const options = {
    cwd: folder,
    env,
    timeout: timeoutMs,
    shell: isWindows,
    maxBuffer: 64 * 1024 ** 2,
  }
  return new Promise((resolve) => {
    execFile(isWindows ? 'npm.cmd' : 'npm', args, options, (error, text, errors) => {
      resolve({ text, errors: errors || (error?.message ?? ''), isLate: error?.killed === true })
    })
  })
}

/** @param {string} text @returns {any} npm's report, `undefined` if it is none */
function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
