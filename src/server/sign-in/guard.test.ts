import bcrypt from 'bcryptjs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestDatabase } from '../../../tests/support/database.ts'
import type { TestDatabase } from '../../../tests/support/cluster.ts'
import { createAccessTokenVerifier } from '../accounts/access-token.ts'
import { ensureAccounts } from '../accounts/accounts.ts'
import { createSignInLimit } from './limit.ts'
import { Api } from '../api/api.ts'

const known = 'jonas@tagebuch.internal'
const anonKey = 'sb_publishable_nur_fuer_diese_pruefung'
const jwtSecret = 'nur-fuer-diese-pruefung-'.repeat(3)

let database: TestDatabase
let api: Api

beforeAll(async () => {
  database = await createTestDatabase()
  const { pool, connection } = database
  const partners = [
    { name: 'Jonas', identifier: known },
    { name: 'Željka', identifier: 'zeljka@tagebuch.internal' },
  ] as const
  await ensureAccounts(pool, partners, ['jonas-geheim-2026', 'zeljka-geheim-2026'])
  api = new Api({
    database: connection,
    jwtSecret,
    anonKey,
    verifier: createAccessTokenVerifier({ secret: jwtSecret, pool }),
    signInLimit: createSignInLimit(Date.now),
    isDiskFull: async () => Promise.resolve(false),
    hasRoomForPhotos: async () => Promise.resolve(true),
    onPull: () => undefined,
    log: { info: () => undefined, error: () => undefined },
  })
})
afterAll(async () => {
  await api.close()
  await database.drop()
})

/** The work factors of the comparisons that one attempt costs. */
async function effort(email: string, password: string) {
  const compare = vi.spyOn(bcrypt, 'compare')
  const request = new Request('http://localhost/auth/v1/token?grant_type=password', {
    method: 'POST',
    headers: { apikey: anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const { status } = await api.fetch(request, { address: crypto.randomUUID(), isSecure: false })
  const costs = compare.mock.calls.map(([, hash]) => bcrypt.getRounds(hash))
  compare.mockRestore()
  return { status, costs }
}

describe('an attempt to sign in', () => {
  it.each([
    ['a wrong password', 'falsch-falsch'],
    ['a short one', 'x'],
    ['none', ''],
    ['one longer than bcrypt reads', 'x'.repeat(200)],
    ['one beyond the basic plane', '🔐'.repeat(30)],
  ])('with %s costs a known and an unknown name the same hashing', async (_, password) => {
    const right = await effort(known, password)
    const unknown = await effort('niemand@tagebuch.internal', password)
    expect(right).toEqual(unknown)
    expect(right.costs).toEqual(password === '' ? [] : [10])
  })

  it('with the right password costs one comparison, too', async () => {
    expect(await effort(known, 'jonas-geheim-2026')).toEqual({ status: 200, costs: [10] })
  })

  it.each([` ${known}`, `${known} `, `${known}\t`, known.replace('j', 'ｊ')])(
    'with the identifier spelt %j opens nothing, so every spelling counts for one account',
    async (email) => {
      expect((await effort(email, 'jonas-geheim-2026')).status).toBe(400)
    },
  )
})

describe('passwords', () => {
  it('are stored by bcrypt with the same work factor for both', async () => {
    const rows = await database.sql<{ hash: string }[]>`
      select encrypted_password as hash from auth.users`
    expect(rows.map(({ hash }) => hash.slice(0, 7))).toEqual(['$2b$10$', '$2b$10$'])
  })
})
