import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createRevocation } from './revocation.ts'

const revocation = createRevocation('a secret of the tests that is long enough')

const body = (token: unknown) => JSON.stringify({ revocation_token: token })

describe('a revocation token', () => {
  it('names its session', () => {
    const id = randomUUID()
    expect(revocation.sessionIn(body(revocation.tokenOf(id)))).toBe(id)
  })

  it('cannot be made without the secret, nor from another session’s', () => {
    const [one, other] = [randomUUID(), randomUUID()]
    const foreign = createRevocation('another secret').tokenOf(one)
    expect(revocation.sessionIn(body(foreign))).toBeUndefined()
    const signature = revocation.tokenOf(other).split('.')[1] ?? ''
    for (const forged of [`${one}.${signature}`, `${one}.`, one, `${one}.${signature}.x`, '', 7])
      expect(revocation.sessionIn(body(forged))).toBeUndefined()
  })

  it('is refused in a malformed body', () => {
    for (const text of ['', '{', '[]', '{"revocation_token":null}', body('x'.repeat(10_000))])
      expect(revocation.sessionIn(text)).toBeUndefined()
  })
})
