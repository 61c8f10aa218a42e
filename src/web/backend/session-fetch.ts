import * as v from 'valibot'

import type { SiteStorage } from '../browser/site-storage.ts'
import { readSession } from './stored-session.ts'
import { keepLoss, lossOf } from './session-loss.ts'
import { jsonText, parseIfValid } from '../../domain/parse.ts'

/** The name of the lock under which one tab after the other renews the session. */
const lockName = 'tagebuch.renewal'

/** How long a renewal waits for another tab's, in milliseconds; a frozen tab may hold the lock. */
const longestTurn = 5000

export interface SessionFetchOptions {
  readonly inner: typeof fetch
  readonly storage: SiteStorage
  /** Missing over plain HTTP; the server then gives tabs that renew at once the same token. */
  readonly locks: LockManager | undefined
}

const granted = v.looseObject({
  access_token: v.string(),
  refresh_token: v.string(),
  expires_in: v.number(),
})
const refused = v.object({ error_code: v.optional(v.string()), code: v.optional(v.unknown()) })
const renewal = jsonText(v.object({ refresh_token: v.string() }))

/**
 * The `fetch` that auth-js uses. auth-js ends a session on any 4xx and on any page that answers with
 * 200, and trusts the server's clock; here only a refusal that names its reason reaches it, and a
 * token expires by this device's clock.
 */
export function sessionFetch({ inner, storage, locks }: SessionFetchOptions): typeof fetch {
  async function renew(input: RequestInfo | URL, init: RequestInit | undefined): Promise<Response> {
    const given = parseIfValid(renewal, init?.body)
    const stored = readSession(storage)
    // Another tab has renewed meanwhile; a token from before would count as stolen.
    if (given && stored && stored.refresh_token !== given.refresh_token)
      return new Response(JSON.stringify(stored))
    const answer = await inner(input, init)
    if (answer.ok) return ownExpiry(answer)
    const code = await codeOf(answer)
    const loss = lossOf(code)
    if (loss === undefined) throw noAnswer(answer)
    keepLoss(storage, loss)
    return answer
  }

  return async (input, init) => {
    const grant = new URL(new Request(input).url).searchParams.get('grant_type')
    if (grant === 'refresh_token') return inTurn(locks, async () => renew(input, init))
    const answer = await inner(input, init)
    if (grant !== 'password') return answer
    if (answer.ok) return ownExpiry(answer)
    // Wrong words have a code; a 400 without one is a proxy's.
    if (answer.status !== 429 && (await codeOf(answer)) === undefined) throw noAnswer(answer)
    return answer
  }
}

/** Without the server's `expires_at` auth-js reckons it from `expires_in` and this device's clock. */
async function ownExpiry(answer: Response): Promise<Response> {
  const session = parseIfValid(granted, await json(answer))
  if (session === undefined) throw noAnswer(answer)
  const { expires_at: _, ...rest } = session
  return new Response(JSON.stringify(rest))
}

async function codeOf(answer: Response): Promise<string | undefined> {
  const { error_code: name, code } = parseIfValid(refused, await json(answer.clone())) ?? {}
  return name ?? (typeof code === 'string' ? code : undefined)
}

async function json(answer: Response): Promise<unknown> {
  return answer.json().catch(() => undefined)
}

/** auth-js tries again after it, and keeps the session. */
function noAnswer({ status }: Response): Error {
  return new TypeError(`an answer with status ${status} that is not the sign-in service's`)
}

async function inTurn(
  locks: LockManager | undefined,
  task: () => Promise<Response>,
): Promise<Response> {
  if (locks === undefined) return task()
  let mine: Promise<Response> | undefined
  try {
    const signal = AbortSignal.timeout(longestTurn)
    return await locks.request(lockName, { signal }, async () => (mine = task()))
  } catch (cause) {
    if (mine !== undefined) throw cause
    // No turn in time, or locks that the browser refuses.
    return task()
  }
}
