import { beforeEach, describe, expect, it } from 'vitest'
import type { SignedIn } from '../support/server.ts'
import { hide, write } from './people-rows.ts'
import { server, withSharedServer, author, partner } from '../support/signed-in.ts'

withSharedServer()
beforeEach(async () => server.emptyJournal())

const content = '🇩🇪 Haus | 🇭🇷 kuća'

const word = async (over: object = {}) => write({ category: 'uebersetzungen', content, ...over })

describe('the server', () => {
  it('shows reviews to their person only, as long as they can see the word', async () => {
    const [shared, hidden] = [await word(), await word({ is_private: true })]
    const id = crypto.randomUUID()
    const add = (who: SignedIn, entry_id: string, over: object = {}) => {
      const row = { id, user_id: who.id, entry_id, direction: 'de-hr', grade: 3, words_hash: id }
      return who.rest.from('reviews').insert({ ...row, ...over })
    }
    const ids = async (who: SignedIn) =>
      (await who.rest.from('reviews').select('entry_id')).data?.map(
        (row) => row.entry_id as unknown,
      )
    // Two people may have the same id; one person's second one is a duplicate.
    for (const who of [author, partner]) expect((await add(who, shared)).error).toBeNull()
    expect((await add(partner, shared)).error?.code).toBe('23505')
    expect((await add(author, hidden, { id: crypto.randomUUID() })).error).toBeNull()
    const missing = await add(partner, crypto.randomUUID(), { id: crypto.randomUUID() })
    expect((await add(partner, hidden, { id: crypto.randomUUID() })).error).toEqual(missing.error)
    for (const wrong of [{ grade: 2 }, { direction: 'hr-hr' }])
      expect((await add(partner, shared, { id: crypto.randomUUID(), ...wrong })).error?.code).toBe(
        '23514',
      )
    expect(await ids(partner)).toEqual([shared])

    const removed = async () => (await partner.rest.from('removals').select('table_name')).data
    await hide(shared, true)
    expect(await ids(partner)).toEqual([])
    expect(new Set(await ids(author))).toEqual(new Set([shared, hidden]))
    const [before] = await server.sql()<{ at: Date }[]>`
      select max(updated_at) as at from removals where row_id = ${shared}`
    await hide(shared, false)
    const { data } = await partner.rest.from('reviews').select('updated_at, grade').single()
    expect(data).toMatchObject({ grade: 3 })
    expect(Date.parse(String(data?.updated_at))).toBeGreaterThan(before?.at.getTime() ?? Infinity)

    await hide(shared, true)
    const known = await removed()
    await author.rest.from('entries').delete().eq('id', shared)
    expect(await removed()).toEqual(known)
    expect(await server.sql()`select entry_id from reviews`).toEqual([{ entry_id: hidden }])
  })

  it('takes the time of a review from the device, but never a future one', async () => {
    const entry_id = await word()
    const row = { user_id: author.id, entry_id, direction: 'hr-de', grade: 1, words_hash: entry_id }
    const given = [new Date(Date.now() - 3_600_000).toISOString(), '2100-01-01T00:00:00Z']
    const [recent, future] = await Promise.all(
      given.map(async (created_at) => {
        const inserted = author.rest.from('reviews').insert({ ...row, created_at })
        return inserted.select('created_at').single()
      }),
    )
    expect(Date.parse(String(recent?.data?.created_at))).toBe(Date.parse(given[0] ?? ''))
    expect(Date.parse(String(future?.data?.created_at))).toBeLessThanOrEqual(Date.now() + 1000)
  })
})
