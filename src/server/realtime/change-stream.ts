import { setTimeout as pause } from 'node:timers/promises'
import type postgres from 'postgres'
import type { DatabaseConnection } from '../database/connection.ts'
import type { Log } from '../log.ts'
import { errorCode } from '../error-code.ts'
import { beat, ensureHeartbeat, heartbeatSchema, heartbeatTable } from './heartbeat.ts'
import { withTimeout } from '../with-timeout.ts'
import type { Limits } from './limits.ts'
import { openReplication, type Change, type Replication } from './replication.ts'

export interface ChangeStream {
  close(): Promise<void>
}

export interface ChangeStreamParts {
  readonly database: DatabaseConnection
  readonly owner: postgres.Sql
  readonly limits: Limits
  readonly log: Log
  readonly now: () => number
  readonly onChange: (change: Change) => void
  /** The stream runs (again): any earlier change may have been missed. */
  readonly onLive: () => Promise<void>
  readonly onLost: () => void
}

const openTimeoutMs = 5_000
const longestBackoff = 1_000

/**
 * Supervises the reading of the write-ahead log: postgres.js recovers by itself neither from a database
 * restart nor from the end of its sender process (docs/architecture.md "Realtime"), so a row of our own
 * must come round every few seconds, else a fresh instance takes over. Never throws.
 */
export function startChangeStream(parts: ChangeStreamParts): ChangeStream {
  const stopping = new AbortController()
  const running = supervise(parts, stopping.signal)
  return {
    async close() {
      stopping.abort()
      await running
    },
  }
}

async function supervise(parts: ChangeStreamParts, signal: AbortSignal): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    try {
      await runInstance(parts, signal, () => {
        failures = 0
      })
    } catch (error) {
      // One line per outage, not one per attempt.
      if (failures === 0 && !signal.aborted) {
        parts.log.error('realtime: the change stream was lost and is opened anew', errorCode(error))
      }
    }
    parts.onLost()
    failures += 1
    await rest(Math.min(100 * 2 ** (failures - 1), longestBackoff), signal)
  }
}

/** Opens one instance and stays with it until it is lost (rejects) or the room closes (resolves). */
async function runInstance(
  parts: ChangeStreamParts,
  signal: AbortSignal,
  opened: () => void,
): Promise<void> {
  await withTimeout(openTimeoutMs, ensureHeartbeat(parts.owner))
  let heard = () => {}
  const instance = openReplication(parts.database, parts.now, (change) => {
    if (change.schema === heartbeatSchema && change.table === heartbeatTable) heard()
    else parts.onChange(change)
  })
  try {
    await withTimeout(openTimeoutMs, instance.ready)
    let live = false
    while (!signal.aborted) {
      const roundTrip = new Promise<void>((resolve) => {
        heard = resolve
      })
      await orLost(instance, withTimeout(openTimeoutMs, beat(parts.owner)))
      await orLost(instance, withTimeout(parts.limits.heartbeatDeadline, roundTrip))
      if (!live) {
        live = true
        opened()
        await parts.onLive()
      }
      await orLost(instance, rest(parts.limits.heartbeat, signal))
    }
  } finally {
    const ended = instance.end(parts.owner)
    // A lost instance may take its time to end; the next one need not wait for it.
    if (signal.aborted) await ended
  }
}

const orLost = (instance: Replication, work: Promise<void>): Promise<void> =>
  Promise.race([work, instance.lost])

async function rest(milliseconds: number, signal: AbortSignal): Promise<void> {
  await pause(milliseconds, undefined, { signal }).catch(() => undefined)
}
