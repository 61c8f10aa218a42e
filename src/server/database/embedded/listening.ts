import { once } from 'node:events'
import {
  chmod,
  lchown,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  rm,
  rmdir,
  writeFile,
} from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import * as v from 'valibot'
import { StartupError } from '../../settings/startup-error.ts'
import type { Placement } from './placed-process.ts'
import { jsonText, parseIfValid } from '../../../domain/parse.ts'

/** The place at which the server listens: a Unix socket in a folder, or a port of 127.0.0.1. */
export type Listening = { readonly socketDir: string } | { readonly port: number }

/** A socket's name contains a port, which means nothing else. */
export const socketPort = 5432

/** The longest path of a socket in bytes, without the zero at its end: `sun_path` of the system. */
const longestPath = process.platform === 'linux' ? 107 : 103
const noteName = 'socket-location.json'
const note = jsonText(v.object({ dir: v.string() }))

export function socketPath(socketDir: string): string {
  return path.join(socketDir, `.s.PGSQL.${socketPort}`)
}

/**
 * Chooses where the server listens, at each start. Only the journal's user can enter the socket's
 * folder (mode 0700): any local user could hold a port, or use up its connections. The folder is
 * beside the cluster; if the path is too long or the volume has no sockets, it is a new one in the
 * system's folder for temporary files, which DATA_DIR notes. Call it while no server runs: it
 * removes what an earlier one left behind. Throws `StartupError`.
 */
export async function chooseListening(dataDir: string, placement: Placement): Promise<Listening> {
  if (placement.tcp) return { port: await freePort() }
  await removeNotedFolder(dataDir, placement)
  const own = path.join(placement.home, 'socket')
  if (await canHoldSocket(own, placement)) return { socketDir: own }
  for (const parent of new Set([os.tmpdir(), '/tmp'])) {
    const dir = await mkdtemp(path.join(parent, 'tagebuch-')).catch(() => undefined)
    if (dir === undefined) continue
    await writeFile(path.join(dataDir, noteName), JSON.stringify({ dir }), { mode: 0o600 })
    if (await canHoldSocket(dir, placement)) return { socketDir: dir }
    await removeNotedFolder(dataDir, placement)
  }
  throw new StartupError(
    `The database finds no folder for its socket; give DATA_DIR a shorter path than ${dataDir}.`,
  )
}

/**
 * Makes the folder ready for a server's start: there, for its user alone, and without the socket
 * and its lock that a killed server left; PostgreSQL would take the lock's process number for a
 * living server if another process has it. Call it while no server runs. Throws if the path is not
 * a folder.
 */
export async function prepareListening(listening: Listening, placement: Placement): Promise<void> {
  if ('port' in listening) return
  const { socketDir } = listening
  await mkdir(socketDir, { mode: 0o700 }).catch(() => undefined)
  if (!(await isOwnFolder(socketDir, placement)))
    throw new Error(`${socketDir} is no folder of ours`)
  await chmod(socketDir, 0o700)
  if (placement.owner !== undefined)
    await lchown(socketDir, placement.owner.uid, placement.owner.gid)
  await removeSocket(socketDir)
}

/** Takes the temporary folder away that DATA_DIR notes, if it is still the one that was made. */
export async function removeNotedFolder(dataDir: string, placement: Placement): Promise<void> {
  const notePath = path.join(dataDir, noteName)
  const text = await readFile(notePath, 'utf8').catch(() => undefined)
  if (text === undefined) return
  const noted = parseIfValid(note, text)
  if (noted !== undefined && (await isOwnFolder(noted.dir, placement))) {
    await removeSocket(noted.dir)
    await rmdir(noted.dir).catch(() => undefined)
  }
  await rm(notePath, { force: true })
}

/** Tries a socket of the name that PostgreSQL will use. */
async function canHoldSocket(socketDir: string, placement: Placement): Promise<boolean> {
  if (Buffer.byteLength(socketPath(socketDir)) > longestPath) return false
  const probe = net.createServer()
  try {
    await prepareListening({ socketDir }, placement)
    probe.listen(socketPath(socketDir))
    await once(probe, 'listening')
    return true
  } catch {
    return false
  } finally {
    await new Promise((resolve) => probe.close(resolve))
  }
}

/** In a folder for temporary files anyone may create a folder, or a link, with a name that was ours. */
async function isOwnFolder(dir: string, { owner }: Placement): Promise<boolean> {
  const found = await lstat(dir).catch(() => undefined)
  const users = [process.getuid?.(), owner?.uid]
  return found?.isDirectory() === true && users.includes(found.uid)
}

async function removeSocket(socketDir: string): Promise<void> {
  await rm(socketPath(socketDir), { force: true })
  await rm(`${socketPath(socketDir)}.lock`, { force: true })
}

/** Between choosing a free port and binding it, another program may take it. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer()
    probe.once('error', () =>
      reject(new StartupError('No free port on 127.0.0.1 for the database.')),
    )
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}
