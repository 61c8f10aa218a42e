import { beforeEach, describe, expect, it } from 'vitest'
import { write } from './people-rows.ts'
import { jonas, restAs, server, withSharedServer, zeljka as željka } from '../support/signed-in.ts'

withSharedServer()
beforeEach(async () => server.emptyJournal())

const entries = () => jonas.rest.from('entries')
const entry = (content: string) => ({ user_id: jonas.id, category: 'ideen', content })
const date = '2026-07-01T08:00:00+00:00'
const stored = async () => {
  const { data } = await entries().select('*')
  return (data ?? []).toSorted((one, other) => (one.content < other.content ? -1 : 1))
}

describe('a bulk insert', () => {
  it('with different keys and without columns is refused, and nothing is written', async () => {
    const body = JSON.stringify([entry('eins'), { ...entry('zwei'), scheduled_date: date }])
    const response = await restAs(jonas, 'entries', { method: 'POST', body })
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

  it('of rows without columns is refused', async () => {
    const answer = await entries().insert([{}, {}])
    expect([answer.status, answer.error?.code]).toEqual([400, 'PGRST102'])
  })

  it('answers its rows in the order in which they were sent', async () => {
    const contents = Array.from({ length: 40 }, (_, index) => `Nummer ${index}`)
    const inserted = await entries().insert(contents.map(entry)).select('content')
    expect([inserted.status, inserted.error]).toEqual([201, null])
    expect(inserted.data).toEqual(contents.map((content) => ({ content })))
  })
})

describe('a write', () => {
  it('answers the columns that are selected, or one row as an object', async () => {
    const one = await entries().insert(entry('eins')).select('id, content').single()
    const id = String(one.data?.id)
    expect([one.status, one.data]).toEqual([201, { id, content: 'eins' }])
    const changed = await entries().update({ content: 'zwei' }).eq('id', id).select('content')
    expect([changed.status, changed.data]).toEqual([200, [{ content: 'zwei' }]])
    const gone = await entries().delete().eq('id', id).select('content').single()
    expect([gone.status, gone.data]).toEqual([200, { content: 'zwei' }])
    const none = await entries().delete().eq('id', id).select('content').single()
    expect([none.status, none.error?.code]).toEqual([406, 'PGRST116'])
  })

  it('keeps every column that it does not name', async () => {
    const row = { ...entry('eins'), scheduled_date: date, is_private: true }
    const inserted = await entries().insert(row).select('*').single()
    const id = String(inserted.data?.id)
    const changed = await entries().update({ content: 'zwei' }).eq('id', id).select('*').single()
    const { content, edit_version: _version, updated_at: _time, ...rest } = changed.data ?? {}
    expect(content).toBe('zwei')
    expect(inserted.data).toMatchObject(rest)
    const { data } = await entries().insert(entry('drei')).select('is_private, completed').single()
    expect(data).toEqual({ is_private: false, completed: false })
  })

  it("answers nothing of the partner's private entries", async () => {
    const id = await write({ category: 'ideen', is_private: true }, željka)
    const foreign = await entries().update({ content: 'x' }).eq('id', id).select('content')
    expect(foreign.data).toEqual([])
    expect((await entries().delete().eq('id', id).select('content')).data).toEqual([])
  })
})
