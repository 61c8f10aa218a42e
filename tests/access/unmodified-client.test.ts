import { beforeEach, describe, expect, it } from 'vitest'
import { server, withSharedServer, jonas } from '../support/signed-in.ts'

withSharedServer()
beforeEach(async () => {
  await server.emptyJournal()
  const rows = ['eins', 'zwei'].map((content) => ({
    user_id: jonas.id,
    category: 'gedanken',
    content,
  }))
  expect((await jonas.rest.from('entries').insert(rows)).error).toBeNull()
})

const entries = () => jonas.rest.from('entries')
/** The header of `maxAffected(1)`; the client's types know it only of a declared PostgREST version. */
const atMostOne = <Query extends { setHeader(name: string, value: string): Query }>(query: Query) =>
  query.setHeader('Prefer', 'handling=strict,max-affected=1')
const contents = async () => {
  const { data } = await entries().select('content')
  return data?.map(({ content }) => String(content)).toSorted()
}
const idOf = async (text: string) => {
  const { data } = await entries().select('id, content')
  return String(data?.find(({ content }) => content === text)?.id)
}

describe('the unmodified client', () => {
  it("reads entries with their author by the foreign key's column", async () => {
    const { data, error } = await entries().select('*, profiles:user_id(name)')
    expect(error).toBeNull()
    expect(data?.map((row) => row.profiles)).toEqual([{ name: 'Jonas' }, { name: 'Jonas' }])
  })

  it('is refused what answers with many rows in a row, and what counts', async () => {
    const refused = [
      await jonas.rest.from('profiles').select('name, quote_likes(quote_text)'),
      await entries().select('*, reactions(*)'),
      await entries().select('*, profiles(name, entries(content))'),
      await entries().select('*, profiles(name), author:profiles(name)'),
      await jonas.rest.from('quote_likes').select('profiles(name)'),
      await entries().select('*', { count: 'exact' }),
      await entries().select('*', { count: 'exact', head: true }),
      await entries().select('*', { head: true }),
      await entries().insert({ content: 'x' }).select('content, profiles(name)'),
    ]
    expect(refused.map(({ status, data }) => [status, data])).toEqual(
      refused.map(() => [400, null]),
    )
  })

  it('orders by the table’s own column under any name of the profile', async () => {
    const created = { ascending: false }
    const asked = entries()
      .select('content, created_at:profiles(name)')
      .order('created_at', created)
    const { data, error } = await asked
    expect(error).toBeNull()
    expect(data?.map((row) => row.created_at)).toEqual([{ name: 'Jonas' }, { name: 'Jonas' }])
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
      await jonas.rest.from('reactions').select('*, profiles(*)'),
      await entries().update({ scheduled_date: '2026-07-01' }).eq('id', id).select(),
      await jonas.rest.from('journal').select('*').single(),
      await jonas.auth.getUser(),
      await entries().delete().eq('id', id).select(),
    ]
    const times = JSON.stringify([inserted.data, asked]).match(/\d{4}-\d\d-\d\d[T ]\d\d:[^"\\]*/g)
    expect(times?.length).toBeGreaterThan(20)
    for (const time of times ?? [])
      expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?\+00:00$/)
  })

  it('writes nothing with a preference that is not kept', async () => {
    const id = await idOf('zwei')
    const asked = [
      atMostOne(entries().update({ content: 'drei' }).eq('id', id)),
      atMostOne(entries().delete().eq('id', id)),
      entries().upsert({ id, user_id: jonas.id, category: 'gedanken', content: 'drei' }),
      entries().insert([{ content: 'drei' }], { defaultToNull: false }),
      entries().update({ content: 'drei' }, { count: 'exact' }).eq('id', id),
    ]
    for (const answer of await Promise.all(asked))
      expect([answer.status, answer.error?.code]).toEqual([400, 'PGRST122'])
    expect(await contents()).toEqual(['eins', 'zwei'])
  })

  it('writes nothing if a single row is requested and there is another number', async () => {
    const like = (text: string) => ({ user_id: jonas.id, quote_text: text, quote_author: 'Wir' })
    const likes = () => jonas.rest.from('quote_likes')
    const written = await likes()
      .insert([like('eins'), like('zwei')])
      .select('id')
      .single()
    expect([written.status, written.error?.code]).toEqual([406, 'PGRST116'])
    expect((await likes().select('id')).data).toEqual([])
    const missing = crypto.randomUUID()
    const none = await entries().update({ content: 'x' }).eq('id', missing).select('id').single()
    expect([none.status, none.error?.code]).toEqual([406, 'PGRST116'])
    const one = entries()
      .delete()
      .eq('id', await idOf('zwei'))
    expect((await one.select('content').single()).data).toEqual({ content: 'zwei' })
    expect(await contents()).toEqual(['eins'])
  })
})
