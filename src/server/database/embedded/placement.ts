import { writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { StartupError } from '../../settings/startup-error.ts'
import { run } from '../process-identity.ts'
import type { Binaries } from './binaries.ts'
import { tryPlacement, type Placement } from './placed-process.ts'
import { placementForRoot } from './root-placement.ts'
import { systemUser } from './system-user.ts'

export interface PlacementOptions {
  /** False behaves as on a machine that refuses user namespaces. */
  readonly unshare?: boolean
  /** True behaves as on a system for which Node.js has no Unix sockets, as Windows. */
  readonly tcp?: boolean
}

/**
 * Chooses how to run PostgreSQL for a data directory. An existing cluster stays with its owner. Changes
 * nothing. Throws `StartupError` when this machine offers root no way at all.
 */
export async function choosePlacement(
  dataDir: string,
  binaries: Binaries,
  options: PlacementOptions = {},
): Promise<Placement> {
  const tcp = options.tcp ?? process.platform === 'win32'
  const direct: Placement = { binaries, home: dataDir, prefix: [], owner: undefined, tcp }
  const isRoot = process.getuid?.() === 0
  if (!isRoot && hasUserName()) return direct
  const namespace = options.unshare === false ? undefined : await renamingPrefix()
  if (isRoot) return placementForRoot(direct, namespace)
  if (namespace === undefined) return withUserName(direct)
  const renamed = { ...direct, prefix: namespace }
  const { enters, runs } = await tryPlacement(renamed, dataDir)
  return enters && runs ? renamed : withUserName(direct)
}

/** PostgreSQL looks up the name of its user and fails if a container gave a bare number. */
function hasUserName(): boolean {
  try {
    os.userInfo()
    return true
  } catch {
    return false
  }
}

/**
 * Containers refuse namespaces; there a library (libnss-wrapper) names the number. Throws
 * `StartupError` where it is not installed.
 */
async function withUserName(direct: Placement): Promise<Placement> {
  const uid = process.getuid?.() ?? 0
  const gid = process.getgid?.() ?? 0
  const passwd = path.join(direct.home, 'passwd')
  const group = path.join(direct.home, 'group')
  await writeFile(passwd, `tagebuch:x:${uid}:${gid}::/:/bin/sh\n`, { mode: 0o600 })
  await writeFile(group, `tagebuch:x:${gid}:\n`, { mode: 0o600 })
  const prefix = [
    'env',
    'LD_PRELOAD=libnss_wrapper.so',
    `NSS_WRAPPER_PASSWD=${passwd}`,
    `NSS_WRAPPER_GROUP=${group}`,
  ]
  if (await knowsUserName(prefix)) return { ...direct, prefix }
  throw new StartupError(
    `PostgreSQL wants a user with a name, and user ${uid} has none; install libnss-wrapper, or start as a user of /etc/passwd.`,
  )
}

async function knowsUserName([command = 'env', ...rest]: readonly string[]): Promise<boolean> {
  return run(command, [...rest, 'id', '-un']).then(
    ({ stdout }) => stdout.trim() === 'tagebuch',
    () => false,
  )
}

/** A namespace in which root has another user's number; its files stay root's. */
async function renamingPrefix(): Promise<readonly string[]> {
  const { uid, gid } = await systemUser()
  return ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`, '--']
}
