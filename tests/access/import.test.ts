import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contentLimit } from '../../src/domain/limits.ts'
import type { EntryId, PartnerId } from '../../src/domain/ids.ts'
import { memoryMarkId } from '../../src/domain/memory-days.ts'
import { quoteLikeId } from '../../src/domain/quote.ts'
import { reactionId } from '../../src/domain/reaction.ts'
import { startTestServer } from '../support/server.ts'
import type { SignedIn, TestServer } from '../support/server.ts'
import { expectCleanLogs } from '../support/intruders.ts'
import { answer, call, entry, imported, long, reaction, reply, review } from './import-batches.ts'

/*
 * What a person took along comes back through one function: their own rows, with the times of then, and
 * without a word about what they may not see.
 */

let server: TestServer
let jonas: SignedIn
let zeljka: SignedIn

beforeAll(async () => {
  server = await startTestServer()
  jonas = await server.client('Jonas')
  zeljka = await server.client('Željka')
})
beforeEach(() => server.emptyJournal())
afterAll(async () => {
  await server.stop()
})

describe('import_rows', () => {
  it('adds the person’s own rows with the original times, and a second call adds nothing', async () => {
    const [shared, secret] = [entry(), entry({ is_private: true, completed_at: long })]
    const quote = { quote_text: 'Alles fließt', quote_author: 'Heraklit', created_at: long }
    const batch = {
      entries: [shared, secret],
      reactions: [reaction(shared.id)],
      replies: [reply(secret.id)],
      likes: [{ id: crypto.randomUUID(), ...quote }],
      quotes: [{ id: crypto.randomUUID(), ...quote }],
      marks: [{ id: crypto.randomUUID(), entry_id: secret.id, until: null, created_at: long }],
      reviews: [review(secret.id)],
    }
    const all = answer({
      entries: 2,
      reactions: 1,
      replies: 1,
      likes: 1,
      quotes: 1,
      marks: 1,
      reviews: 1,
    })
    expect(await imported(jonas, batch, true)).toEqual(all)
    expect((await jonas.rest.from('entries').select('id')).data).toEqual([])
    expect(await imported(jonas, batch)).toEqual(all)
    expect(await imported(jonas, batch)).toEqual(answer({}))
    const { data } = await jonas.rest.from('entries').select('*').eq('id', secret.id)
    expect(data).toMatchObject([
      {
        user_id: jonas.id,
        created_at: long,
        completed: true,
        completed_at: long,
        is_private: true,
      },
    ])
    for (const table of [
      'reactions',
      'replies',
      'quote_likes',
      'custom_quotes',
      'memory_marks',
      'reviews',
    ]) {
      const rows = await jonas.rest.from(table).select('user_id, created_at')
      expect([table, rows.data]).toEqual([table, [{ user_id: jonas.id, created_at: long }]])
    }
    expect((await zeljka.rest.from('entries').select('id')).data).toEqual([{ id: shared.id }])
    for (const table of ['memory_marks', 'reviews'])
      expect((await zeljka.rest.from(table).select('id')).data).toEqual([])
  })

  it('adds what links a story to its idea, where the person sees both', async () => {
    const ideas = [entry({ category: 'ideen' }), entry({ category: 'ideen', is_private: true })]
    const story = entry({ category: 'erzaehlen' })
    const [shared, hidden] = [ideas[0]?.id ?? story.id, ideas[1]?.id]
    await imported(zeljka, { entries: ideas })
    const link = (idea_id: unknown, id = story.id) => ({ id, idea_id, created_at: long })
    const stories = async (rows: object[]) => imported(jonas, { stories: rows })
    for (const idea of [hidden, crypto.randomUUID()])
      expect(await imported(jonas, { entries: [story], stories: [link(idea)] }, true)).toEqual(
        answer({ entries: 1 }, 0, 1),
      )
    await imported(jonas, { entries: [story] })
    expect(await stories([link(shared, shared)])).toEqual(answer({}, 0, 1))
    expect(await stories([link(shared)])).toEqual(answer({ stories: 1 }))
    expect(await stories([link(shared)])).toEqual(answer({}))
    expect((await zeljka.rest.from('story_links').select('*')).data).toMatchObject([
      { id: story.id, user_id: jonas.id, idea_id: shared, created_at: long },
    ])
    const early = await call(jonas, { stories: [{ ...link(shared), created_at: '1969-12-31' }] })
    expect(early.error?.code).toBe('22023')
  })

  it('gives a reply whose id is taken another one, and leaves one that was deleted', async () => {
    const shared = entry()
    const [taken, gone] = [reply(shared.id), reply(shared.id)]
    await imported(jonas, { entries: [shared], replies: [taken, gone] })
    await jonas.rest.from('replies').delete().eq('id', gone.id)
    expect(await imported(jonas, { replies: [taken, gone] })).toEqual(answer({}, 1))
    expect(await imported(zeljka, { replies: [taken] })).toEqual(answer({ replies: 1 }))
    expect(await imported(zeljka, { replies: [taken] })).toEqual(answer({}))
    const missing = { replies: [reply(crypto.randomUUID())] }
    expect(await imported(zeljka, missing)).toEqual(answer({}, 0, 1))
    const bad = await call(jonas, {
      replies: [{ ...reply(shared.id), content: 'x'.repeat(contentLimit + 1) }],
    })
    expect(bad.error?.code).toBe('23514')
  })

  it('refuses 501 rows at once as too many, and adds none of them', async () => {
    const entries = [entry(), ...Array.from({ length: 500 }, () => ({}))]
    const { data, error, status } = await call(jonas, { entries })
    expect([data, status, error?.message]).toEqual([null, 413, 'too many rows at once'])
    expect((await jonas.rest.from('entries').select('id')).data).toEqual([])
  })

  it('adds no news, and does not reveal the other’s read marker', async () => {
    const [look] = (await zeljka.rest.from('last_looks').select('seen_until')).data ?? []
    const row = entry({ created_at: new Date(Date.now() - 60_000).toISOString() })
    await imported(jonas, { entries: [row], reactions: [reaction(row.id)] })
    for (const table of ['entries', 'reactions']) {
      const before = await jonas.rest.from(table).select('visible_since')
      expect(before.data).toEqual([{ visible_since: '1970-01-01T00:00:00+00:00' }])
      const news = (await zeljka.rest.from(table).select('visible_since')).data ?? []
      const seen = Date.parse(String(look?.seen_until))
      expect(news.filter((row) => Date.parse(String(row.visible_since)) > seen)).toEqual([])
    }
    await zeljka.rest
      .from('last_looks')
      .update({ seen_until: new Date().toISOString() })
      .eq('id', zeljka.id)
    const next = entry({ created_at: new Date(Date.now() - 1000).toISOString() })
    await imported(jonas, { entries: [next] })
    const after = await jonas.rest.from('entries').select('visible_since').eq('id', next.id)
    expect(after.data).toEqual([{ visible_since: '1970-01-01T00:00:00+00:00' }])
  })

  it('leaves rows deleted that were deleted since, changes none, and counts them', async () => {
    const [gone, kept] = [entry(), entry()]
    await imported(jonas, { entries: [gone, kept] })
    await jonas.rest.from('entries').delete().eq('id', gone.id)
    await jonas.rest.from('entries').update({ content: 'Anders' }).eq('id', kept.id)
    const batch = { entries: [gone, kept], reactions: [reaction(gone.id)] }
    expect(await imported(jonas, batch)).toEqual(answer({}, 1, 1))
    const { data } = await jonas.rest.from('entries').select('content')
    expect(data).toEqual([{ content: 'Anders' }])
  })

  it('leaves the rules unchanged for later statements of the same session', async () => {
    await imported(jonas, { entries: [entry()] })
    const id = crypto.randomUUID()
    const row = { id, user_id: jonas.id, category: 'gedanken', content: 'Neu', created_at: long }
    const { data } = await jonas.rest.from('entries').insert(row).select('created_at').single()
    expect(Date.parse(String(data?.created_at))).toBeGreaterThan(Date.now() - 60_000)
  })

  it.each([
    ['of the future', { entries: [entry({ created_at: '2999-01-01T00:00:00Z' })] }],
    ['of before both', { entries: [entry({ created_at: '1492-01-01T00:00:00Z' })] }],
    ['without a time', { entries: [entry({ created_at: null })] }],
    ['ticked off in the future', { entries: [entry({ completed_at: '2999-01-01T00:00:00Z' })] }],
    ['too long', { entries: [entry({ content: 'x'.repeat(contentLimit + 1) })] }],
    ['of no category', { entries: [entry({ category: 'x' })] }],
    ['with an id that is none', { entries: [entry({ id: 'x' })] }],
    ['that are none', { entries: 'x' }],
    ['too many', { entries: Array.from({ length: 501 }, () => ({})) }],
    ['in no lists', 'x'],
  ])('refuses rows %s, and takes none of the others', async (_, batch) => {
    const given = typeof batch === 'string' ? batch : { quotes: [], ...batch }
    const { error } = await call(jonas, given)
    expect(error?.code).toMatch(/^(22|23|54)/)
    expect(error?.message).not.toContain('x'.repeat(20))
    expect((await jonas.rest.from('entries').select('id')).data).toEqual([])
  })

  it('takes the person from the token, not from the rows', async () => {
    const row = entry({ user_id: zeljka.id })
    await imported(jonas, { entries: [row] })
    const { data } = await jonas.rest.from('entries').select('user_id')
    expect(data).toEqual([{ user_id: jonas.id }])
  })

  it('refuses callers without a person, and takes no query', async () => {
    const anonymous = await server.restClient().rpc('import_rows', { batch: '{}', trial: false })
    expect([anonymous.status, anonymous.error?.code]).toEqual([401, '42501'])
    const queried = await jonas.rest
      .rpc('import_rows', { batch: '{}', trial: true })
      .select('added')
    expect(queried.error?.code).toBe('PGRST100')
  })

  it('brings an entry back the same way, if another person’s row has or had its id', async () => {
    const ids = Array.from({ length: 4 }, () => crypto.randomUUID())
    const [hidden = '', deleted = '', taken = '', free = ''] = ids
    for (const id of [hidden, deleted]) {
      const row = { id, user_id: zeljka.id, category: 'gedanken', content: 'Erst geteilt' }
      await zeljka.rest.from('entries').insert(row)
      await zeljka.rest.from('entries').update({ is_private: true }).eq('id', id)
    }
    await zeljka.rest.from('entries').delete().eq('id', deleted)
    await imported(zeljka, { entries: [entry({ id: taken })] })
    for (const id of [hidden, deleted, crypto.randomUUID()]) {
      const mark = { id: crypto.randomUUID(), entry_id: id, until: null, created_at: long }
      const batch = { reactions: [reaction(id)], marks: [mark] }
      for (const trial of [true, false])
        expect(await imported(jonas, batch, trial)).toEqual(answer({}, 0, 2))
    }
    for (const id of [hidden, deleted, taken, free])
      for (const [trial, entries] of [
        [true, 1],
        [false, 1],
        [true, 0],
      ] as const)
        expect(await imported(jonas, { entries: [entry({ id })] }, trial)).toEqual(
          answer(entries === 0 ? {} : { entries }),
        )
  })

  it('does not tell by a reaction’s id whether the other has reacted to a hidden entry', async () => {
    const [theirs, own] = [entry({ is_private: true }), entry()]
    const hidden = reaction(theirs.id)
    await imported(zeljka, { entries: [theirs], reactions: [hidden] })
    await imported(jonas, { entries: [own] })
    const given = { ...reaction(own.id), id: hidden.id }
    expect(await imported(jonas, { reactions: [given] })).toEqual(answer({ reactions: 1 }))
    expect((await zeljka.rest.from('reactions').select('id')).data).toHaveLength(2)
  })

  it.each([
    ['that stand', 'stand'],
    ['that were deleted', 'deleted'],
    ['in a hidden entry', 'hidden'],
  ])('rows of the other %s with ids taken first keep nothing out', async (_, how) => {
    const quote = { quote_text: 'Alles fließt', quote_author: 'Heraklit', created_at: long }
    const own = entry()
    const ids = {
      reaction: reactionId(own.id as EntryId, jonas.id as PartnerId, '❤️'),
      like: quoteLikeId(jonas.id as PartnerId, { text: 'Alles fließt', author: 'Heraklit' }),
      quote: crypto.randomUUID(),
      mark: memoryMarkId(own.id as EntryId, jonas.id as PartnerId, null),
      review: crypto.randomUUID(),
    }
    const hers = [
      [
        'entries',
        { id: own.id, category: 'gedanken', content: 'Meins', is_private: how === 'hidden' },
      ],
      ['reactions', { id: ids.reaction, entry_id: own.id, emoji: '👀' }],
      ['quote_likes', { id: ids.like, quote_text: 'Anderes', quote_author: 'Jemand' }],
      ['custom_quotes', { id: ids.quote, quote_text: 'Anderes', quote_author: 'Jemand' }],
      ['memory_marks', { id: ids.mark, entry_id: own.id, until: null }],
      ['reviews', review(own.id, ids.review)],
    ] as const
    for (const [table, row] of hers) {
      const inserted = await zeljka.rest.from(table).insert({ ...row, user_id: zeljka.id })
      expect(inserted.error).toBeNull()
    }
    if (how === 'deleted')
      for (const [table, { id }] of hers.toReversed())
        await zeljka.rest.from(table).delete().eq('id', id)
    const batch = {
      entries: [own],
      reactions: [{ ...reaction(own.id), id: ids.reaction }],
      likes: [{ id: ids.like, ...quote }],
      quotes: [{ id: ids.quote, ...quote }],
      marks: [{ id: ids.mark, entry_id: own.id, until: null, created_at: long }],
      reviews: [review(own.id, ids.review)],
    }
    const all = answer({ entries: 1, reactions: 1, likes: 1, quotes: 1, marks: 1, reviews: 1 })
    expect(await imported(jonas, batch, true)).toEqual(all)
    expect(await imported(jonas, batch)).toEqual(all)
    expect(await imported(jonas, batch)).toEqual(answer({}))
    const shown = await jonas.rest.from('entries').select('id, user_id, content')
    const mine = shown.data?.find((row) => row.user_id === jonas.id)
    expect(mine).toMatchObject({ content: own.content })
    for (const table of ['reactions', 'memory_marks', 'reviews']) {
      const { data } = await jonas.rest.from(table).select('entry_id, user_id')
      const rows = data?.filter((row) => row.user_id === jonas.id).map((row) => row.entry_id)
      expect([table, rows]).toEqual([table, [mine?.['id']]])
    }
    await jonas.rest.from('entries').delete().eq('id', mine?.['id'])
    expect(await imported(jonas, { entries: [own] })).toEqual(answer({}, 1))
  })

  it('leaves no text in a log', () => expectCleanLogs(server, ['Meer', 'fließt', 'xxxxx']))
})
