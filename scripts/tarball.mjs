/**
 * Whether the tarball of `npm pack` can be installed and serves the journal on the newest Node, as docs/hosting.md
 * promises: packed, unpacked elsewhere, its packages for production installed, started, asked, and stopped.
 */
import { execFile, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** The newest long-term version; that of the Dockerfile is the same. */
const newest = '26.10.0'

/** How long a start and a stop may take, in milliseconds; a busy machine is slow. */
const timeouts = { start: 60_000, stop: 10_000 }

/**
 * Packs the project and tries what comes out.
 * @param {string} root the project's folder
 * @returns {Promise<{ good: boolean | undefined, said: string }>} what was found, in words for one line; `good` is
 * undefined where this machine cannot get that Node
 */
export async function checkTarball(root) {
  const folder = mkdtempSync(path.join(tmpdir(), 'tagebuch-packed-'))
  try {
    const node = await newestNode(folder)
    if (node === undefined) return { good: undefined, said: `Node ${newest} cannot be installed` }
    const place = await unpacked(root, folder)
    await npm(['ci', '--omit=dev', '--no-audit', '--no-fund'], place)
    await tryServer(node, place, folder)
    return { good: true, said: `installed, started and stopped on Node ${newest}` }
  } catch (error) {
    const { message, stderr = '' } = /** @type {Error & { stderr?: string }} */ (error)
    return { good: false, said: `${message}\n${stderr.slice(-2_000)}`.trim() }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {string[]} words @param {string} cwd */
async function npm(words, cwd) {
  return run('npm', words, { cwd, maxBuffer: 16 * 1024 ** 2 })
}

/** The program of the newest Node, from the package that has it. @param {string} folder */
async function newestNode(folder) {
  const name = `node-${process.platform}-${process.arch}`
  const prefix = path.join(folder, 'node')
  mkdirSync(prefix)
  try {
    await npm(
      ['install', '--no-audit', '--no-fund', `--prefix=${prefix}`, `${name}@${newest}`],
      prefix,
    )
  } catch {
    return undefined
  }
  return path.join(prefix, 'node_modules', name, 'bin', 'node')
}

/** @param {string} root @param {string} folder @returns {Promise<string>} where the tarball was unpacked */
async function unpacked(root, folder) {
  const place = path.join(folder, 'app')
  mkdirSync(place)
  await npm(['pack', '--silent', `--pack-destination=${folder}`], root)
  const archive = readdirSync(folder).find((name) => name.endsWith('.tgz'))
  if (archive === undefined) throw new Error('npm pack wrote nothing')
  await run('tar', ['-xzf', path.join(folder, archive), '-C', place, '--strip-components=1'])
  return place
}

/** @param {string} node @param {string} place @param {string} folder */
async function tryServer(node, place, folder) {
  const data = path.join(folder, 'data')
  const env = { ...process.env, PORT: '0', DATA_DIR: data, BACKUP_AT: 'off' }
  const server = spawn(node, ['build/server/main.js'], { cwd: place, env })
  try {
    const address = await within(timeouts.start, 'start', readyAddress(server))
    for (const name of ['healthz', '', 'config.json']) {
      const answer = await fetch(new URL(name, address))
      if (answer.status !== 200) throw new Error(`/${name} was answered with ${answer.status}`)
    }
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGTERM')
    const code = await within(timeouts.stop, 'stop', ended)
    if (code !== 0) throw new Error(`SIGTERM ended it with ${code}`)
  } finally {
    server.kill('SIGKILL')
  }
}

/** @param {import('node:child_process').ChildProcessWithoutNullStreams} server @returns {Promise<string>} */
async function readyAddress(server) {
  let said = ''
  return new Promise((resolve, reject) => {
    for (const stream of [server.stdout, server.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        said += text
        const found = /läuft auf (http:\S+)/.exec(said)
        if (found?.[1] !== undefined) resolve(found[1])
      })
    server.once('exit', (code) => reject(new Error(`it ended with ${code}\n${said.slice(-500)}`)))
  })
}

/**
 * @template Value
 * @param {number} milliseconds @param {string} what @param {Promise<Value>} work
 * @returns {Promise<Value>}
 */
async function within(milliseconds, what, work) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the ${what} took too long`)), milliseconds)
  })
  return Promise.race([work, /** @type {Promise<never>} */ (late)]).finally(() =>
    clearTimeout(timer),
  )
}
