import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PostgrestClient } from '@supabase/postgrest-js'
import { journalTables } from '../../src/domain/journal-tables.ts'
import type { SignedIn } from '../support/server.ts'
import { hide, insert, write } from './people-rows.ts'
import { author, partner, server, withSharedServer } from '../support/signed-in.ts'

let stranger: PostgrestClient

withSharedServer()
beforeAll(async () => {
  stranger = server.restClient()
})
beforeEach(async () => server.emptyJournal())

const secret = 'Nur-fuer-mich-0815'

/** No request reads pictures as rows. */
const readTables = journalTables.filter((table) => table !== 'photo_files')

describe('reading', () => {
  it.each(readTables)('shows anonymous nothing of %s, counts included', async (table) => {
    await write()
    const rows = await stranger.from(table).select('*')
    expect([rows.status, rows.data]).toEqual([401, null])
    const count = await stranger.from(table).select('*', { count: 'exact', head: true })
    expect([count.status, count.count]).toEqual([401, null])
  })

  it('shows both partners the settings, both profiles and every shared entry', async () => {
    const id = await write()
    for (const { rest } of [author, partner]) {
      expect((await rest.from('journal').select('time_zone')).data).toEqual([
        { time_zone: 'Europe/Berlin' },
      ])
      const profiles = await rest.from('profiles').select('name')
      expect(new Set(profiles.data?.map(({ name }) => name as unknown))).toEqual(
        new Set(['Jonas', 'Željka']),
      )
      const entries = await rest.from('entries').select('id, content, profiles(name)')
      expect(entries.data).toEqual([{ id, content: 'Text', profiles: { name: 'Jonas' } }])
    }
  })

  it('shows a private entry and its reactions to the author alone, by every kind of query', async () => {
    const id = await write({ is_private: true, content: secret })
    await insert(author, 'reactions', { entry_id: id, emoji: '❤️' })
    expect((await author.rest.from('entries').select('id')).data).toEqual([{ id }])

    const newestFirst = { ascending: false }
    const fire = { entry_id: id, user_id: author.id, emoji: '🔥' }
    const asked = await Promise.all([
      partner.rest.from('entries').select('*'),
      partner.rest.from('entries').select('*').eq('id', id),
      partner.rest.from('entries').select('*, profiles(*)').order('created_at', newestFirst),
      partner.rest.from('reactions').select('*, profiles(*)'),
      partner.rest.from('reactions').select('*').match(fire),
      partner.rest.from('removals').select('*'),
    ])
    expect(asked.map(({ error }) => error)).toEqual(asked.map(() => null))
    const text = JSON.stringify(asked.map(({ data }) => data))
    expect(text).not.toContain(secret)
    expect(text).not.toContain(id)
    const count = await partner.rest.from('entries').select('*', { count: 'exact', head: true })
    expect([count.status, count.count]).toEqual([400, null])
  })

  it("tells the partner nothing when a reaction to an author's private entry is refused", async () => {
    const id = await write({ is_private: true, content: secret })
    const toHidden = { entry_id: id, user_id: partner.id, emoji: '👀' }
    const toMissing = { ...toHidden, entry_id: crypto.randomUUID() }
    const hidden = await partner.rest.from('reactions').insert(toHidden)
    const missing = await partner.rest.from('reactions').insert(toMissing)
    expect([hidden.status, hidden.error]).toEqual([missing.status, missing.error])
    expect(hidden.status).toBe(403)
  })

  it('shows a read marker to its own person only', async () => {
    const seen = await partner.rest.from('last_looks').select('id')
    expect(seen.data).toEqual([{ id: partner.id }])
  })

  it('shows memory marks to their person only', async () => {
    const shared = await write()
    const hidden = await write({ is_private: true })
    const mark = (who: SignedIn, entry: string, until: string | null) =>
      who.rest.from('memory_marks').insert({ user_id: who.id, entry_id: entry, until }).select('id')
    const ever = await mark(author, shared, null)
    expect(ever.error).toBeNull()
    expect((await mark(author, shared, null)).error?.code).toBe('23505')
    expect((await mark(author, hidden, '2026-11-22')).error).toBeNull()
    expect((await mark(partner, shared, '2026-11-22')).error).toBeNull()
    const missing = await mark(partner, crypto.randomUUID(), null)
    expect((await mark(partner, hidden, null)).error).toEqual(missing.error)
    expect((await partner.rest.from('memory_marks').select('user_id')).data).toEqual([
      { user_id: partner.id },
    ])
    const until = '2026-11-22'
    const deletedOf = async (user_id: string) => {
      const marks = partner.rest.from('memory_marks').delete()
      return marks.match({ user_id, entry_id: shared, until }).select('user_id')
    }
    expect((await deletedOf(author.id)).data).toEqual([])
    expect((await deletedOf(partner.id)).data).toEqual([{ user_id: partner.id }])
    expect((await author.rest.from('memory_marks').select('id')).data).toHaveLength(2)
  })

  it('tells no one about marks on an entry that became private, and deletes them with it', async () => {
    const shared = await write()
    for (const who of [author, partner])
      await insert(who, 'memory_marks', { entry_id: shared, until: null })
    const removed = async (who: SignedIn) => {
      const { data } = await who.rest.from('removals').select('table_name')
      return data?.filter((row) => row.table_name === 'memory_marks').length
    }
    const before = { author: await removed(author), partner: await removed(partner) }
    await hide(shared, true)
    expect(await removed(partner)).toBe((before.partner ?? 0) + 1)
    expect((await partner.rest.from('memory_marks').select('id')).data).toEqual([])
    await author.rest.from('entries').delete().eq('id', shared)
    expect(await removed(partner)).toBe((before.partner ?? 0) + 1)
    expect(await removed(author)).toBe((before.author ?? 0) + 1)
  })

  it('shows a person’s server starts to that person only', async () => {
    const seen = await partner.rest.from('server_starts').select('person')
    expect(new Set(seen.data?.map(({ person }) => person as unknown))).toEqual(
      new Set([partner.id]),
    )
  })
})

