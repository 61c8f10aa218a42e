import type { PartnerId } from '../../domain/ids.ts'
import type { SessionStore } from './session.ts'

/** Adds the person's token; renews it once when the server refuses it. */
export function authorizedFetch(
  inner: typeof fetch,
  session: SessionStore,
  person: PartnerId,
): typeof fetch {
  async function send(token: string, input: RequestInfo | URL, init?: RequestInit) {
    const headers = new Headers(init?.headers)
    headers.set('authorization', `Bearer ${token}`)
    return inner(input, { ...init, headers })
  }
  return async (input, init) => {
    const token = await session.token(person)
    if (!token.ok) return withoutToken(token.code)
    const answer = await send(token.value, input, init)
    if (answer.status !== 401) return answer
    const renewed = await session.renew(person, token.value)
    if (!renewed.ok) return withoutToken(renewed.code)
    return send(renewed.value, input, init)
  }
}

/** The answer to a request that is not sent, as if the network or the server had refused it. */
function withoutToken(code: string): Response {
  if (code !== 'unauthorized') throw new TypeError('the session could not be renewed just now')
  return new Response('{"code":"PGRST301"}', { status: 401 })
}
