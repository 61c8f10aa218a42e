import type { Calls } from '../backend/calls.ts'
import type { PartnerId } from '../../domain/ids.ts'
import type { ReplicaDatabase } from './database.ts'
import type { Queued } from './operation.ts'
import type { SenderLock } from './sender-lock.ts'
import { send, type Outcome } from './send.ts'
import { settle, takeNext } from './settle.ts'
import { backoff, type Timers } from './timers.ts'

export type Answer = 'ok' | Extract<Outcome, { kind: 'paused' }>['code']

export interface OutboxOptions {
  readonly database: ReplicaDatabase
  readonly me: PartnerId
  readonly calls: Calls
  readonly lock: SenderLock
  readonly timers: Timers
  /** True while the browser knows that there is no network: then nothing is even tried. */
  readonly isOffline: () => boolean
  /** Told after each answer of the server, or for want of one. */
  readonly onAnswer: (answer: Answer) => void
  /** Told of a fault of our own or of the device's storage. */
  readonly onFault: (cause: unknown) => void
}

/** Sends what is stored, in order, one at a time. */
export interface Outbox {
  /** Something may be sendable now: sends at once, whatever pause was running. */
  wake(): void
  /** Something was queued: sends at once, unless the server asked to wait. */
  nudge(): void
  /** Takes up no further operation; the one under way is not interrupted. */
  stop(): Promise<void>
}

/** While another tab holds the lease, look again after this many milliseconds. */
const busyDelay = 1000

/** Drives the outbox; see `Outbox`. Nothing is sent before the first `wake`. */
export function createOutbox(options: OutboxOptions): Outbox {
  const { timers } = options
  let running: Promise<void> | undefined
  let again = false
  let stopped = false
  let failures = 0
  let paused: { readonly code: Answer; readonly cancel: () => void } | undefined

  function pause(milliseconds: number, code: Answer): void {
    paused?.cancel()
    const cancel = timers.after(milliseconds, () => {
      paused = undefined
      start()
    })
    paused = { code, cancel }
  }

  function start(): void {
    if (stopped) return
    if (running !== undefined) {
      again = true
      return
    }
    again = false
    running = drain().finally(() => {
      running = undefined
      if (again && paused === undefined) start()
    })
  }

  async function drain(): Promise<void> {
    try {
      const ran = await options.lock.run(async (renew) => {
        for (;;) {
          if (stopped || !(await renew())) return
          const code = await sendNext(options)
          if (code === 'empty') return
          if (stopped) return
          options.onAnswer(code)
          if (code !== 'ok') return wait(code)
          failures = 0
        }
      })
      if (!ran) pause(busyDelay, 'ok')
    } catch (cause) {
      if (stopped) return
      options.onFault(cause)
      wait('server')
    }
  }

  function wait(code: Answer): void {
    failures += 1
    pause(
      backoff(failures, () => timers.random()),
      code,
    )
  }

  function resume(): void {
    paused?.cancel()
    paused = undefined
    start()
  }

  return {
    wake() {
      failures = 0
      resume()
    },
    nudge() {
      if (paused?.code === 'rate-limited') return
      resume()
    },
    async stop() {
      stopped = true
      paused?.cancel()
      paused = undefined
      await running
    },
  }
}

async function sendNext(options: OutboxOptions): Promise<Answer | 'empty'> {
  const { database, calls, me } = options
  // What was never tried can still be merged or taken back.
  if (options.isOffline()) return (await database.outbox.count()) === 0 ? 'empty' : 'network'
  const next = await takeNext(database)
  if (next === undefined) return 'empty'
  const outcome = await send(calls, next.operation, me, await heldVersion(database, next))
  if (outcome.kind === 'paused') return outcome.code
  await settle(database, next, outcome)
  return 'ok'
}

async function heldVersion(database: ReplicaDatabase, queued: Queued): Promise<number | undefined> {
  if (queued.operation.action !== 'edit-entry') return undefined
  const row = await database.entries.get(queued.operation.entryId)
  return row?.editVersion
}
