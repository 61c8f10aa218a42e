import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, rm } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { errorCode } from '../error-code.ts'

/** The longest path of a Unix socket that every system takes, in bytes. */
const longestPath = 103
const socketName = /^server\.[0-9a-f]{12}\.sock$/

/**
 * A Unix socket in a data directory that listens for as long as its process lives. Another
 * container on the same volume cannot see the process number, but can reach the socket.
 */
export interface LockSocket {
  /** Its file in the data directory; undefined if the volume or the path's length allows none. */
  readonly name: string | undefined
  close(): Promise<void>
}

/** Never throws: without it the lock still keeps out every server of the same machine. */
export async function openLockSocket(dataDir: string): Promise<LockSocket> {
  const name = `server.${randomBytes(6).toString('hex')}.sock`
  const file = path.join(dataDir, name)
  const none = { name: undefined, close: async () => undefined }
  if (process.platform === 'win32' || Buffer.byteLength(file) > longestPath) return none
  const server = net.createServer((caller) => caller.destroy())
  try {
    server.listen(file)
    await once(server, 'listening')
    await chmod(file, 0o600)
  } catch {
    server.close()
    return none
  }
  server.unref()
  return {
    name,
    async close() {
      server.close()
      await rm(file, { force: true })
    },
  }
}

/** Whether the process behind a lock's socket lives, in any container. */
export async function lockSocketAnswers(dataDir: string, name: string): Promise<boolean> {
  if (!socketName.test(name)) return false
  const socket = net.connect(path.join(dataDir, name))
  try {
    await once(socket, 'connect')
    return true
  } catch (error) {
    // A socket whose queue is full has a living process.
    return errorCode(error) === 'EAGAIN'
  } finally {
    socket.destroy()
  }
}

/** Removes the socket that a killed server left. */
export async function removeLockSocket(dataDir: string, name: string): Promise<void> {
  if (socketName.test(name)) await rm(path.join(dataDir, name), { force: true })
}
