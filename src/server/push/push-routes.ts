import * as v from 'valibot'
import { dayOf } from '../../domain/journal-day.ts'
import { nudgeChoicesSchema } from '../../domain/nudges/nudge-choices.ts'
import type { AccessTokenClaims, AccessTokenVerifier } from '../accounts/access-token.ts'
import { bearerOf, identify } from '../accounts/caller.ts'
import { jsonOf } from '../guard/body-limit.ts'
import { noSuchPath, restError } from '../guard/responses.ts'
import type { Pool } from '../database/pool.ts'
import { errorLabel } from '../error-code.ts'
import type { Log } from '../log.ts'
import { readChoices, writeChoices } from './choices.ts'
import { areDeviceKeys } from './encrypt.ts'
import { presenceSeconds, type Presence } from './presence.ts'
import { pushEndpoint } from '../settings/push-hosts.ts'
import { dropSubscription, hasSubscription, keepSubscription } from './subscriptions.ts'
import { parseIfValid } from '../../domain/parse.ts'

export interface PushRoutesParts {
  readonly pool: Pool
  readonly anonKey: string
  readonly verifier: AccessTokenVerifier
  readonly presence: Presence
  readonly hosts: readonly string[]
  readonly timeZone: string
  readonly log: Log
  /** Milliseconds since 1970. */
  readonly now: () => number
}

export interface PushRequestContext {
  /** The address of the requesting page; its `Origin` is one of the journal's. */
  readonly origin: string
  /** Called with the person of a valid token. */
  readonly signedIn?: (person: string) => void
}

/** As browsers write addresses: the URL parser would take more, down to a NUL, and the database less. */
const endpointBody = v.object({ endpoint: v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,1000}$/)) })
const subscriptionBody = v.object({
  ...endpointBody.entries,
  keys: v.object({
    p256dh: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{87}=?$/)),
    auth: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{22}={0,2}$/)),
  }),
})

type Handler = (
  parts: PushRoutesParts,
  claims: AccessTokenClaims,
  body: unknown,
  context: PushRequestContext,
) => Promise<Response>

/** Everything under `/push/v1`, by method and path. */
const handlers: Readonly<Record<string, Handler>> = {
  'GET /choices': async ({ pool }, { sub }) => Response.json(await readChoices(pool, sub)),
  'PUT /choices': putChoices,
  'PUT /subscription': putSubscription,
  'DELETE /subscription': deleteSubscription,
  'POST /look': heartbeat,
}

/**
 * Answers a request under `/push/v1` (docs/protocol.md "Nudges"). Only for a signed-in partner; no
 * answer contains a subscription. Never throws.
 */
export async function answerPush(
  parts: PushRoutesParts,
  request: Request,
  context: PushRequestContext,
): Promise<Response> {
  const path = new URL(request.url).pathname.slice('/push/v1'.length)
  const handler = handlers[`${request.method} ${path}`]
  if (handler === undefined) return noSuchPath()
  try {
    const caller = await identify(bearerOf(request), parts)
    if (caller.kind !== 'person')
      return restError({ status: 401, code: 'PGRST301', message: 'Not signed in' })
    context.signedIn?.(caller.claims.sub)
    return await handler(parts, caller.claims, await jsonOf(request), context)
  } catch (error) {
    parts.log.error('A request about nudges failed', errorLabel(error))
    return restError({ status: 503, code: 'PGRST001', message: 'Not available, try again' })
  }
}

async function putChoices(...[{ pool }, { sub }, body]: Parameters<Handler>): Promise<Response> {
  const choices = parseIfValid(nudgeChoicesSchema, body)
  if (choices === undefined) return malformed()
  await writeChoices(pool, sub, choices)
  return Response.json(choices)
}

async function putSubscription(
  ...[parts, claims, body, { origin }]: Parameters<Handler>
): Promise<Response> {
  const { pool, hosts, now, timeZone } = parts
  const given = parseIfValid(subscriptionBody, body)
  // A browser always names its page here; the guard has checked that it is the journal's.
  if (origin === '' || given === undefined || !areDeviceKeys(given.keys)) return malformed()
  const { endpoint, keys } = given
  if (pushEndpoint(endpoint, hosts) === undefined)
    return restError({
      status: 422,
      code: 'UT422',
      message: 'This push service is not on the list',
    })
  const today = dayOf(now(), timeZone)
  const { sub: person, session_id: sessionId } = claims
  const device = { person, sessionId, endpoint, ...keys, origin, today }
  return Response.json({ id: await keepSubscription(pool, device) })
}

async function deleteSubscription(
  ...[{ pool }, { sub }, body]: Parameters<Handler>
): Promise<Response> {
  const given = parseIfValid(endpointBody, body)
  if (given === undefined) return malformed()
  await dropSubscription(pool, sub, given.endpoint)
  return new Response(null, { status: 204 })
}

/** Answers how many seconds the look counts; 0 if no device of the person wants to be nudged. */
async function heartbeat(
  ...[{ pool, presence, now }, { sub }]: Parameters<Handler>
): Promise<Response> {
  presence.record(sub, now())
  return Response.json({ seconds: (await hasSubscription(pool, sub)) ? presenceSeconds : 0 })
}

function malformed(): Response {
  return restError({ status: 400, code: 'PGRST102', message: 'The body is not what this takes' })
}
