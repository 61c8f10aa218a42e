import type { Calls } from '../../backend/calls.ts'
import type { PartnerId } from '../../../domain/ids.ts'
import type { ReplicaDatabase } from '../copy/database.ts'
import type { Queued } from '../mutations/operation.ts'
import type { SenderLock } from './sender-lock.ts'
import type { Outcome } from '../mutations/send-result.ts'
import { send } from '../mutations/send.ts'
import { settle, takeNext } from './apply-result.ts'
import { giveNewId } from './new-id.ts'
import { backoff, type Timers } from '../../browser/timers.ts'
import { recordFault } from './trouble.ts'

export type Answer = 'ok' | 'id-taken' | Extract<Outcome, { kind: 'paused' }>['code']

export interface OutboxOptions {
  readonly database: ReplicaDatabase
  readonly me: PartnerId
  readonly calls: Calls
  readonly lock: SenderLock
  readonly timers: Timers
  /** True while the browser knows that there is no network: then nothing is even tried. */
  readonly isOffline: () => boolean
  /** True unless the last contact succeeded: then a read has to come back before a write goes out. */
  readonly isDoubtful: () => boolean
  /** Told after each answer of the server, or for want of one. */
  readonly onAnswer: (answer: Answer) => void
  /** Told of a fault of our own or of the device's storage. */
  readonly onFault: (cause: unknown) => void
}

/** Takes what this tab writes straight to the network. */
export interface DirectSender {
  /**
   * Announces a write: the right to send is asked for while it is being stored. The returned
   * function says that it is stored, or that it failed.
   */
  prepare(): () => void
  /** True when nothing keeps an operation stored now from being sent at once. */
  isFree(): boolean
  /** Sends an operation that has just become durable as the only one, marked as `attempted`. */
  handOver(queued: Queued): void
}

/** Sends what is stored, in order, one at a time. */
export interface Outbox extends DirectSender {
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
  const writes = createWrites()
  let running: Promise<void> | undefined
  let isSending = false
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
          const handed = await writes.next()
          if (stopped) return
          isSending = true
          const code = await sendNext(options, handed).finally(() => {
            isSending = false
          })
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

  function isFree(): boolean {
    const isReachable = !options.isOffline() && !options.isDoubtful()
    return !stopped && !isSending && paused === undefined && isReachable
  }

  function nudge(): void {
    if (paused?.code !== 'rate-limited') resume()
  }

  return {
    wake() {
      failures = 0
      resume()
    },
    nudge,
    isFree,
    prepare() {
      const done = writes.begin()
      if (isFree()) start()
      return () => {
        done()
        nudge()
      }
    },
    handOver: (queued) => writes.handOver(queued),
    async stop() {
      stopped = true
      paused?.cancel()
      paused = undefined
      writes.stop()
      await running
    },
  }
}

/** The writes of this tab that are being stored, while the sender waits for them. */
function createWrites() {
  let underWay = 0
  let wakeUp: ((queued: Queued | undefined) => void) | undefined
  function settle(queued?: Queued): void {
    wakeUp?.(queued)
    wakeUp = undefined
  }
  return {
    begin() {
      underWay += 1
      return () => {
        underWay -= 1
        if (underWay === 0) settle()
      }
    },
    /**
     * Only to a sender that waits, so one with the right to send: otherwise another tab may have
     * sent it by the time this one reads it.
     */
    handOver: settle,
    /** What is handed over; `undefined` once nothing is being stored any more. */
    async next(): Promise<Queued | undefined> {
      if (underWay === 0) return undefined
      return new Promise((resolve) => {
        wakeUp = resolve
      })
    },
    stop: () => settle(),
  }
}

async function sendNext(
  options: OutboxOptions,
  handed: Queued | undefined,
): Promise<Answer | 'empty'> {
  const { database, calls, me } = options
  // What was never tried can still be merged or taken back.
  if (handed === undefined && (options.isOffline() || options.isDoubtful())) {
    if ((await database.outbox.count()) === 0) return 'empty'
    if (options.isOffline() || !(await answers(calls))) return 'network'
  }
  const next = handed ?? (await takeNext(database))
  if (next === undefined) return 'empty'
  const outcome = await send(calls, next.operation, me)
  if (outcome.kind === 'paused') {
    if (outcome.code === 'fault') await recordFault(database, next)
    return outcome.code
  }
  if (outcome.kind === 'id-taken') {
    await giveNewId(database, next, outcome.newId, me)
    return 'id-taken'
  }
  await settle(database, next, outcome, me)
  return 'ok'
}

/** A write whose answer is lost may have been carried out; a read can be lost without harm. */
async function answers(calls: Calls): Promise<boolean> {
  const journal = await calls.readJournal()
  return journal.ok || journal.code !== 'network'
}
