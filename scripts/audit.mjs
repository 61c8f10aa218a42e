/**
 * Whether the packages that run in production have known vulnerabilities, as the registry answers
 * `npm audit`. Not every registry does, and nobody needs a network to test the journal.
 */
import { execFile } from 'node:child_process'

/** How long the registry may take, with one more attempt, in milliseconds. */
const patience = 90_000

/** @typedef {{ good: boolean, said: string }} Audit what was found, in words for one line */

/**
 * Vulnerabilities of level high and critical are bad; those below are told. No answer is not bad,
 * and is told; an `npm audit` that fails by itself (no lock file) is.
 * @param {string} folder of package.json and its lock file
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Audit>}
 */
export async function auditProduction(folder, env) {
  const { text, errors, isLate } = await npmAudit(folder, env)
  if (isLate) return { good: true, said: 'the registry gave no answer in time' }
  const report = parsed(text)
  const levels = report?.metadata?.vulnerabilities
  if (levels !== undefined) return judge(levels, report.vulnerabilities)
  // What npm writes where the request failed or was refused; its own failures have no message.
  if (typeof report?.message === 'string')
    return { good: true, said: `the registry gave no answer (${report.message.slice(0, 100)})` }
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
 * @param {string} folder @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{ text: string, errors: string, isLate: boolean }>}
 */
async function npmAudit(folder, env) {
  const isWindows = process.platform === 'win32'
  const args = ['audit', '--omit=dev', '--json', '--fetch-retries=1', '--fetch-timeout=30000']
  const options = {
    cwd: folder,
    env,
    timeout: patience,
    shell: isWindows,
    maxBuffer: 64 * 1024 ** 2,
  }
  return new Promise((resolve) => {
    execFile(isWindows ? 'npm.cmd' : 'npm', args, options, (error, text, errors) => {
      resolve({ text, errors: errors || (error?.message ?? ''), isLate: error?.killed === true })
    })
  })
}

/** @param {string} text @returns {any} npm's report, `undefined` where it is none */
function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
