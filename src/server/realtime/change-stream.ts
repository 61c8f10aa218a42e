import { setTimeout as pause } from 'node:timers/promises'
import type postgres from 'postgres'
import type { DatabaseConnection } from '../database/connection.ts'
import type { Log } from '../log.ts'
import { errorCode } from '../error-code.ts'
import {
  beat,
  ensureHeartbeat,
  heartbeatSchema,
  heartbeatTable,
  isLastTransaction,
} from './heartbeat.ts'
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
  /** The stream runs, for the first time or again: earlier changes may have been missed. */
  readonly onLive: () => Promise<void>
  readonly onLost: () => void
}

const openTimeoutMs = 5_000
const longestBackoff = 1_000

/**
 * Supervises the reading of the write-ahead log: postgres.js recovers neither from a database
 * restart nor from the end of its sender process (docs/architecture.md "Realtime"), so after every
 * write the stream must deliver a heartbeat row within seconds, else a new instance takes over.
 * Never throws.
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
  const onBeat = (resolve: () => void) => {
    heard = resolve
  }
  try {
    await withTimeout(openTimeoutMs, instance.ready)
    let last = await confirm(parts, instance, onBeat)
    opened()
    await parts.onLive()
    while (!signal.aborted) {
      await orLost(instance, rest(parts.limits.heartbeat, signal))
      if (signal.aborted || (await isIdle(parts, instance, last))) continue
      last = await confirm(parts, instance, onBeat)
    }
  } finally {
    const ended = instance.end(parts.owner)
    // A lost instance may end slowly; the next one need not wait for it.
    if (signal.aborted) await ended
  }
}

/**
 * Writes a heartbeat row and returns its transaction's id; rejects if the stream does not deliver
 * it in time.
 */
async function confirm(
  { owner, limits }: ChangeStreamParts,
  instance: Replication,
  onBeat: (heard: () => void) => void,
): Promise<bigint> {
  const roundTrip = new Promise<void>(onBeat)
  const id = await orLost(instance, withTimeout(openTimeoutMs, beat(owner)))
  await orLost(instance, withTimeout(limits.heartbeatDeadline, roundTrip))
  return id
}

async function isIdle(
  { owner }: ChangeStreamParts,
  instance: Replication,
  last: bigint,
): Promise<boolean> {
  return orLost(instance, withTimeout(openTimeoutMs, isLastTransaction(owner, last)))
}

async function orLost<Value>(instance: Replication, work: Promise<Value>): Promise<Value> {
  return Promise.race([work, instance.lost])
}

async function rest(milliseconds: number, signal: AbortSignal): Promise<void> {
  await pause(milliseconds, undefined, { signal }).catch(() => undefined)
}
