import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer } from '../support/server.ts'
import type { SignedIn, TestServer } from '../support/server.ts'
import { expectCleanLogs } from '../support/intruders.ts'

let server: TestServer
let jonas: SignedIn
let zeljka: SignedIn

beforeAll(async () => {
  server = await startTestServer()
  jonas = await server.client('Jonas')
  zeljka = await server.client('Željka')
})
afterAll(async () => {
  await server.stop()
})

async function written(category: string, isPrivate = false) {
  const id = crypto.randomUUID()
  const row = { id, user_id: jonas.id, category, content: 'Zelten', is_private: isPrivate }
  const { data } = await jonas.rest.from('entries').insert(row).select('edit_version').single()
  return { id, version: data?.edit_version as number }
}

const deleteUnseen = async (person: SignedIn, entry: string) => {
  const { data } = await person.rest.rpc('delete_unseen', { entry })
  return data as unknown
}

const removalOf = async (person: SignedIn, id: string) => {
  const { data } = await person.rest
    .from('removals')
    .select('unseen_version')
    .match({ row_id: id, table_name: 'entries' })
  return data
}

describe('delete_unseen', () => {
  it('deletes, and tells both people the version that was not seen', async () => {
    const { id, version } = await written('ideen')
    expect(await deleteUnseen(zeljka, id)).toEqual([{ id }])
    for (const person of [jonas, zeljka])
      expect(await removalOf(person, id)).toEqual([{ unseen_version: version }])
    expect(await deleteUnseen(zeljka, id)).toEqual([])
  })

  it('gives no right that a plain deletion does not give', async () => {
    const shared = await written('gedanken')
    const hidden = await written('ideen', true)
    expect(await deleteUnseen(zeljka, shared.id)).toEqual([])
    expect(await deleteUnseen(zeljka, hidden.id)).toEqual([])
    expect(await server.sql()`select from public.entries`).toHaveLength(2)
    expect(await deleteUnseen(jonas, hidden.id)).toEqual([{ id: hidden.id }])
    expect(await removalOf(zeljka, hidden.id)).toEqual([])
    const anonymous = await server.restClient().rpc('delete_unseen', { entry: shared.id })
    expect([anonymous.status, anonymous.error?.code]).toEqual([401, '42501'])
  })

  it('leaves a plain deletion as it is', async () => {
    const { id } = await written('ideen')
    await zeljka.rest.from('entries').delete().eq('id', id)
    expect(await removalOf(jonas, id)).toEqual([{ unseen_version: null }])
  })

  it('leaves no journal text in the logs', () => {
    expectCleanLogs(server, ['Zelten'])
  })
})
