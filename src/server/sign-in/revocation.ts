import { createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { jsonText, parseIfValid } from '../../domain/parse.ts'

const sessionId = v.pipe(v.string(), v.uuid())
const given = jsonText(v.object({ revocation_token: v.pipe(v.string(), v.maxLength(200)) }))

/**
 * A device that signs out without a network must not keep a token that gives access, but must be
 * able to end its session on the server later. The token is the session's id with a keyed hash, so
 * the server stores nothing and only it can make one. It ends with the session.
 */
export function createRevocation(secret: string) {
  function hash(session: string): Buffer {
    return createHmac('sha256', secret).update(`end-session ${session}`).digest()
  }

  return {
    tokenOf: (session: string) => `${session}.${hash(session).toString('base64url')}`,
    /** The session's id that a request body `{"revocation_token":"…"}` ends; undefined for anything else. */
    sessionIn(body: string): string | undefined {
      const token = parseIfValid(given, body)?.revocation_token ?? ''
      const [id = '', signature = '', ...rest] = token.split('.')
      if (!v.is(sessionId, id) || rest.length > 0) return undefined
      const expected = hash(id)
      const found = Buffer.from(signature, 'base64url')
      return found.length === expected.length && timingSafeEqual(found, expected) ? id : undefined
    },
  }
}
