import * as v from 'valibot'

import type { SiteStorage } from '../browser/site-storage.ts'
import { sessionKey } from './session.ts'

/** The key in localStorage of the tokens for sessions that the server must still end. */
export const endingsKey = 'tagebuch.endings'

const storedSession = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ access_token: v.string(), revocation_token: v.optional(v.string()) }),
)
const storedEndings = v.pipe(v.string(), v.parseJson(), v.array(v.string()))

/** More sign-outs without a network than anyone makes; limits how many tokens are kept. */
const mostEndings = 20

/** Ended, or not a token of this server. Any other status may be a proxy's. */
const finalAnswers: ReadonlySet<number> = new Set([204, 400, 401, 404])

/** Sessions that this device has left, until the server knows. */
export interface SessionEnd {
  /** True when the stored session has a token that can end it later. */
  endsLater(): boolean
  /**
   * Removes the session's tokens from this device and keeps only the token that can end it. A
   * server without revocation tokens (hosted Supabase) leaves nothing to keep. Yields the access
   * token for a call that ends the session now; undefined if no one was signed in.
   */
  leave(): string | undefined
  /** The server has ended the session that was left last. */
  done(): void
  /** Sends the remaining tokens to the server; those that fail stay. */
  send(): Promise<void>
}

export interface SessionEndOptions {
  readonly storage: SiteStorage
  /** Origin of the backend, without a path. */
  readonly base: string
  readonly anonKey: string
  readonly fetch: typeof fetch
}

export function createSessionEnd(options: SessionEndOptions): SessionEnd {
  const { storage, base, anonKey } = options

  function read(): readonly string[] {
    const parsed = v.safeParse(storedEndings, storage.getItem(endingsKey))
    return parsed.success ? parsed.output : []
  }

  function write(endings: readonly string[]): void {
    if (endings.length === 0) storage.removeItem(endingsKey)
    else storage.setItem(endingsKey, JSON.stringify(endings.slice(-mostEndings)))
  }

  function stored() {
    const parsed = v.safeParse(storedSession, storage.getItem(sessionKey))
    return parsed.success ? parsed.output : undefined
  }

  let last: string | undefined

  async function tell(token: string): Promise<void> {
    const answer = await options.fetch(`${base}/auth/v1/end-session`, {
      method: 'POST',
      headers: { apikey: anonKey, 'content-type': 'application/json' },
      body: JSON.stringify({ revocation_token: token }),
    })
    if (finalAnswers.has(answer.status)) write(read().filter((one) => one !== token))
  }

  return {
    endsLater: () => stored()?.revocation_token !== undefined,
    leave() {
      const session = stored()
      last = session?.revocation_token
      // First store the revocation token: if the page dies in between, the session can still be
      // ended.
      if (last !== undefined) write([...read().filter((one) => one !== last), last])
      storage.removeItem(sessionKey)
      return session?.access_token
    },
    done() {
      write(read().filter((one) => one !== last))
    },
    async send() {
      for (const token of read()) await tell(token).catch(() => undefined)
    },
  }
}
