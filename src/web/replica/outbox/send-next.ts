import type { Calls } from '../../backend/calls.ts'
import type { Queued } from '../memory/stored-rows.ts'
import { kindOf } from '../mutations/registry.ts'
import type { SendResult } from '../mutations/send-result.ts'
import { followTimeZone } from '../store/follow-time-zone.ts'
import { queueOf } from '../store/queue.ts'
import type { Store } from '../store/store.ts'
import { applyResult } from './apply-result.ts'
import { compact } from './compact.ts'
import { dateOf, isDue, type Clock } from './misdated.ts'
import { giveNewId } from './new-id.ts'
import { nextOf, recordFault } from './retry-state.ts'

/** The result of one send attempt: sent, to be sent again under another id, or why to wait. */
export type AttemptResult = 'ok' | 'id-taken' | Extract<SendResult, { kind: 'paused' }>['code']

export interface SendOptions {
  readonly store: Store
  readonly calls: Calls
  /** True while the browser knows that there is no network: then nothing is even tried. */
  readonly isOffline: () => boolean
  /** True unless the last contact succeeded: then a read has to come back before a write goes out. */
  readonly needsProbe: () => boolean
  /** The facts about the times of this device. */
  readonly clock: Clock
}

/** Sends the oldest mutation and applies its result; `empty` where there is none. Needs the right to send. */
export async function sendNext(options: SendOptions): Promise<AttemptResult | 'empty'> {
  const { store } = options
  await store.readQueue('outbox')
  store.change((rows) => compact(rows))
  if (store.memory.state().queue.length === 0) return 'empty'
  // A mutation that was never tried can still be merged or undone.
  if (options.isOffline()) return 'network'
  if (needsAnswer(options) && !(await answers(options))) return 'network'
  const next = await markInFlight(options)
  if (next === undefined) return 'empty'
  return sendOne(options, next)
}

/** Marks the mutation to be sent next as handed to the network, on the disk, too; from here on nothing changes it. */
async function markInFlight({ store, clock }: SendOptions): Promise<Queued | undefined> {
  const { value, stored } = store.change((rows) => {
    compact(rows)
    const next = nextOf(queueOf(rows), (queued) => isDue(queued, clock))
    if (next === undefined || next.isInFlight) return next
    const marked: Queued = { ...next, isInFlight: true }
    rows.put('outbox', marked)
    return marked
  })
  await stored
  return value
}

/** The clock may have been set since the last answer: what depends on its date waits for one more. */
function needsAnswer({ store, clock, needsProbe }: SendOptions): boolean {
  const next = nextOf(store.memory.state().queue, (queued) => isDue(queued, clock))
  return needsProbe() || (next !== undefined && dateOf(next.mutation) !== undefined)
}

async function sendOne({ store, calls }: SendOptions, next: Queued): Promise<AttemptResult> {
  const result = await kindOf(next.mutation).send(calls, next.mutation, store.person)
  if (result.kind === 'paused') {
    const { code } = result
    if (code === 'fault' || code === 'unsupported')
      await store.change((rows) => recordFault(rows, next, code)).stored
    return code
  }
  if (result.kind === 'id-taken') {
    await store.change((rows) => giveNewId(rows, next, result.newId)).stored
    return 'id-taken'
  }
  store.change((rows) => applyResult(rows, next, result))
  return 'ok'
}

/**
 * A write whose answer is lost may have been carried out; a read can be lost without harm. It also tells
 * the time zone, which may have changed since this device was last in contact.
 */
async function answers({ store, calls }: SendOptions): Promise<boolean> {
  const journal = await calls.readJournal()
  if (journal.ok && journal.value !== undefined) {
    const { timeZone } = journal.value
    store.change((rows) => followTimeZone(rows, timeZone))
  }
  return journal.ok || journal.code !== 'network'
}
