/**
 * The steps of `npm start`, `npm test` and the operator's commands before anything else: install what is missing
 * and build what is stale. Plain JavaScript on Node alone, because it runs before node_modules exists.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder, independent of the current one. */
export const projectRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')

/**
 * Sends this process SIGTERM once npm is gone: npm hands the signal to the shell in between, and many shells end
 * without handing it on.
 */
export function endWithNpm() {
  const { ppid } = process
  setInterval(() => {
    if (process.ppid !== ppid) process.kill(process.pid, 'SIGTERM')
  }, 250).unref()
}

const oldestNode = [20, 19]

/** Stops with one line on a Node that is too old, before it fails in a stranger way. */
function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const [needMajor = 0, needMinor = 0] = oldestNode
  if (major > needMajor || (major === needMajor && minor >= needMinor)) return
  console.error(
    `Node ${oldestNode.join('.')} or newer is needed, this is ${process.versions.node}.`,
  )
  process.exit(1)
}

/**
 * @typedef {{ version?: string, dev?: boolean, optional?: boolean, os?: string[], cpu?: string[], libc?: string[] }} LockedPackage
 */

/** True in an unpacked tarball of `npm pack`: built, without sources and without the tools to build. */
const isPackaged = !existsSync(path.join(projectRoot, 'src', 'server'))

/**
 * Runs `npm ci` where a needed package is missing or has another version than the lock file names. What
 * is needed is said each time: NODE_ENV and npm's own settings may leave out the tools that build, or
 * the database.
 */
export function ensureInstalled() {
  requireNode()
  const missing = missingPackages()
  if (missing.length === 0) return
  install(['--include=optional', isPackaged ? '--omit=dev' : '--include=dev'])
  if (missingPackages().length === 0) return
  console.error(`npm has left out ${missingPackages().slice(0, 5).join(', ')}.`)
  process.exit(1)
}

/** The needed packages that npm's own record lacks in this version, or that are not there. */
function missingPackages() {
  const lock = isPackaged ? 'npm-shrinkwrap.json' : 'package-lock.json'
  const installed = packagesOf(path.join(projectRoot, 'node_modules', '.package-lock.json'))
  return Object.entries(packagesOf(path.join(projectRoot, lock)))
    .filter(([name, wanted]) => name !== '' && isNeeded(wanted))
    .filter(
      ([name, { version }]) =>
        installed[name]?.version !== version ||
        !existsSync(path.join(projectRoot, name, 'package.json')),
    )
    .map(([name]) => name)
}

/**
 * An optional package is needed where it is made for this very system, as the database's is; of two
 * for different C libraries only npm knows which.
 * @param {LockedPackage} wanted
 */
function isNeeded({ dev, optional, os, cpu, libc }) {
  if (dev && isPackaged) return false
  if (!optional) return true
  if (libc !== undefined) return false
  return os?.includes(process.platform) === true && cpu?.includes(process.arch) === true
}

/**
 * @param {string} file a lock file; none is an empty one
 * @returns {Record<string, LockedPackage>}
 */
function packagesOf(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {}
}

/** @param {string[]} options */
function install(options) {
  console.log('Installing packages …')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const result = spawnSync(npm, ['ci', ...options, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: projectRoot,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (result.status !== 0) {
    console.error('The packages could not be installed. Is the network there?')
    process.exit(1)
  }
}

const builds = [
  {
    name: 'app',
    config: 'vite.config.ts',
    output: 'dist/index.html',
    sources: [
      'src/web',
      'src/domain',
      'src/content',
      'public',
      'index.html',
      'scripts/vite',
      'vite.config.ts',
    ],
  },
  {
    name: 'server',
    config: 'vite.server.config.ts',
    output: 'build/server/main.js',
    sources: ['src/server', 'src/domain', 'scripts/vite', 'vite.server.config.ts'],
  },
]

/** Builds app and server where their sources changed since the last build, compared by content. */
export function ensureBuilt() {
  if (isPackaged) return
  for (const build of builds) {
    const wanted = hashOf([
      path.join(projectRoot, 'package-lock.json'),
      ...build.sources.flatMap((source) => filesBelow(path.join(projectRoot, source))),
    ])
    const stamp = path.join(projectRoot, 'build', `.${build.name}`)
    const fresh =
      existsSync(path.join(projectRoot, build.output)) &&
      existsSync(stamp) &&
      readFileSync(stamp, 'utf8') === wanted
    if (fresh) continue
    console.log(`Building the ${build.name} …`)
    // A child process, so that a server started next does not carry the bundler's memory.
    const vite = path.join(projectRoot, 'node_modules/vite/bin/vite.js')
    const result = spawnSync(
      process.execPath,
      [vite, 'build', '--config', build.config, '--logLevel', 'warn'],
      {
        cwd: projectRoot,
        stdio: ['ignore', 'inherit', 'inherit'],
        // Another one would make a build that holds nothing for the time without a network.
        env: { ...process.env, NODE_ENV: 'production' },
      },
    )
    if (result.status !== 0) {
      console.error(`The ${build.name} could not be built.`)
      process.exit(1)
    }
    mkdirSync(path.dirname(stamp), { recursive: true })
    writeFileSync(stamp, wanted)
  }
}

/** @param {string} place @returns {string[]} the files at or below a path, in a stable order */
function filesBelow(place) {
  if (!existsSync(place)) return []
  if (!statSync(place).isDirectory()) return [place]
  return readdirSync(place)
    .toSorted()
    .flatMap((name) => filesBelow(path.join(place, name)))
}

/** @param {string[]} files @returns {string} one hash of names and contents */
function hashOf(files) {
  const hash = createHash('sha256')
  for (const file of files) {
    hash.update(path.relative(projectRoot, file)).update('\0').update(readFileSync(file))
  }
  return hash.digest('hex')
}
