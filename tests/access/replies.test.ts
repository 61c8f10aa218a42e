import { beforeEach, describe, expect, it } from 'vitest'
import { isInvisible } from '../../src/domain/text.ts'
import type { SignedIn } from '../support/server.ts'
import { hide, removalsOf, write } from './people-rows.ts'
import { server, withSharedServer, author, partner } from '../support/signed-in.ts'

/* Replies are seen by who sees their entry, and changed by their author alone. */

withSharedServer()
beforeEach(async () => server.emptyJournal())

async function reply(person: SignedIn, entry: string, id: string = crypto.randomUUID()) {
  const row = { id, entry_id: entry, user_id: person.id, content: `Antwort ${id}` }
  const { status, error } = await person.rest.from('replies').insert(row)
  return { id, status, error }
}

async function seenBy(person: SignedIn): Promise<string[]> {
  const { data } = await person.rest.from('replies').select('id').order('updated_at').order('id')
  return (data ?? []).map(({ id }) => id as string).toSorted()
}

describe('writing a reply', () => {
  it('is open to both on a shared entry, and to the author alone on a private one', async () => {
    const [shared, hidden] = [await write(), await write({ is_private: true })]
    const made = [await reply(author, shared), await reply(partner, shared)]
    expect(made.map(({ status }) => status)).toEqual([201, 201])
    expect((await reply(author, hidden)).status).toBe(201)
    expect(await seenBy(partner)).toEqual(made.map(({ id }) => id).toSorted())
    expect(await seenBy(author)).toHaveLength(3)
  })

  it('gets one same answer for an entry that is hidden, that is gone and that never was', async () => {
    const [hidden, wasShared, gone] = [
      await write({ is_private: true }),
      await write(),
      await write(),
    ]
    await hide(wasShared, true)
    await author.rest.from('entries').delete().eq('id', gone)
    const asked = [hidden, wasShared, gone, crypto.randomUUID()]
    const answers = await Promise.all(asked.map(async (entry) => reply(partner, entry)))
    const told = answers.map(({ status, error }) => ({ status, error }))
    expect(told[0]).toMatchObject({ status: 403, error: { code: '42501' } })
    expect(told).toEqual(told.map(() => told[0]))
  })

  it('in the name of the other is refused, and so is another entry, author or time later', async () => {
    const entry = await write()
    const row = { entry_id: entry, user_id: author.id, content: 'Ja' }
    const foreign = await partner.rest.from('replies').insert(row)
    expect([foreign.status, foreign.error?.code]).toEqual([403, '42501'])
    const { id } = await reply(partner, entry)
    for (const change of [
      { entry_id: await write() },
      { user_id: author.id },
      { visible_since: '2020-01-01T00:00:00Z' },
      { only_for: partner.id },
    ]) {
      const answer = await partner.rest.from('replies').update(change).eq('id', id)
      expect([answer.status, answer.error?.code]).toEqual([403, '42501'])
    }
  })

  it('changes and deletes nothing of the other’s, also for the author of the entry', async () => {
    const { id } = await reply(partner, await write())
    const theirs = () => author.rest.from('replies')
    const edit = await theirs().update({ content: 'x' }).eq('id', id).select('id')
    const deletion = await theirs().delete().eq('id', id).select('id')
    expect([edit.data, deletion.data]).toEqual([[], []])
    const own = await partner.rest.from('replies').update({ content: 'Neu' }).eq('id', id).select()
    expect(own.data).toMatchObject([{ content: 'Neu', user_id: partner.id }])
  })

  it('is dated by the device, and by the server where the device names the future or long ago', async () => {
    const entry = await write()
    const day = 86_400_000
    const hour = { ago: -day / 24, ahead: day / 24 }
    const dated = async (offset: number) => {
      const created_at = new Date(Date.now() + offset).toISOString()
      const row = { entry_id: entry, user_id: partner.id, content: 'Ja', created_at }
      const { data } = await partner.rest.from('replies').insert(row).select('created_at')
      return { given: Date.parse(created_at), taken: Date.parse(String(data?.[0]?.created_at)) }
    }
    const past = await dated(hour.ago)
    expect(past.taken).toBe(past.given)
    for (const offset of [hour.ahead, 400 * day, -91 * day]) {
      const { taken } = await dated(offset)
      expect(Math.abs(taken - Date.now())).toBeLessThan(hour.ahead / 2)
    }
    const { data } = await partner.rest.from('replies').select('id').limit(1)
    const now = { created_at: new Date().toISOString() }
    const later = await partner.rest.from('replies').update(now).eq('id', data?.[0]?.id)
    expect([later.status, later.error?.code]).toEqual([403, '42501'])
  })

  it('never comes back under an id that was deleted', async () => {
    const entry = await write()
    const { id } = await reply(partner, entry)
    await partner.rest.from('replies').delete().eq('id', id)
    expect((await reply(partner, entry, id)).error?.code).toBe('23505')
    expect(await removalsOf(author, 'replies', id)).toEqual([{ kind: 'deleted' }])
  })

  it('takes as seen exactly what the app takes as seen', async () => {
    const rows = await server.sql()<{ code: number }[]>`
      select code from generate_series(1, 131071) as code
      where code not between 55296 and 57343 and not private.is_seen(chr(code))`
    const expected = Array.from({ length: 0x1ffff }, (_, index) => index + 1).filter(
      (code) => (code < 0xd800 || code > 0xdfff) && isInvisible(String.fromCodePoint(code)),
    )
    expect(rows.map(({ code }) => code)).toEqual(expected)
  })
})

