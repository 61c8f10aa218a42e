import { execFile, spawn } from 'node:child_process'
import type { ChildProcess, StdioOptions } from 'node:child_process'
import { promisify } from 'node:util'
import type { Binaries } from './binaries.ts'
import type { Owner } from './system-user.ts'

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
  readonly owner: Owner | undefined
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

/**
 * True when the programs run under this placement and can write its home. For a cluster that has
 * run here before, reaching both is enough: starting two programs only to ask costs 20 ms.
 */
export async function placementWorks(placement: Placement): Promise<boolean> {
  const { postgres, initdb } = placement.binaries
  const script = `test -w "$1" && { { test -r "$1/cluster/PG_VERSION" && test -x "$2"; } ||
    { "$2" --version && "$3" --version; }; }`
  const whole = [...placement.prefix, 'sh', '-c', script, 'probe', placement.home, postgres, initdb]
  const [command = 'sh', ...rest] = whole
  try {
    await run(command, rest, { ...placement.owner, cwd: '/', env: cleanEnvironment() })
    return true
  } catch {
    return false
  }
}

/** PGPORT, PGDATA and the like would override what we decided; the locale must not matter. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name))
  return { ...Object.fromEntries(own), LC_ALL: 'C', TZ: 'UTC' }
}
