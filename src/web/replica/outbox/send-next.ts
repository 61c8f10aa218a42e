import type { PartnerId } from '../../../domain/ids.ts'
import type { Calls } from '../../backend/calls.ts'
import type { ReplicaDatabase } from '../copy/database.ts'
import { followTimeZone } from '../copy/follow-time-zone.ts'
import type { Queued } from '../copy/stored-rows.ts'
import { kindOf } from '../mutations/registry.ts'
import type { SendResult } from '../mutations/send-result.ts'
import { applyResult } from './apply-result.ts'
import { giveNewId } from './new-id.ts'
import { markInFlight } from './outbox.ts'
import type { OwnFrames } from './own-frames.ts'
import { recordFault } from './trouble.ts'

/** The result of one send attempt: sent, to be sent again under another id, or why to wait. */
export type AttemptResult = 'ok' | 'id-taken' | Extract<SendResult, { kind: 'paused' }>['code']

export interface SendOptions {
  readonly database: ReplicaDatabase
  readonly me: PartnerId
  readonly calls: Calls
  /** True while the browser knows that there is no network: then nothing is even tried. */
  readonly isOffline: () => boolean
  /** True unless the last contact succeeded: then a read has to come back before a write goes out. */
  readonly isDoubtful: () => boolean
  /** Told of what is sent and answered. */
  readonly ownFrames: OwnFrames
}

/**
 * Sends the oldest mutation and stores its result; `empty` where there is none.
 *
 * @param marked a mutation that is marked as in flight already, which then is the oldest
 */
export async function sendNext(
  options: SendOptions,
  marked: Queued | undefined,
): Promise<AttemptResult | 'empty'> {
  const { database } = options
  // What was never tried can still be merged or taken back.
  if (marked === undefined && (options.isOffline() || options.isDoubtful())) {
    if ((await database.outbox.count()) === 0) return 'empty'
    if (options.isOffline() || !(await answers(options))) return 'network'
  }
  const next = marked ?? (await markInFlight(database))
  if (next === undefined) return 'empty'
  return options.ownFrames.during(next, async () => sendOne(options, next))
}

async function sendOne(
  { database, me, calls, ownFrames }: SendOptions,
  next: Queued,
): Promise<AttemptResult> {
  const result = await kindOf(next.mutation).send(calls, next.mutation, me)
  if (result.kind === 'paused') {
    if (result.code === 'fault') await recordFault(database, next)
    return result.code
  }
  if (result.kind === 'id-taken') {
    await giveNewId(database, next, result.newId, me)
    return 'id-taken'
  }
  if (await applyResult(database, next, result, me)) ownFrames.noteStored(result.returned)
  return 'ok'
}

/**
 * A write whose answer is lost may have been carried out; a read can be lost without harm. It also tells
 * the time zone, which may have changed since this device was last in contact.
 */
async function answers({ database, calls }: SendOptions): Promise<boolean> {
  const journal = await calls.readJournal()
  if (journal.ok && journal.value !== undefined)
    await followTimeZone(database, journal.value.timeZone)
  return journal.ok || journal.code !== 'network'
}
