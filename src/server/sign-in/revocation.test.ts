import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { createRevocation } from './revocation.ts'

const secret = 'a secret of the tests that is long enough'
const revocation = createRevocation(secret)

async function tokenOf(sessionId: string, from = revocation): Promise<string> {
  const jwt = await new SignJWT({ session_id: sessionId })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(secret))
  const answer = await from.attach(Response.json({ access_token: jwt, token_type: 'bearer' }))
  const body = (await answer.json()) as { revocation_token: string; token_type: string }
  expect(body.token_type).toBe('bearer')
  return body.revocation_token
}

const body = (token: unknown) => JSON.stringify({ revocation_token: token })

describe('a revocation token', () => {
  it('comes with the tokens of a sign-in and names its session', async () => {
    const id = randomUUID()
    expect(revocation.sessionIn(body(await tokenOf(id)))).toBe(id)
  })

  it('cannot be made without the secret, nor from another session’s', async () => {
    const [one, other] = [randomUUID(), randomUUID()]
    const foreign = await tokenOf(one, createRevocation('another secret'))
    expect(revocation.sessionIn(body(foreign))).toBeUndefined()
    const signature = (await tokenOf(other)).split('.')[1] ?? ''
    for (const forged of [`${one}.${signature}`, `${one}.`, one, `${one}.${signature}.x`, '', 7])
      expect(revocation.sessionIn(body(forged))).toBeUndefined()
  })

  it('is refused in a malformed body', () => {
    for (const text of ['', '{', '[]', '{"revocation_token":null}', body('x'.repeat(10_000))])
      expect(revocation.sessionIn(text)).toBeUndefined()
  })

  it('is not added to a refusal, nor to an answer that is not a sign-in', async () => {
    const refusal = Response.json({ code: 'invalid_credentials' }, { status: 400 })
    expect(await (await revocation.attach(refusal)).text()).toBe('{"code":"invalid_credentials"}')
    const other = await revocation.attach(new Response('plain'))
    expect(await other.text()).toBe('plain')
  })
})
