import * as v from 'valibot'

import type { SiteStorage } from '../browser/site-storage.ts'
import { parseIfValid } from '../../domain/parse.ts'

/**
 * Why a person must sign in again.
 *
 * - `ended`: signed out elsewhere, a new password, or unused for 30 days; the server keeps no record
 * - `expired`: ended by the limits of a hosted project
 * - `reused`: an old token came back, so someone may have copied it
 * - `account`: the account is blocked or deleted
 * - `damaged`: what this device stored is not a token
 * - `forgotten`: this device has no session
 */
export type SessionLoss = v.InferOutput<typeof sessionLoss>

const sessionLoss = v.picklist(['ended', 'expired', 'reused', 'account', 'damaged', 'forgotten'])

/** The sign-in service's codes that end a session; no other answer does. */
const losses = new Map<string, SessionLoss>([
  ['refresh_token_not_found', 'ended'],
  ['session_not_found', 'ended'],
  ['session_expired', 'expired'],
  ['refresh_token_already_used', 'reused'],
  ['user_not_found', 'account'],
  ['user_banned', 'account'],
  ['validation_failed', 'damaged'],
])

/** The loss that a refusal with this code means; undefined if it says nothing about the session. */
export function lossOf(code: string | undefined): SessionLoss | undefined {
  return code === undefined ? undefined : losses.get(code)
}

/** The key in localStorage under which the last loss is kept, for other tabs and the next start. */
const lossKey = 'tagebuch.loss'

export function keepLoss(storage: SiteStorage, loss: SessionLoss): void {
  storage.setItem(lossKey, loss)
}

export function forgetLoss(storage: SiteStorage): void {
  storage.removeItem(lossKey)
}

export function storedLoss(storage: SiteStorage): SessionLoss {
  return parseIfValid(sessionLoss, storage.getItem(lossKey)) ?? 'forgotten'
}
