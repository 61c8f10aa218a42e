import { createHash, randomUUID } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import * as v from 'valibot'
import { StartupError } from '../settings/startup-error.ts'
import { errorCode } from '../error-code.ts'
import { lockSocketAnswers, openLockSocket, removeLockSocket } from './lock-socket.ts'
import { processIdentity } from './process-identity.ts'
import { jsonText, parseIfValid } from '../../domain/parse.ts'

const lockText = jsonText(
  v.object({
    pid: v.pipe(v.number(), v.integer()),
    identity: v.string(),
    /** The socket that answers while the holder lives, also to another container. */
    socket: v.optional(v.string()),
  }),
)

/**
 * Claims a data directory for this process. The lock names process and start time, so one left by a
 * killed server, even when its number is taken again, does not count. A server in another container
 * has no number here: its socket answers (decision 0036). A holder that is ending, or a killed
 * process on a busy machine, has `timeoutMs` milliseconds. Throws `StartupError` when another
 * server holds it, without having touched anything.
 */
export async function lockDataDir(dataDir: string, timeoutMs = 2_000) {
  const lockPath = path.join(dataDir, 'server.lock')
  await untilFree(lockPath, dataDir, performance.now() + timeoutMs)
  const draftPath = `${lockPath}.${randomUUID()}`
  const identity = (await processIdentity(process.pid)) ?? ''
  // It listens before the lock names it, or another server could take the lock for a dead one's.
  const socket = await openLockSocket(dataDir)
  const token = randomUUID()
  const own = JSON.stringify({ pid: process.pid, identity, token, socket: socket.name })
  await writeFile(draftPath, own, { mode: 0o600, flag: 'wx' })
  let isHeld = false
  try {
    for (let attempt = 0; attempt < 100; attempt += 1) {
      isHeld = await tryLink(draftPath, lockPath)
      if (isHeld)
        return {
          async release(): Promise<void> {
            await release(lockPath, own)
            await socket.close()
          },
        }
      const stale = await staleText(lockPath, dataDir)
      if (stale !== undefined) await removeStale(lockPath, stale, draftPath)
      await delay(10)
    }
  } finally {
    await rm(draftPath, { force: true })
    if (!isHeld) await socket.close()
  }
  throw heldBy(dataDir, 'another process is just starting')
}

/** True while a living process holds the data directory. */
export async function isDataDirLocked(dataDir: string): Promise<boolean> {
  const text = await readFile(path.join(dataDir, 'server.lock'), 'utf8').catch(() => '')
  return (await livingHolder(dataDir, text)) !== undefined
}

async function untilFree(lockPath: string, dataDir: string, deadline: number): Promise<void> {
  for (;;) {
    try {
      await staleText(lockPath, dataDir)
      return
    } catch (error) {
      if (performance.now() >= deadline) throw error
      await delay(50)
    }
  }
}

/** The text of a lock whose process has ended; undefined when there is none. */
async function staleText(lockPath: string, dataDir: string): Promise<string | undefined> {
  const text = await readFile(lockPath, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const holder = await livingHolder(dataDir, text)
  if (holder !== undefined) throw heldBy(dataDir, holder)
  return text
}

/** The living holder that a lock names, in words; undefined if it has none. */
async function livingHolder(dataDir: string, text: string): Promise<string | undefined> {
  const lock = parseIfValid(lockText, text)
  if (lock === undefined) return undefined
  const { pid, socket } = lock
  const identity = await processIdentity(pid)
  if (identity !== undefined && identity === lock.identity) return `process ${pid}`
  if (socket === undefined || !(await lockSocketAnswers(dataDir, socket))) return undefined
  return 'in another container'
}

function heldBy(dataDir: string, holder: string): StartupError {
  return new StartupError(
    `A server is already running on the data directory ${dataDir} (${holder}).`,
  )
}

/** `link` creates a file with its content in one step, or fails because it exists. */
async function tryLink(draftPath: string, target: string): Promise<boolean> {
  try {
    await link(draftPath, target)
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
}

/**
 * Several servers may find the same stale lock at once, and one could remove the lock another has
 * just made. So the right to remove this very lock is claimed first, by a name made of its text.
 */
async function removeStale(lockPath: string, stale: string, draftPath: string): Promise<void> {
  const dataDir = path.dirname(lockPath)
  const guardPath = `${lockPath}.after-${createHash('sha256').update(stale).digest('hex').slice(0, 16)}`
  if (!(await tryLink(draftPath, guardPath))) {
    const guard = await readFile(guardPath, 'utf8').catch(() => undefined)
    if (guard !== undefined && (await livingHolder(dataDir, guard)) === undefined)
      await rm(guardPath, { force: true })
    return
  }
  try {
    const current = await readFile(lockPath, 'utf8').catch(() => undefined)
    if (current !== stale) return
    await rm(lockPath, { force: true })
    await removeLockSocket(dataDir, parseIfValid(lockText, stale)?.socket ?? '')
  } finally {
    await rm(guardPath, { force: true })
  }
}

async function release(lockPath: string, own: string): Promise<void> {
  const current = await readFile(lockPath, 'utf8').catch(() => undefined)
  if (current === own) await rm(lockPath, { force: true })
}
