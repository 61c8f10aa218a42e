/**
 * Whether the image of the Dockerfile can be built and does what docs/hosting.md promises: built by
 * buildah on a base of Debian's packages and this Node, then run as a user without a name, without
 * capabilities, on a read-only root. Runs for Linux as root, and installs what it needs from Debian.
 */
import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)
const base = 'docker.io/library/node:22-bookworm-slim'
const tools = ['buildah', 'mmdebstrap']
const uid = 12_345

/** How long a start and a stop may take, in milliseconds; a busy machine is slow. */
const patience = { start: 60_000, stop: 10_000 }

/**
 * Builds and tries the image. A machine that cannot is no failure, and is told.
 * @param {string} root the project's folder
 * @returns {Promise<{ good: boolean, said: string }>} what was found, in words for one line
 */
export async function checkContainer(root) {
  const reason = await whyNot()
  if (reason !== undefined) return { good: true, said: `not tried, ${reason}` }
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
    return { good: true, said: 'built, and run twice on one volume as a user without a name' }
  } catch (error) {
    const { message, stderr = '' } = /** @type {Error & { stderr?: string }} */ (error)
    return { good: false, said: `${message}\n${stderr.slice(-2_000)}`.trim() }
  } finally {
    await buildah('rm', '--all').catch(() => undefined)
    await buildah('rmi', '--all', '--force').catch(() => undefined)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Installs the tools where that is possible; else says in words why nothing can be tried. */
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
  const volume = path.join(folder, 'volume')
  mkdirSync(volume)
  await run('chmod', ['1777', volume])
  const port = await freePort()
  for (const start of ['first', 'second']) {
    const container = runContainer(tree, volume, { PORT: String(port) })
    await untilHealthy(container, tree, port)
    if ((start === 'first') !== container.logs().includes('FIRST START'))
      throw new Error(`the ${start} start did not find its journal: ${container.logs()}`)
    await container.stop()
  }
  const sealed = runContainer(tree, volume, { PORT: String(port) }, 'ro')
  const code = await sealed.ended
  const lines = sealed.logs().trim().split('\n')
  if (code !== 1 || lines.length !== 1 || !lines[0]?.includes('read-only volume'))
    throw new Error(`a read-only volume is not told in one line: ${code} ${sealed.logs()}`)
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
      const code = await Promise.race([ended, delay(patience.stop, 'late', { ref: false })])
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
  const end = performance.now() + patience.start
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
