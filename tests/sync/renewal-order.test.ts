import { expect, it } from 'vitest'
import { createAccessTokenVerifier } from '../../src/server/accounts/access-token.ts'
import { createSignInLimit } from '../../src/server/sign-in/limit.ts'
import { SignInRoutes } from '../../src/server/sign-in/sign-in-routes.ts'
import { secret, startJournal } from './support/journal.ts'

it('renewals of an address that was just refused go behind those of the others', async () => {
  const journal = await startJournal()
  const { connection, pool } = journal.database
  const routes = new SignInRoutes({
    database: connection,
    jwtSecret: secret,
    verifier: createAccessTokenVerifier({ secret, pool }),
    signInLimit: createSignInLimit(() => performance.now()),
  })
  const order: string[] = []
  const renew = async (address: string, name: string) => {
    const body = JSON.stringify({ refresh_token: crypto.randomUUID() })
    const request = new Request('http://localhost/token', { method: 'POST', body })
    const { status } = await routes.refresh(request, { address, isSecure: true })
    order.push(name)
    return status
  }
  expect(await renew('stranger', 'refused')).toBe(400)
  await Promise.all([
    ...['first', 'second', 'third', 'fourth'].map(async (name) => renew('stranger', name)),
    renew('home', 'home'),
  ])
  // The first runs at once, because no one else is there yet.
  expect(order).toEqual(['refused', 'first', 'home', 'second', 'third', 'fourth'])
  await routes.close()
  await journal.stop()
})
