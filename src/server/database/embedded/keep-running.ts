import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../../log.ts'
import { stopServer } from './postmaster.ts'
import type { ServerProcess } from './server-process.ts'

/** How long a server must run, in milliseconds, before its next end counts as a new outage. */
const settledAfter = 30_000
const longestWait = 5_000

/**
 * Restarts the server whenever it ends unexpectedly: immediately, then after 0.1 s and up to 5 s
 * between attempts. One that does not stay up for half a minute is one outage: one line that it
 * ended, one that it runs again.
 */
export function keepRunning(
  first: ServerProcess,
  log: Log,
  start: () => Promise<ServerProcess | undefined>,
) {
  let current: ServerProcess | undefined = first
  let restarting: Promise<void> = Promise.resolve()
  let attempts = 0
  let isReported = false
  const stopping = new AbortController()

  function watch(server: ServerProcess): void {
    const since = performance.now()
    void server.ended.then(() => {
      current = undefined
      if (stopping.signal.aborted) return
      if (performance.now() - since > settledAfter) attempts = 0
      restarting = restart()
    })
  }

  async function restart(): Promise<void> {
    if (attempts === 0) {
      log.error('The database ended unexpectedly; starting it again.')
      isReported = false
    }
    while (!stopping.signal.aborted) {
      const wait = attempts === 0 ? 0 : Math.min(100 * 2 ** (attempts - 1), longestWait)
      attempts += 1
      await delay(wait, undefined, { signal: stopping.signal }).catch(() => undefined)
      const server = stopping.signal.aborted ? undefined : await start().catch(() => undefined)
      if (server === undefined) continue
      current = server
      if (!isReported) log.info('The database runs again.')
      isReported = true
      watch(server)
      return
    }
  }

  watch(first)
  return {
    isRunning: () => current !== undefined,
    /** Ends the server within about 3 s and stops restarting it. */
    stop: async () => {
      stopping.abort()
      await restarting
      if (current !== undefined) await stopServer(current.pid, 2_000)
    },
  }
}
