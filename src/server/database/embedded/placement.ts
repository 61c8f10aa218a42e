import { execFile, spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chown,
  cp,
  lstat,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import * as v from 'valibot'
import { StartupError } from '../../startup-error.ts'
import type { Binaries } from './binaries.ts'

const run = promisify(execFile)

/**
 * Where the cluster lies and as whom PostgreSQL, which refuses to be root, is run:
 * directly, behind a prefix that renames root, or under another user's number.
 */
export interface Placement {
  readonly binaries: Binaries
  /** The folder that holds `cluster`; the server may write it. */
  readonly home: string
  readonly prefix: readonly string[]
  readonly owner: { readonly uid: number; readonly gid: number } | undefined
}

export interface PlacementOptions {
  /** False behaves as on a machine that refuses user namespaces. */
  readonly unshare?: boolean
  /** Where a system user's clusters lie when root cannot run PostgreSQL in place. */
  readonly systemDir?: string
}

const noteSchema = v.object({ home: v.string() })

/**
 * Chooses how to run PostgreSQL for a data directory. An existing cluster stays with its owner. Throws
 * `StartupError` when this machine offers root no way at all.
 */
export async function choosePlacement(
  dataDir: string,
  binaries: Binaries,
  options: PlacementOptions = {},
): Promise<Placement> {
  const direct: Placement = { binaries, home: dataDir, prefix: [], owner: undefined }
  const isRoot = process.getuid?.() === 0
  if (!isRoot && hasUserName()) return direct
  if (isRoot) {
    const note = await readNote(dataDir)
    if (note !== undefined) return asOwnerOf(note, binaries)
    const owner = await ownerOf(path.join(dataDir, 'cluster'))
    if (owner !== undefined && owner.uid !== 0) return { ...direct, owner }
  }
  const renamed = { ...direct, prefix: await renamingPrefix() }
  if (options.unshare !== false && (await works(renamed))) return renamed
  if (!isRoot) return direct
  return moveToSystemUser(dataDir, binaries, options.systemDir ?? '/var/lib/unser-tagebuch')
}

/** Starts a program of the cluster as its placement demands, without PostgreSQL variables of ours. */
export function spawnPlaced(
  placement: Placement,
  program: string,
  args: readonly string[],
  options: { stdio: StdioOptions; detached?: boolean },
): ChildProcess {
  const [command = program, ...rest] = [...placement.prefix, program, ...args]
  return spawn(command, rest, {
    ...options,
    ...placement.owner,
    cwd: placement.home,
    env: cleanEnvironment(),
  })
}

/** PGPORT, PGDATA and the like would override what we decided; the locale must not matter. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name))
  return { ...Object.fromEntries(own), LC_ALL: 'C', TZ: 'UTC' }
}

/** PostgreSQL looks up the name of its user and fails where a container gave a bare number. */
function hasUserName(): boolean {
  try {
    os.userInfo()
    return true
  } catch {
    return false
  }
}

async function renamingPrefix(): Promise<readonly string[]> {
  const user = await systemUser()
  return ['unshare', '--user', `--map-user=${user.uid}`, `--map-group=${user.gid}`, '--']
}

/** Someone who exists on every Unix; inside the namespace only the name's existence counts. */
async function systemUser(): Promise<{ uid: number; gid: number }> {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const users = text.split('\n').map((line) => line.split(':'))
  for (const wanted of ['postgres', 'daemon', 'nobody']) {
    const found = users.find(([name]) => name === wanted)
    if (found !== undefined) return { uid: Number(found[2]), gid: Number(found[3]) }
  }
  throw new StartupError(
    'PostgreSQL refuses to run as root, and no other user exists; start as one.',
  )
}

/** True when the programs run under this placement and can write its home. */
async function works(placement: Placement): Promise<boolean> {
  const [command = 'sh', ...rest] = [
    ...placement.prefix,
    'sh',
    '-c',
    'test -w "$1" && "$2" --version && "$3" --version',
    'probe',
    placement.home,
    placement.binaries.postgres,
    placement.binaries.initdb,
  ]
  try {
    await run(command, rest, { ...placement.owner, cwd: '/', env: cleanEnvironment() })
    return true
  } catch {
    return false
  }
}

async function ownerOf(file: string): Promise<{ uid: number; gid: number } | undefined> {
  return stat(file).then(
    ({ uid, gid }) => ({ uid, gid }),
    () => undefined,
  )
}

const noteName = 'database-location.json'

async function readNote(dataDir: string): Promise<string | undefined> {
  const text = await readFile(path.join(dataDir, noteName), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const note = v.safeParse(v.pipe(v.string(), v.parseJson(), noteSchema), text)
  if (!note.success) throw new StartupError(`${path.join(dataDir, noteName)} cannot be read.`)
  return note.output.home
}

async function asOwnerOf(home: string, binaries: Binaries): Promise<Placement> {
  const owner = await ownerOf(home)
  if (owner === undefined) {
    throw new StartupError(`The database noted in the data directory is gone from ${home}.`)
  }
  const copied = await copyBinaries(binaries, path.dirname(home))
  return { binaries: copied, home, prefix: [], owner }
}

/**
 * Where user namespaces are refused: the cluster lies with a system user, and DATA_DIR notes where.
 * A cluster that already exists is copied there; its old folder is kept under another name.
 */
async function moveToSystemUser(
  dataDir: string,
  binaries: Binaries,
  systemDir: string,
): Promise<Placement> {
  const owner = await systemUser()
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  const home = path.join(systemDir, name)
  try {
    await mkdir(systemDir, { recursive: true, mode: 0o755 })
    await mkdir(home, { recursive: true, mode: 0o700 })
    const old = path.join(dataDir, 'cluster')
    if ((await ownerOf(old)) !== undefined) {
      await rm(path.join(home, 'cluster'), { recursive: true, force: true })
      await cp(old, path.join(home, 'cluster'), { recursive: true, preserveTimestamps: true })
      await rename(old, path.join(dataDir, 'cluster.before-move'))
    }
    await chownTree(home, owner)
    const placement = await asOwnerOf(home, binaries)
    if (!(await works(placement))) throw new Error('probe failed')
    await writeFile(path.join(dataDir, noteName), JSON.stringify({ home }), { mode: 0o600 })
    return placement
  } catch (error) {
    if (error instanceof StartupError) throw error
    throw new StartupError(
      `PostgreSQL refuses to run as root, and neither a user namespace nor a system user's folder in ${systemDir} worked; start as an ordinary user.`,
    )
  }
}

/** The copy is keyed by its source's version folder content: size and time of the server program. */
async function copyBinaries(binaries: Binaries, systemDir: string): Promise<Binaries> {
  const source = path.resolve(path.dirname(binaries.postgres), '..')
  const { size, mtimeMs } = await stat(binaries.postgres)
  const target = path.join(systemDir, `postgresql-${size}-${Math.trunc(mtimeMs)}`)
  if ((await ownerOf(target)) === undefined) {
    const draft = `${target}.${process.pid}`
    await cp(source, draft, { recursive: true, verbatimSymlinks: true })
    await rename(draft, target)
  }
  const bin = path.join(target, 'bin')
  return {
    postgres: path.join(bin, path.basename(binaries.postgres)),
    initdb: path.join(bin, path.basename(binaries.initdb)),
  }
}

async function chownTree(root: string, owner: { uid: number; gid: number }): Promise<void> {
  await chown(root, owner.uid, owner.gid)
  for (const name of await readdir(root)) {
    const file = path.join(root, name)
    if ((await lstat(file)).isDirectory()) await chownTree(file, owner)
    else await chown(file, owner.uid, owner.gid)
  }
}
