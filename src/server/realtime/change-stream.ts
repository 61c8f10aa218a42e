import { setTimeout as pause } from 'node:timers/promises'
import sql from 'sql-template-tag'
import type { DatabaseConnection } from '../database/connection.ts'
import type { Pool } from '../database/pool.ts'
import { errorCode } from '../error-code.ts'
import type { Log } from '../log.ts'
import { withTimeout } from '../with-timeout.ts'
import type { Limits } from './limits.ts'
import { Replication, type Commit } from './replication.ts'

interface ChangeStreamParts {
  readonly database: DatabaseConnection
  readonly owner: Pool
  readonly limits: Limits
  readonly log: Log
  readonly onCommit: (commit: Commit) => void
  /** The stream runs, for the first time or again: earlier changes may have been missed. */
  readonly onLive: () => Promise<void>
}

const openTimeoutMs = 5_000
const longestBackoff = 1_000

/**
 * Keeps the reading of the write-ahead log open (docs/architecture.md "Realtime"). An instance is lost
 * when its connection ends, or when its sender does not answer in time; then another one is opened,
 * after 0.1 s, 0.2 s … 1 s. Never throws.
 */
export class ChangeStream {
  readonly #parts: ChangeStreamParts
  readonly #stopping = new AbortController()
  readonly #running: Promise<void>
  #isLive = false
  #waiting: (() => void)[] = []

  constructor(parts: ChangeStreamParts) {
    this.#parts = parts
    this.#running = this.#run()
  }

  /** Resolves as soon as the stream runs; subscriptions are confirmed only while it does. */
  async whenLive(): Promise<void> {
    if (this.#isLive) return
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve)
    })
  }

  async close(): Promise<void> {
    this.#stopping.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping
    let failures = 0
    while (!signal.aborted) {
      try {
        await this.#runInstance(() => {
          failures = 0
        })
      } catch (error) {
        // One line per outage, not one per attempt.
        if (failures === 0 && !signal.aborted)
          this.#parts.log.error(
            'realtime: the change stream was lost, it is reopened',
            errorCode(error),
          )
      }
      this.#isLive = false
      failures += 1
      await this.#rest(Math.min(100 * 2 ** (failures - 1), longestBackoff))
    }
  }

  /** Opens one instance and stays with it until it is lost (rejects) or the room closes (resolves). */
  async #runInstance(opened: () => void): Promise<void> {
    const { database, owner, limits, onCommit, onLive } = this.#parts
    const { signal } = this.#stopping
    const instance = new Replication(database, onCommit)
    const orLost = async <Value>(timeoutMs: number, work: Promise<Value>) =>
      Promise.race([withTimeout(timeoutMs, work), instance.lost])
    try {
      await orLost(openTimeoutMs, instance.started)
      await onLive()
      opened()
      this.#setLive()
      while (!signal.aborted) {
        await Promise.race([this.#rest(limits.heartbeat), instance.lost])
        if (signal.aborted) return
        // In memory, which writes nothing: an idle server lets the disk sleep.
        await orLost(openTimeoutMs, owner.query(sql`select private.note_time()`))
        await orLost(limits.heartbeatDeadline, instance.answer())
      }
    } finally {
      const ended = instance.end(owner)
      // A lost instance may end slowly; the next one need not wait for it.
      if (signal.aborted) await ended
    }
  }

  #setLive(): void {
    this.#isLive = true
    for (const resolve of this.#waiting.splice(0)) resolve()
  }

  async #rest(milliseconds: number): Promise<void> {
    const { signal } = this.#stopping
    await pause(milliseconds, undefined, { signal }).catch(() => undefined)
  }
}
