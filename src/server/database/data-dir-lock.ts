import { randomUUID } from 'node:crypto'
import { link, readFile, rename, unlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import * as v from 'valibot'
import { StartupError } from '../startup-error.ts'
import { errorCode } from './error-code.ts'
import { processIdentity } from './process-identity.ts'

const lockSchema = v.object({ pid: v.pipe(v.number(), v.integer()), identity: v.string() })

export interface DataDirLock {
  release(): Promise<void>
}

/**
 * Claims a data directory for this process. The lock names process and start time, so one left by a
 * killed server, even when its number is taken again, does not count. Throws `StartupError` while
 * another server holds it, without having touched anything.
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const lockPath = path.join(dataDir, 'server.lock')
  const draftPath = path.join(dataDir, `server.lock.${randomUUID()}`)
  const identity = await processIdentity(process.pid)
  const own = JSON.stringify({ pid: process.pid, identity: identity ?? '' })
  await refuseIfHeld(lockPath, dataDir)
  await writeFile(draftPath, own, { mode: 0o600, flag: 'wx' })
  try {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      if (await tryLink(draftPath, lockPath)) return { release: () => release(lockPath, own) }
      await removeStale(lockPath, await refuseIfHeld(lockPath, dataDir))
    }
  } finally {
    await unlink(draftPath)
  }
  throw heldBy(dataDir, 'another process')
}

/** Returns the lock's text when nobody alive holds it. */
async function refuseIfHeld(lockPath: string, dataDir: string): Promise<string | undefined> {
  const text = await readFile(lockPath, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const lock = v.safeParse(v.pipe(v.string(), v.parseJson(), lockSchema), text)
  if (!lock.success) return text
  const identity = await processIdentity(lock.output.pid)
  if (identity !== undefined && identity === lock.output.identity) {
    throw heldBy(dataDir, `process ${lock.output.pid}`)
  }
  return text
}

function heldBy(dataDir: string, holder: string): StartupError {
  return new StartupError(
    `A server is already running on the data directory ${dataDir} (${holder}).`,
  )
}

/** `link` creates the lock with its content in one step, or fails because it exists. */
async function tryLink(draftPath: string, lockPath: string): Promise<boolean> {
  try {
    await link(draftPath, lockPath)
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
}

/** Moves the lock aside first: two servers may find the same stale lock at the same time. */
async function removeStale(lockPath: string, stale: string | undefined): Promise<void> {
  const asidePath = `${lockPath}.stale-${randomUUID()}`
  try {
    await rename(lockPath, asidePath)
  } catch {
    return
  }
  const moved = await readFile(asidePath, 'utf8')
  if (moved !== stale) await link(asidePath, lockPath).catch(() => undefined)
  await unlink(asidePath)
}

async function release(lockPath: string, own: string): Promise<void> {
  const current = await readFile(lockPath, 'utf8').catch(() => undefined)
  if (current === own) await unlink(lockPath)
}
