import { describe, expect, it } from 'vitest'
import type { SignedIn } from '../support/server.ts'
import { expectCleanLogs } from '../support/intruders.ts'
import { withOwnServer, jonas, zeljka, ownServer as server } from '../support/signed-in.ts'

withOwnServer()

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
})

describe('delete_entry', () => {
  const deletion = async (
    person: SignedIn,
    entry: string,
    version: number | null,
    replies = '{}',
  ) => person.rest.rpc('delete_entry', { entry, seen_version: version, seen_replies: replies })

  async function replied(writer: SignedIn, entry: string) {
    const id = crypto.randomUUID()
    const row = { id, entry_id: entry, user_id: writer.id, content: 'Mit Boot' }
    const { data } = await writer.rest.from('replies').insert(row).select('updated_at').single()
    return { id, version: data?.updated_at as string }
  }

  const unseenBy = async (person: SignedIn, id: string) => {
    const match = { row_id: id, table_name: 'replies' }
    return (await person.rest.from('removals').select('unseen_version').match(match)).data
  }

  it('names the replies that its device did not know, each to its writer alone', async () => {
    const { id, version } = await written('ideen')
    const [known, edited, own, unknown] = [
      await replied(zeljka, id),
      await replied(zeljka, id),
      await replied(jonas, id),
      await replied(zeljka, id),
    ]
    await zeljka.rest.from('replies').update({ content: 'Mit zwei Booten' }).eq('id', edited.id)
    const seen = { [known.id]: known.version, [edited.id]: edited.version, [own.id]: null }
    expect((await deletion(jonas, id, version, JSON.stringify(seen))).data).toEqual([{ id }])
    expect(await removalOf(zeljka, id)).toEqual([{ unseen_version: null }])
    for (const reply of [unknown, edited])
      expect(await unseenBy(zeljka, reply.id)).toEqual([{ unseen_version: 0 }])
    for (const reply of [known, own, unknown, edited])
      expect(await unseenBy(jonas, reply.id)).toEqual([])
    for (const reply of [known, own]) expect(await unseenBy(zeljka, reply.id)).toEqual([])
  })

  it.each(['says nothing', 'is of an older app'])('names none where it %s', async (how) => {
    const { id, version } = await written('ideen')
    const reply = await replied(zeljka, id)
    if (how === 'says nothing')
      await jonas.rest.rpc('delete_entry', { entry: id, seen_version: version, seen_replies: null })
    else await jonas.rest.from('entries').delete().eq('id', id)
    expect(await removalOf(zeljka, id)).toEqual([{ unseen_version: null }])
    expect(await unseenBy(zeljka, reply.id)).toEqual([])
  })

  it('tells the partner nothing of a hidden entry, also where it takes their own reply along', async () => {
    const { id } = await written('ideen')
    const [theirs, own] = [await replied(zeljka, id), await replied(jonas, id)]
    await jonas.rest.from('entries').update({ is_private: true }).eq('id', id)
    const before = (await zeljka.rest.from('removals').select('*')).data
    expect((await deletion(jonas, id, null)).data).toEqual([{ id }])
    expect((await zeljka.rest.from('removals').select('*')).data).toEqual(before)
    expect(await unseenBy(zeljka, theirs.id)).toEqual([])
    expect(await unseenBy(jonas, own.id)).toEqual([{ unseen_version: 0 }])
  })

  it('gives no right that a plain deletion does not give, and deletes the version that was seen alone', async () => {
    const { id, version } = await written('gedanken')
    expect((await deletion(zeljka, id, null)).data).toEqual([])
    expect((await deletion(zeljka, id, version)).data).toEqual([])
    expect((await deletion(jonas, id, version + 1)).data).toEqual([])
    expect((await deletion(jonas, id, version)).data).toEqual([{ id }])
  })
})

describe('the log', () => {
  it('has no journal text', () => {
    expectCleanLogs(server, ['Zelten', 'Boot'])
  })
})
