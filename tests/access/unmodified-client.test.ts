import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SignedIn, UsedServer } from '../support/server.ts'
import { sharedServer } from '../support/shared-server.ts'

let server: UsedServer
let jonas: SignedIn

beforeAll(async () => {
  server = await sharedServer()
  jonas = await server.client('Jonas')
})
beforeEach(async () => {
  await server.emptyJournal()
  const rows = ['eins', 'zwei'].map((content) => ({
    user_id: jonas.id,
    category: 'gedanken',
    content,
  }))
  expect((await jonas.rest.from('entries').insert(rows)).error).toBeNull()
})
afterAll(async () => {
  await server.stop()
})

const entries = () => jonas.rest.from('entries')
/** What `maxAffected(1)` sends; the client's types know it only of a declared PostgREST version. */
const atMostOne = <Query extends { setHeader(name: string, value: string): Query }>(query: Query) =>
  query.setHeader('Prefer', 'handling=strict,max-affected=1')
const contents = async () => {
  const { data } = await entries().select('content').order('content')
  return data?.map(({ content }) => String(content))
}

describe('the unmodified client', () => {
  it("reads entries with their author by the foreign key's column", async () => {
    const { data, error } = await entries().select('*, profiles:user_id(name)').order('content')
    expect(error).toBeNull()
    expect(data?.map((row) => row.profiles)).toEqual([{ name: 'Jonas' }, { name: 'Jonas' }])
  })

  it('embeds the likes of a person as a list', async () => {
    const profile = jonas.rest.from('profiles').select('name, quote_likes(quote_text)')
    const own = () => profile.eq('id', jonas.id).single()
    expect((await own()).data).toEqual({ name: 'Jonas', quote_likes: [] })
    const like = (text: string) => ({ user_id: jonas.id, quote_text: text, quote_author: 'Wir' })
    await jonas.rest.from('quote_likes').insert([like('eins'), like('zwei')])
    const likes = (await own()).data?.quote_likes
    expect(likes?.map((row) => String(row.quote_text)).toSorted()).toEqual(['eins', 'zwei'])
    const backwards = await jonas.rest.from('quote_likes').select('profiles(name)').limit(1)
    expect(backwards.data).toEqual([{ profiles: { name: 'Jonas' } }])
  })

  it('gets every time in the form of a hosted project', async () => {
    const row = { user_id: jonas.id, category: 'ideen', content: 'drei' }
    const dated = { ...row, scheduled_date: '2026-07-01T08:00:00.5+02:00' }
    const inserted = await entries().insert(dated).select('*').single()
    expect(inserted.error).toBeNull()
    expect(inserted.data?.scheduled_date).toBe('2026-07-01T06:00:00.5+00:00')
    const id = String(inserted.data?.id)
    await jonas.rest.from('reactions').insert({ entry_id: id, user_id: jonas.id, emoji: '🔥' })
    const one = () => entries().select('*, profiles(*)').eq('id', id)
    const asked = [
      await one(),
      await entries().select('at:created_at, reactions(*, profiles(*))').eq('id', id),
      await entries().update({ scheduled_date: '2026-07-01' }).eq('id', id).select(),
      await entries().select('id, created_at').eq('id', id).csv(),
      await jonas.rest.from('journal').select('*').single(),
      await jonas.auth.getUser(),
      await entries().delete().eq('id', id).select(),
    ]
    const times = JSON.stringify([inserted.data, asked]).match(/\d{4}-\d\d-\d\d[T ]\d\d:[^"\\]*/g)
    expect(times?.length).toBeGreaterThan(25)
    for (const time of times ?? [])
      expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?\+00:00$/)
    const created = String(inserted.data?.created_at)
    const same = await entries().select('content').gte('created_at', created)
    expect(same.error).toBeNull()
  })

  it('writes nothing if more rows than allowed would be affected', async () => {
    const all = entries().update({ content: 'drei' }).eq('category', 'gedanken')
    const changed = await atMostOne(all)
    expect([changed.status, changed.error?.code]).toEqual([400, 'PGRST124'])
    const deleted = await atMostOne(entries().delete().eq('category', 'gedanken'))
    expect([deleted.status, deleted.error?.code]).toEqual([400, 'PGRST124'])
    expect(await contents()).toEqual(['eins', 'zwei'])
    const one = await atMostOne(entries().update({ content: 'drei' }).eq('content', 'zwei'))
    expect(one.error).toBeNull()
    expect(await contents()).toEqual(['drei', 'eins'])
  })

  it('writes nothing if a single row is requested and there are several', async () => {
    const all = () => entries().update({ content: 'drei' }).eq('category', 'gedanken')
    const changed = await all().select('id').single()
    expect([changed.status, changed.error?.code]).toEqual([406, 'PGRST116'])
    const deleted = await entries().delete().eq('category', 'gedanken').select('id').single()
    expect([deleted.status, deleted.error?.code]).toEqual([406, 'PGRST116'])
    expect(await contents()).toEqual(['eins', 'zwei'])
    const none = await entries().update({ content: 'x' }).eq('content', 'x').select('id').single()
    expect([none.status, none.error?.code]).toEqual([406, 'PGRST116'])
    const one = await entries().delete().eq('content', 'zwei').select('content').single()
    expect(one.data).toEqual({ content: 'zwei' })
    expect(await contents()).toEqual(['eins'])
  })
})
