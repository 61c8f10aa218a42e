import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { expectCleanLogs } from '../../support/intruders.ts'
import { inShort } from '../../support/quick.ts'
import { insert, write } from '../people-rows.ts'
import { withoutHarm } from './support/bystander.ts'
import { collectable } from './support/memory.ts'
import { handfulOf, seeded } from './support/fuzz.ts'
import { anywhere, hiddenId, question, secret, writing } from './support/requests.ts'
import type { Case } from './support/requests.ts'
import { withOwnServer, author, partner, ownServer as server } from '../../support/signed-in.ts'

let partnersToken: string

withOwnServer({ env: collectable })
beforeAll(async () => {
  partnersToken = await partner.accessToken()
  await write({ id: hiddenId, is_private: true, content: secret })
  await insert(author, 'reactions', { entry_id: hiddenId, emoji: '🔥' })
})

async function send(one: Case, token: string | undefined) {
  const response = await fetch(`${server.url}${one.target}`, {
    method: one.method,
    headers: {
      apikey: server.anonKey,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...one.headers,
    },
    ...(one.body === undefined || ['GET', 'HEAD'].includes(one.method) ? {} : { body: one.body }),
    redirect: 'manual',
  })
  const text = JSON.stringify([...response.headers]) + (await response.text())
  return { status: response.status, text }
}

/** No fault inside, and only the author reads a private text. */
async function holds(handful: Case[], token: string | undefined): Promise<void> {
  await Promise.all(
    handful.map(async (one) => {
      const { status, text } = await send(one, token)
      expect(status, `${one.method} ${one.target} ${one.body ?? ''}`).toBeLessThan(500)
      expect(text).not.toContain(secret)
    }),
  )
}

const attacks = [
  ['questions of the partner', question, 'partner'],
  ['writing as the partner', writing, 'partner'],
  ['paths', anywhere, 'partner'],
  ['questions of a stranger', question, 'stranger'],
  ['writing as a stranger', writing, 'stranger'],
] as const

describe('any request', () => {
  it.each(inShort(3, attacks))(
    '(%s) is answered without a fault and without a private text',
    async (_, arbitrary, who) => {
      const token = who === 'partner' ? partnersToken : undefined
      const property = fc.asyncProperty(handfulOf(arbitrary), async (all) => holds(all, token))
      await withoutHarm(server, partner, async () => fc.assert(property, seeded))
    },
    // Ten thousand requests.
    240_000,
  )

  it('left the private entry and its reaction as they were', async () => {
    const { data } = await author.rest
      .from('entries')
      .select('content, is_private, completed')
      .eq('id', hiddenId)
    expect(data).toEqual([{ content: secret, is_private: true, completed: false }])
    const key = { entry_id: hiddenId, user_id: author.id, emoji: '🔥' }
    const reactions = await author.rest.from('reactions').select('emoji').match(key)
    expect(reactions.data).toEqual([{ emoji: '🔥' }])
    const profiles = await author.rest.from('profiles').select('name')
    expect(profiles.data?.map(({ name }) => String(name)).toSorted()).toEqual(['Jonas', 'Željka'])
  })

  it('left nothing in the logs', () => {
    expectCleanLogs(server, [secret, hiddenId, 'drop table', 'jndi'])
  })
})
