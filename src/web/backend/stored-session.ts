import * as v from 'valibot'

import { isUuid } from '../../domain/ids.ts'
import type { SiteStorage } from '../browser/site-storage.ts'
import { jsonText, parseIfValid } from '../../domain/parse.ts'

/** The key in localStorage under which auth-js keeps the session. */
export const sessionKey = 'tagebuch.session'

const storedSession = jsonText(
  v.looseObject({
    access_token: v.string(),
    refresh_token: v.string(),
    expires_in: v.optional(v.number()),
    expires_at: v.optional(v.number()),
    revocation_token: v.optional(v.string()),
    user: v.looseObject({ id: v.pipe(v.string(), v.check(isUuid)) }),
  }),
)

/** The session of this device, as auth-js stored it. */
export function readSession(storage: SiteStorage): v.InferOutput<typeof storedSession> | undefined {
  return parseIfValid(storedSession, storage.getItem(sessionKey))
}