describe('the replies to an entry that becomes private', () => {
  it('leave the partner with it, also their own, and return with it', async () => {
    const entry = await write()
    const [own, theirs] = [await reply(partner, entry), await reply(author, entry)]
    const both = [own.id, theirs.id].toSorted()
    const stamps = async (person: SignedIn) =>
      (await person.rest.from('replies').select('updated_at, visible_since').eq('id', own.id)).data
    const before = await stamps(partner)
    await hide(entry, true)
    expect([await seenBy(partner), await seenBy(author)]).toEqual([[], both])
    const edit = partner.rest.from('replies').update({ content: 'x' }).eq('id', own.id).select('id')
    expect((await edit).data).toEqual([])
    await hide(entry, false)
    expect(await seenBy(partner)).toEqual(both)
    const after = await stamps(partner)
    expect(String(after?.[0]?.updated_at) > String(before?.[0]?.updated_at)).toBe(true)
    expect(String(after?.[0]?.visible_since) > String(before?.[0]?.visible_since)).toBe(true)
  })

  it('are deleted without a word to the partner, alone or with it, and their ids stay taken', async () => {
    const entry = await write()
    const [alone, with_it, kept] = [
      await reply(author, entry),
      await reply(author, entry),
      await reply(author, await write()),
    ]
    await hide(entry, true)
    await author.rest.from('replies').delete().eq('id', alone.id)
    const before = (await partner.rest.from('removals').select('*')).data
    await author.rest.from('entries').delete().eq('id', entry)
    expect((await partner.rest.from('removals').select('*')).data).toEqual(before)
    expect(await removalsOf(partner, 'replies', alone.id)).toEqual([])
    expect(await removalsOf(author, 'replies', alone.id)).toEqual([{ kind: 'deleted' }])
    // The partner, who knew the ids, learns nothing by writing under them: they answer as one that is there.
    const open = await write()
    const told = [alone, with_it, kept].map(async ({ id }) => reply(partner, open, id))
    expect((await Promise.all(told)).map(({ status, error }) => [status, error?.code])).toEqual(
      told.map(() => [409, '23505']),
    )
  })

  it('are found by a change of privacy although they are written at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const entry = await write()
      const first = await reply(partner, entry)
      await Promise.all([
        hide(entry, true),
        reply(partner, entry),
        partner.rest.from('replies').update({ content: 'Neu' }).eq('id', first.id),
      ])
      await hide(entry, true)
      const rows = await server.sql()<{ only_for: string }[]>`
        select only_for from replies where entry_id = ${entry}`
      expect(rows.map((row) => row.only_for)).toEqual(rows.map(() => author.id))
    }
  })
})
