import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestServer } from '../support/server.ts'
import type { SignedIn, TestServer } from '../support/server.ts'

let server: TestServer
let jonas: SignedIn

beforeAll(async () => {
  server = await startTestServer()
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

  it('writes nothing where more rows than allowed would be affected', async () => {
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

  it('writes nothing where a single row is asked for and there are several', async () => {
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
