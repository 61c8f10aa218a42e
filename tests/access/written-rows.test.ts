import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SignedIn, UsedServer } from '../support/server.ts'
import { sharedServer } from '../support/shared-server.ts'

let server: UsedServer
let jonas: SignedIn
let željka: SignedIn

beforeAll(async () => {
  server = await sharedServer()
  jonas = await server.client('Jonas')
  željka = await server.client('Željka')
})
beforeEach(async () => server.emptyJournal())
afterAll(async () => {
  await server.stop()
})

const entries = () => jonas.rest.from('entries')
const entry = (content: string) => ({ user_id: jonas.id, category: 'ideen', content })
const date = '2026-07-01T08:00:00+00:00'
const stored = async () => {
  const { data } = await entries().select('*').order('content')
  return data ?? []
}

describe('a bulk insert', () => {
  it('with different keys and without columns is refused, and nothing is written', async () => {
    const response = await fetch(`${server.url}/rest/v1/entries`, {
      method: 'POST',
      headers: {
        apikey: server.anonKey,
        authorization: `Bearer ${await jonas.accessToken()}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify([entry('eins'), { ...entry('zwei'), scheduled_date: date }]),
    })
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'PGRST102' }])
    expect(await stored()).toEqual([])
  })

  it('with columns stores null for a missing key and answers what is stored', async () => {
    const rows = [entry('eins'), { ...entry('zwei'), scheduled_date: date }]
    const { data, error } = await entries().insert(rows).select('*')
    expect(error).toBeNull()
    expect(data?.map((row) => row.scheduled_date)).toEqual([null, date])
    expect(data).toEqual(await stored())
    const id = crypto.randomUUID()
    const lacking = await entries().insert([entry('drei'), { ...entry('vier'), id }])
    expect([lacking.status, lacking.error?.code]).toEqual([400, '23502'])
    expect(await stored()).toEqual(data)
  })

  it('that asks for defaults stores and answers them', async () => {
    const id = crypto.randomUUID()
    const options = { defaultToNull: false }
    const unequal = [entry('eins'), { ...entry('zwei'), id, is_private: true }]
    const mixed = await entries().insert(unequal, options).select('*')
    expect(mixed.error).toBeNull()
    expect(mixed.data).toEqual(await stored())
    expect(mixed.data?.map((row) => row.is_private)).toEqual([false, true])
    expect(mixed.data?.[1]?.id).toBe(id)
    const equal = await entries()
      .insert([entry('vier'), entry('drei')], options)
      .select('*')
    expect(equal.error).toBeNull()
    const others = (await stored()).filter(({ content }) => /^(?:drei|vier)$/.test(content))
    expect(equal.data?.toReversed()).toEqual(others)
    const silent = await entries().insert(unequal.slice(0, 1), options)
    expect([silent.status, silent.data]).toEqual([201, null])
  })

  it('that would become more values than a request may hold is refused', async () => {
    const rows = Array.from({ length: 2000 }, () => ({}))
    const answer = await entries().insert([entry('eins'), ...rows, { id: null, completed: true }])
    expect([answer.status, answer.error?.code]).toEqual([400, 'PGRST102'])
  })

  it('answers its rows with their authors in the order in which they were sent', async () => {
    const contents = Array.from({ length: 40 }, (_, index) => `Nummer ${index}`)
    const inserted = await entries().insert(contents.map(entry)).select('content, profiles(name)')
    expect(inserted.error).toBeNull()
    expect(inserted.status).toBe(201)
    expect(inserted.data).toEqual(
      contents.map((content) => ({ content, profiles: { name: 'Jonas' } })),
    )
  })
})

describe('a write that embeds', () => {
  it('answers one inserted row as an object', async () => {
    const { data, error, status } = await entries()
      .insert(entry('eins'))
      .select('content, profiles(name)')
      .single()
    expect(error).toBeNull()
    expect([status, data]).toEqual([201, { content: 'eins', profiles: { name: 'Jonas' } }])
    const two = await entries()
      .insert([entry('zwei'), entry('drei')])
      .select('profiles(name)')
      .single()
    expect([two.status, two.error?.code]).toEqual([406, 'PGRST116'])
    expect(await stored()).toHaveLength(1)
  })

  it('answers the changed rows although the filter no longer finds them', async () => {
    await entries().insert([entry('alt'), entry('anders')])
    const change = (from: string, to: string) =>
      entries().update({ content: to }).eq('content', from)
    const many = await change('alt', 'neu').select('content, profiles(name)')
    const row = (content: string) => ({ content, profiles: { name: 'Jonas' } })
    expect([many.status, many.data]).toEqual([200, [row('neu')]])
    const one = await change('neu', 'neuer').select('content, profiles(name)').single()
    expect([one.status, one.data]).toEqual([200, row('neuer')])
    const renamed = await change('neuer', 'am neuesten').select('text:content')
    expect(renamed.data).toEqual([{ text: 'am neuesten' }])
    const none = await change('fehlt', 'x').select('profiles(name)').single()
    expect([none.status, none.error?.code]).toEqual([406, 'PGRST116'])
    const noneOfMany = await change('fehlt', 'x').select('profiles(name)')
    expect([noneOfMany.status, noneOfMany.data]).toEqual([200, []])
  })

  it('answers one deleted row as an object', async () => {
    await entries().insert([entry('eins'), entry('zwei'), entry('drei')])
    const gone = await entries()
      .delete()
      .eq('content', 'eins')
      .select('content, profiles(name)')
      .single()
    expect([gone.status, gone.data]).toEqual([
      200,
      { content: 'eins', profiles: { name: 'Jonas' } },
    ])
    const none = await entries().delete().eq('content', 'x').select('profiles(name)').single()
    expect([none.status, none.error?.code]).toEqual([406, 'PGRST116'])
    const all = entries().delete().eq('category', 'ideen').select('profiles(name)').single()
    expect((await all).status).toBe(406)
    expect(await stored()).toHaveLength(2)
  })

  it("embeds nothing of the partner's private entries", async () => {
    const partner = { ...entry('geheim'), user_id: željka.id, is_private: true }
    expect((await željka.rest.from('entries').insert(partner)).error).toBeNull()
    const answer = await entries()
      .insert(entry('eins'))
      .select('content, profiles(name, entries(content))')
      .single()
    expect(answer.data).toEqual({
      content: 'eins',
      profiles: { name: 'Jonas', entries: [{ content: 'eins' }] },
    })
    const foreign = await entries()
      .update({ content: 'x' })
      .eq('content', 'geheim')
      .select('content, profiles(name)')
    expect(foreign.data).toEqual([])
  })
})
