/**
 * Whether the image of the Dockerfile can be built and does what docs/hosting.md promises: built by
 * buildah on a base of Debian's packages and this Node, then run as a user without a name, without
 * capabilities, on a read-only root. Runs for Linux as root, and installs what it needs from Debian.
 */
import { execFile, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { unpackInto } from '../tests/fixtures/unpack.mjs'

const run = promisify(execFile)
const base = 'docker.io/library/node:26-bookworm-slim'
const tools = ['buildah', 'mmdebstrap']
const uid = 12_345

/** How long a start and a stop may take, in milliseconds; a busy machine is slow. */
const timeouts = { start: 60_000, stop: 10_000 }

/**
 * Builds and tests the image.
 * @param {string} root the project's folder
 * @returns {Promise<{ good: boolean | undefined, said: string }>} what was found, in words for one
 * line; `good` is undefined where this machine cannot build one
 */
export async function checkContainer(root) {
  const reason = await whyNot()
  if (reason !== undefined) return { good: undefined, said: reason }
  const folder = mkdtempSync(path.join(tmpdir(), 'tagebuch-image-'))
  const buildah = createBuildah(folder)
  try {
    await makeBase(folder, buildah)
    await buildah(
      'build',
      '--pull=never',
      '--network=host',
      ...npmSettings(),
      '--tag=journal',
      root,
    )
    const made = (await buildah('from', '--pull=never', 'localhost/journal')).trim()
    const tree = (await buildah('mount', made)).trim()
    await tryImage(tree, folder)
    return {
      good: true,
      said: 'built, and run as a user without a name: twice on one volume, on one of 0.1.0, and refused in words',
    }
  } catch (error) {
    const { message, stderr = '' } = /** @type {Error & { stderr?: string }} */ (error)
    return { good: false, said: `${message}\n${stderr.slice(-2_000)}`.trim() }
  } finally {
    await buildah('rm', '--all').catch(() => undefined)
    await buildah('rmi', '--all', '--force').catch(() => undefined)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Installs the tools if possible; else says why nothing can be tested. */
async function whyNot() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'it takes Linux and a user that may mount (root)'
  const found = run('sh', ['-c', `command -v ${tools.join(' && command -v ')}`])
  if (await found.catch(() => undefined)) return undefined
  if (!existsSync('/etc/debian_version')) return `${tools.join(' and ')} are not installed`
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  try {
    await run('apt-get', ['update', '--quiet'], { env })
    const packages = [...tools, 'crun', 'uidmap']
    await run('apt-get', ['install', '--yes', '--no-install-recommends', ...packages], { env })
    return undefined
  } catch {
    return `Debian's packages ${tools.join(' and ')} cannot be installed`
  }
}

/** @param {string} folder @returns {(...words: string[]) => Promise<string>} buildah with a store of its own */
function createBuildah(folder) {
  const store = ['--root', path.join(folder, 'store'), '--runroot', path.join(folder, 'run')]
  const env = { ...process.env, BUILDAH_ISOLATION: 'chroot' }
  return async (...words) => {
    const options = { env, maxBuffer: 64 * 1024 ** 2 }
    return (await run('buildah', [...store, ...words], options)).stdout
  }
}

/**
 * An image of the base's name, of Debian's packages and the Node that runs here.
 * @param {string} folder @param {(...words: string[]) => Promise<string>} buildah
 */
async function makeBase(folder, buildah) {
  const archive = path.join(folder, 'base.tar')
  const packages = '--include=ca-certificates,libstdc++6'
  await run('mmdebstrap', ['--variant=minbase', packages, 'bookworm', archive])
  const made = (await buildah('from', 'scratch')).trim()
  await buildah('add', made, archive, '/')
  rmSync(archive)
  await buildah('copy', made, process.execPath, '/usr/local/bin/node')
  const npm = path.join(path.dirname(process.execPath), '..', 'lib', 'node_modules', 'npm')
  await buildah('copy', made, npm, '/usr/local/lib/node_modules/npm')
  const link = 'ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm'
  await buildah('run', made, '--', 'sh', '-c', link)
  const authorities = process.env['NODE_EXTRA_CA_CERTS']
  if (authorities !== undefined) {
    await buildah('copy', made, authorities, '/etc/ssl/extra.pem')
    await buildah('config', '--env', 'NODE_EXTRA_CA_CERTS=/etc/ssl/extra.pem', made)
  }
  await buildah('commit', '--rm', made, base)
}

/** The settings of this machine's npm as the global ones of the npm inside; the image keeps none. */
function npmSettings() {
  const file = path.join(homedir(), '.npmrc')
  return existsSync(file) ? [`--volume=${file}:/usr/local/etc/npmrc:ro`] : []
}

/** @param {string} tree the image's root file system @param {string} folder */
async function tryImage(tree, folder) {
  const volume = newVolume(folder, 'volume')
  const port = await freePort()
  for (const start of ['first', 'second']) {
    const container = runContainer(tree, volume, { PORT: String(port) })
    await untilHealthy(container, tree, port)
    if ((start === 'first') !== container.logs().includes('FIRST START'))
      throw new Error(`the ${start} start did not find its journal: ${container.logs()}`)
    if (start === 'second') await refused(tree, volume, {}, 'already running')
    await container.stop()
  }
  await tryRefusals(tree, folder, volume)
  await tryOlderVolume(tree, folder, port)
}

/**
 * Each mistake of the operator ends the container with one line that names it.
 * @param {string} tree @param {string} folder @param {string} volume
 */
async function tryRefusals(tree, folder, volume) {
  await refused(tree, volume, {}, 'read-only volume', 'ro')
  const foreign = newVolume(folder, 'foreign')
  chmodSync(foreign, 0o755)
  await refused(tree, foreign, {}, 'DATA_DIR')
  await refused(tree, volume, { JOURNAL_CONFIG: '/tmp' }, 'settings file is a folder')
  const pem = { TLS_CERT: '/etc/shadow', TLS_KEY: '/etc/shadow' }
  await refused(tree, volume, pem, 'TLS_CERT')
  await refused(tree, volume, { PORT: '81' }, 'PORT 81')
}

/**
 * The volume of an image of version 0.1.0. PostgreSQL's files fit the kind of machine they were made on.
 * @param {string} tree @param {string} folder @param {number} port
 */
async function tryOlderVolume(tree, folder, port) {
  if (process.arch !== 'x64') return
  const volume = newVolume(folder, 'older')
  const dataDir = path.join(volume, 'journal')
  mkdirSync(dataDir, { mode: 0o700 })
  unpackInto('0.1.0', dataDir)
  await run('chown', ['-R', `${uid}:${uid}`, dataDir])
  const container = runContainer(tree, volume, { PORT: String(port) })
  await untilHealthy(container, tree, port)
  const { stdout } = await run('zcat', ['-f', path.join(await newestBackup(dataDir))])
  if (!stdout.includes('"public.entries":21'))
    throw new Error(`the journal of 0.1.0 is not there: ${container.logs()}`)
  await container.stop()
}

/** @param {string} dataDir @returns {Promise<string>} what the update wrote before it changed anything */
async function newestBackup(dataDir) {
  const { stdout } = await run('find', [dataDir, '-name', '*-before-update.json.gz'])
  return stdout.trim()
}

/** @param {string} folder @param {string} name @returns {string} a volume that every user may write to */
function newVolume(folder, name) {
  const volume = path.join(folder, name)
  mkdirSync(volume)
  chmodSync(volume, 0o1777)
  return volume
}

/**
 * Fails unless the container ends with 1 and one line that contains these words.
 * @param {string} tree @param {string} volume @param {Record<string, string>} env
 * @param {string} words @param {'rw' | 'ro'} access
 */
async function refused(tree, volume, env, words, access = 'rw') {
  const container = runContainer(tree, volume, { PORT: String(await freePort()), ...env }, access)
  const code = await container.ended
  const lines = container.logs().trim().split('\n')
  if (code !== 1 || lines.length !== 1 || !lines[0]?.includes(words))
    throw new Error(`"${words}" is not told in one line: ${code} ${container.logs()}`)
}

/**
 * Runs the image's command in its tree: no engine, because few machines let engines run inside them.
 * @param {string} tree @param {string} volume @param {Record<string, string>} env
 * @param {'rw' | 'ro'} access how the volume is mounted
 */
function runContainer(tree, volume, env, access = 'rw') {
  const script = `set -e
    mount --bind "$1" "$1"; mount -o remount,bind,ro "$1"
    mount --bind "$2" "$1/data"; mount -o "remount,bind,$3" "$1/data"
    mount -t tmpfs -o mode=1777 tmpfs "$1/tmp"
    mount -t proc proc "$1/proc"; mount --bind /dev "$1/dev"
    mount -t tmpfs -o mode=1777 tmpfs "$1/dev/shm"
    exec chroot "$1" setpriv --reuid ${uid} --regid ${uid} --clear-groups --no-new-privs \\
      --bounding-set=-all --inh-caps=-all sh -c 'cd /app && exec tini -- node build/server/main.js'`
  const words = ['--mount', '--pid', '--ipc', '--uts', '--fork', '--kill-child', 'sh', '-c', script]
  const image = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    NODE_ENV: 'production',
  }
  const child = spawn('unshare', [...words, 'container', tree, volume, access], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...image, HOST: '127.0.0.1', DATA_DIR: '/data/journal', ...env },
  })
  let logs = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (logs += String(chunk)))
  /** @type {Promise<number | null>} */
  const ended = new Promise((resolve) => child.once('close', resolve))
  return {
    ended,
    logs: () => logs,
    runs: () => child.exitCode === null,
    /** SIGTERM to the command inside, as an engine sends it; fails unless it ends in order. */
    async stop() {
      const { stdout } = await run('ps', ['--ppid', String(child.pid), '-o', 'pid='])
      process.kill(Number(stdout), 'SIGTERM')
      const code = await Promise.race([ended, delay(timeouts.stop, 'late', { ref: false })])
      if (code === 0) return
      child.kill('SIGKILL')
      throw new Error(`the container did not stop in order: ${code} ${logs}`)
    },
  }
}

/** @param {ReturnType<typeof runContainer>} container @param {string} tree @param {number} port */
async function untilHealthy(container, tree, port) {
  const health = path.join(tree, 'app/scripts/health.mjs')
  const env = { ...process.env, PORT: String(port), HOST: '', TLS_CERT: '' }
  const end = performance.now() + timeouts.start
  while (container.runs() && performance.now() < end) {
    const well = await run(process.execPath, [health], { env }).catch(() => undefined)
    if (well !== undefined) return
    await delay(200)
  }
  throw new Error(`the container does not become healthy: ${container.logs()}`)
}

/** @returns {Promise<number>} */
async function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
