import { createHmac, timingSafeEqual } from 'node:crypto'
import { decodeJwt } from 'jose'
import * as v from 'valibot'

/** Tokens that end one session and give no access. */
export interface Revocation {
  /**
   * The answer of a sign-in or a renewal with `revocation_token` beside the other tokens; any other
   * answer as it is.
   */
  attach(response: Response): Promise<Response>
  /** The session's id that a request body `{"revocation_token":"…"}` ends; undefined for anything else. */
  sessionIn(body: string): string | undefined
}

const tokens = v.looseObject({ access_token: v.string() })
const claims = v.object({ session_id: v.pipe(v.string(), v.uuid()) })
const given = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ revocation_token: v.pipe(v.string(), v.maxLength(200)) }),
)

/**
 * A device that signs out without a network must not keep a token that gives access, but must be
 * able to end its session on the server later. The token is the session's id with a keyed hash, so
 * the server stores nothing and only it can make one. It ends with the session.
 */
export function createRevocation(secret: string): Revocation {
  function hash(sessionId: string): Buffer {
    return createHmac('sha256', secret).update(`end-session ${sessionId}`).digest()
  }

  return {
    async attach(response) {
      if (!response.ok) return response
      const text = await response.text()
      const body = v.safeParse(v.pipe(v.string(), v.parseJson(), tokens), text)
      const { status, headers } = response
      const unchanged = () => new Response(text, { status, headers })
      if (!body.success) return unchanged()
      const session = v.safeParse(claims, decodeJwt(body.output.access_token))
      if (!session.success) return unchanged()
      const { session_id: id } = session.output
      const revocation = `${id}.${hash(id).toString('base64url')}`
      const withToken = JSON.stringify({ ...body.output, revocation_token: revocation })
      headers.delete('content-length')
      return new Response(withToken, { status, headers })
    },
    sessionIn(body) {
      const parsed = v.safeParse(given, body)
      if (!parsed.success) return undefined
      const [id = '', signature = '', ...rest] = parsed.output.revocation_token.split('.')
      if (!v.is(claims, { session_id: id }) || rest.length > 0) return undefined
      const expected = hash(id)
      const found = Buffer.from(signature, 'base64url')
      return found.length === expected.length && timingSafeEqual(found, expected) ? id : undefined
    },
  }
}