describe('writing', () => {
  it.each([
    ['entries', { category: 'erzaehlen', content: 'Hallo' }],
    ['reactions', { entry_id: crypto.randomUUID(), emoji: '❤️' }],
    ['replies', { entry_id: crypto.randomUUID(), content: 'Ja!' }],
    ['quote_likes', { quote_text: 'a', quote_author: 'b' }],
    ['custom_quotes', { quote_text: 'a', quote_author: 'b' }],
  ])('refuses anonymous every verb on %s', async (table, row) => {
    const id = await write()
    const inserted = await stranger.from(table).insert({ ...row, user_id: author.id })
    expect(inserted.status).toBe(401)
    expect((await stranger.from(table).delete().eq('id', id)).status).toBe(401)
    expect((await author.rest.from('entries').select('id')).data).toEqual([{ id }])
  })

  it.each([
    ['entries', { category: 'erzaehlen', content: 'Hallo' }],
    ['quote_likes', { quote_text: 'a', quote_author: 'b' }],
    ['custom_quotes', { quote_text: 'a', quote_author: 'b' }],
  ])('refuses an insert into %s in the name of the other', async (table, row) => {
    const answer = await partner.rest.from(table).insert({ ...row, user_id: author.id })
    expect([answer.status, answer.error?.code]).toEqual([403, '42501'])
    expect((await author.rest.from(table).select('id')).data).toEqual([])
  })

  it('refuses the partner an edit of a story, and its deletion does nothing', async () => {
    const id = await write()
    const entries = () => partner.rest.from('entries')
    const edit = await entries().update({ content: 'Anders' }).eq('id', id).select()
    expect(edit.error?.code ?? edit.data).toSatisfy(
      (answer: unknown) => answer === '42501' || JSON.stringify(answer) === '[]',
    )
    await entries().delete().eq('id', id)
    const left = await author.rest.from('entries').select('content')
    expect(left.data).toEqual([{ content: 'Text' }])
  })

  it('never changes the id, the author or the time of writing of an entry', async () => {
    const id = await write()
    const entries = () => author.rest.from('entries')
    const time = { created_at: '2026-01-01T00:00:00Z' }
    for (const row of [{ id: crypto.randomUUID() }, { user_id: partner.id }, time])
      expect((await entries().update(row).eq('id', id)).error?.code).toBe('42501')
  })

  it("does nothing when someone else's reaction, like or quote is deleted", async () => {
    const id = await write()
    const reaction = { entry_id: id, user_id: author.id, emoji: '🔥' }
    const words = { quote_text: 'Ein Satz, mit "Zeichen" (und mehr)', quote_author: 'Ich' }
    const quote = { user_id: author.id, ...words }
    for (const [table, row] of [
      ['reactions', reaction],
      ['quote_likes', quote],
      ['custom_quotes', quote],
    ] as const) {
      await insert(author, table, row)
      const deleted = await partner.rest.from(table).delete().match(row).select('id')
      expect(deleted.data).toEqual([])
      expect((await author.rest.from(table).select('id')).data).toHaveLength(1)
    }
    const own = await author.rest.from('quote_likes').delete().match(quote).select('id')
    expect(own.data).toHaveLength(1)
  })

  it("moves only the person's own read marker", async () => {
    const seen = { seen_until: '2026-11-01T00:00:00Z' }
    const moved = async (id: string) =>
      (await partner.rest.from('last_looks').update(seen).eq('id', id).select('id')).data
    expect(await moved(author.id)).toEqual([])
    expect(await moved(partner.id)).toEqual([{ id: partner.id }])
  })

  it('refuses an update or deletion of everything at once', async () => {
    await write()
    expect((await author.rest.from('entries').delete()).status).toBe(400)
    expect((await author.rest.from('entries').update({ completed: false })).status).toBe(400)
  })
})

describe('the limits of what requests may change', () => {
  it('leaves the grants of the migrations as they were', async () => {
    await write()
    const rows = await server.sql()`
      select table_name, privilege_type from information_schema.role_table_grants
      where table_schema = 'public' and grantee = 'anon'`
    expect(rows).toEqual([])
  })
})
