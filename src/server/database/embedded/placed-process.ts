import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { open, rm } from 'node:fs/promises'
import { run } from '../process-identity.ts'
import type { Binaries } from './binaries.ts'
import type { Owner } from './system-user.ts'

/**
 * The cluster's folder, and the user as which PostgreSQL, which refuses to be root, runs: directly, behind a prefix
 * that renames root, or under another user's number.
 */
export interface Placement {
  readonly binaries: Binaries
  /** The folder that holds `cluster`. */
  readonly home: string
  readonly prefix: readonly string[]
  readonly owner: Owner | undefined
  /** True if the server has to listen on a port, because there are no Unix sockets. */
  readonly tcp: boolean
}

/** Starts a program of the cluster as its placement demands, without our environment. */
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

/** Writes a file that only our own user reads (mode 0600), in place of an earlier one. */
export async function writeForServer(
  { owner }: Placement,
  file: string,
  text: string,
): Promise<void> {
  await rm(file, { force: true })
  // Exclusively: if the folder belongs to a system user, root must not follow a link there.
  const handle = await open(file, 'wx', 0o600)
  try {
    if (owner !== undefined) await handle.chown(owner.uid, owner.gid)
    await handle.writeFile(text)
  } finally {
    await handle.close()
  }
}

/**
 * Whether a placement's user can enter a folder and run the programs. For a cluster that has run here before, reaching
 * them is enough: starting two programs only to ask costs 20 ms.
 */
export async function tryPlacement(
  placement: Placement,
  folder: string,
): Promise<{ readonly enters: boolean; readonly runs: boolean }> {
  const { postgres, initdb } = placement.binaries
  const script = `test -x "$1" && echo enters
    { test -r "$2/cluster/PG_VERSION" && test -x "$3"; } ||
    { "$3" --version >&2 && "$4" --version >&2; } && echo runs; true`
  const args = ['probe', folder, placement.home, postgres, initdb]
  const [command = 'sh', ...rest] = [...placement.prefix, 'sh', '-c', script, ...args]
  const said = await run(command, rest, {
    ...placement.owner,
    cwd: '/',
    env: cleanEnvironment(),
  }).then(
    ({ stdout }) => stdout.split('\n'),
    () => [''],
  )
  return { enters: said.includes('enters'), runs: said.includes('runs') }
}

/** The variables that the programs need to run, and none of the operator's passwords, keys and addresses. */
const passedOn = [
  'PATH',
  'LD_LIBRARY_PATH',
  'DYLD_LIBRARY_PATH',
  'TMPDIR',
  'TEMP',
  'TMP',
  'SYSTEMROOT',
]

/** PGPORT, PGDATA and the like would override our choices; the locale must have no effect. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => passedOn.includes(name.toUpperCase()))
  return { ...Object.fromEntries(own), LC_ALL: 'C', TZ: 'UTC' }
}
