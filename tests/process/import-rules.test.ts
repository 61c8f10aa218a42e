import { contentLimit } from '../../src/domain/limits.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { EntryId, PartnerId } from '../../src/domain/ids.ts'
import { memoryMarkId } from '../../src/domain/memory-days.ts'
import { quoteLikeId } from '../../src/domain/quote.ts'
import { reactionId } from '../../src/domain/reaction.ts'
import { answer, imported, long, missing, rowsOf } from '../support/import-rows.ts'
import { type SignedIn } from '../support/server.ts'
import { withOwnServer, jonas, zeljka, ownServer as server } from '../support/signed-in.ts'

/* The rules by which `npm run import` adds the rows of files, row by row. */

let his: ReturnType<typeof rowsOf>
let hers: ReturnType<typeof rowsOf>

withOwnServer()
beforeAll(async () => {
  his = rowsOf(jonas.id)
  hers = rowsOf(zeljka.id)
})
beforeEach(() => server.emptyJournal())

const read = async (person: SignedIn, table: string, columns = '*') =>
  (await person.rest.from(table).select(columns)).data as unknown as Record<string, unknown>[]

describe('an import', () => {
  it('adds rows of both with the original ids and times, and a second one adds nothing', async () => {
    const shared = his.entry()
    const secret = his.entry({ is_private: true, completed: true, completed_at: long })
    const given = {
      entries: [shared, secret, hers.entry()],
      reactions: [his.reaction(shared.id), hers.reaction(shared.id)],
      replies: [his.reply(secret.id), hers.reply(shared.id)],
      quote_likes: [his.quote()],
      custom_quotes: [hers.quote()],
      memory_marks: [his.mark(secret.id)],
      reviews: [his.review(secret.id), hers.review(shared.id)],
    }
    const added = {
      entries: 3,
      reactions: 2,
      replies: 2,
      quote_likes: 1,
      custom_quotes: 1,
      memory_marks: 1,
      reviews: 2,
    }
    expect(await missing(server, given)).toEqual(answer(added))
    expect(await read(jonas, 'entries')).toEqual([])
    expect(await imported(server, given)).toEqual(answer(added))
    expect(await imported(server, given)).toEqual(answer({}))
    const { data } = await jonas.rest.from('entries').select('*').eq('id', secret.id)
    const state = { completed: true, completed_at: long, is_private: true }
    expect(data).toMatchObject([{ user_id: jonas.id, created_at: long, ...state }])
    for (const table of ['reactions', 'replies', 'quote_likes', 'custom_quotes'] as const)
      expect(await read(jonas, table, 'id, user_id, created_at')).toEqual(
        expect.arrayContaining(
          given[table].map(({ id, user_id }) => ({ id, user_id, created_at: long })),
        ),
      )
    expect(await read(zeljka, 'reviews', 'id')).toEqual([{ id: given.reviews[1]?.id }])
    expect(await read(zeljka, 'memory_marks')).toEqual([])
  })

  it('adds what links a story to its idea, where its person may tell of it', async () => {
    const idea = hers.entry({ category: 'ideen' })
    const story = his.entry({ category: 'erzaehlen' })
    await imported(server, { entries: [idea, story] })
    const gone = crypto.randomUUID()
    expect(
      await imported(server, {
        story_links: [his.story(story.id, gone), hers.story(story.id, idea.id)],
      }),
    ).toEqual(answer({}, 0, 2))
    const story_links = [his.story(story.id, idea.id)]
    expect(await imported(server, { story_links })).toEqual(answer({ story_links: 1 }))
    expect(await imported(server, { story_links })).toEqual(answer({}))
    const link = { id: story.id, user_id: jonas.id, idea_id: idea.id, created_at: long }
    expect(await read(zeljka, 'story_links')).toMatchObject([link])
  })

  it('is no news at the bell', async () => {
    const row = his.entry({ created_at: new Date(Date.now() - 60_000).toISOString() })
    await imported(server, {
      entries: [row],
      reactions: [his.reaction(row.id)],
      replies: [his.reply(row.id)],
    })
    for (const table of ['entries', 'reactions', 'replies'])
      expect(await read(zeljka, table, 'visible_since')).toEqual([
        { visible_since: '1970-01-01T00:00:00+00:00' },
      ])
  })

  it('leaves rows deleted that were deleted since, changes none, and counts them', async () => {
    const [gone, kept] = [his.entry(), his.entry()]
    const reply = his.reply(kept.id)
    await imported(server, { entries: [gone, kept], replies: [reply] })
    await jonas.rest.from('entries').delete().eq('id', gone.id)
    await jonas.rest.from('replies').delete().eq('id', reply.id)
    await jonas.rest.from('entries').update({ content: 'Anders' }).eq('id', kept.id)
    const given = {
      entries: [gone, kept],
      replies: [reply],
      reactions: [his.reaction(gone.id)],
    }
    expect(await imported(server, given)).toEqual(answer({}, 2, 1))
    expect(await read(jonas, 'entries', 'content')).toEqual([{ content: 'Anders' }])
  })

  it('leaves out what the limits of the database do not allow, names it, and adds the rest', async () => {
    const [fine, long301] = [his.entry(), his.entry({ content: 'x'.repeat(contentLimit + 1) })]
    const done = await imported(server, {
      entries: [fine, long301, his.entry({ category: 'x' })],
      reactions: [
        his.reaction(fine.id),
        his.reaction(long301.id),
        his.reaction(fine.id, { emoji: 'x' }),
      ],
    })
    expect(done.added).toEqual({ entries: 1, reactions: 1 })
    const tables = done.refused.map((named) => named.split(' ')[0])
    expect(tables).toEqual(['entries', 'entries', 'reactions'])
    expect(done.refused[0]).toBe(`entries ${long301.id}`)
    expect(await read(jonas, 'entries', 'id')).toEqual([{ id: fine.id }])
  })

  it('keeps hidden what is hidden: parts of private entries are their author’s alone', async () => {
    const secret = his.entry({ is_private: true })
    await imported(server, { entries: [secret] })
    const given = {
      reactions: [hers.reaction(secret.id)],
      replies: [hers.reply(secret.id)],
      reviews: [hers.review(secret.id)],
      memory_marks: [hers.mark(secret.id)],
    }
    expect(await imported(server, given)).toEqual(
      answer({ reactions: 1, replies: 1, reviews: 1 }, 0, 1),
    )
    for (const table of ['entries', 'reactions', 'replies', 'reviews', 'memory_marks'])
      expect([table, await read(zeljka, table)]).toEqual([table, []])
    await jonas.rest.from('entries').update({ is_private: false }).eq('id', secret.id)
    for (const table of ['entries', 'reactions', 'replies', 'reviews'])
      expect([table, await read(zeljka, table, 'id')]).toMatchObject([table, [{}]])
  })

  it.each([
    ['that stand', false],
    ['that were deleted', true],
  ])('brings rows back whose ids the other’s rows %s have, each once', async (_, isDeleted) => {
    const own = his.entry()
    const like = his.quote()
    const ids = {
      reaction: reactionId(own.id as EntryId, jonas.id as PartnerId, '❤️'),
      like: quoteLikeId(jonas.id as PartnerId, { text: 'Alles fließt', author: 'Heraklit' }),
      quote: crypto.randomUUID(),
      mark: memoryMarkId(own.id as EntryId, jonas.id as PartnerId, null),
      reply: crypto.randomUUID(),
      review: crypto.randomUUID(),
    }
    const other = { quote_text: 'Anderes', quote_author: 'Jemand' }
    await imported(server, {
      entries: [hers.entry({ id: own.id, content: 'Ihrer' })],
      reactions: [hers.reaction(own.id, { id: ids.reaction, emoji: '👀' })],
      quote_likes: [hers.quote({ id: ids.like, ...other })],
      custom_quotes: [hers.quote({ id: ids.quote, ...other })],
      memory_marks: [hers.mark(own.id, { id: ids.mark })],
      replies: [hers.reply(own.id, { id: ids.reply })],
      reviews: [hers.review(own.id, { id: ids.review })],
    })
    if (isDeleted)
      for (const table of [
        'memory_marks',
        'custom_quotes',
        'quote_likes',
        'reactions',
        'replies',
        'entries',
      ])
        await zeljka.rest
          .from(table)
          .delete()
          .in('id', [...Object.values(ids), own.id])
    const given = {
      entries: [own],
      reactions: [his.reaction(own.id, { id: ids.reaction })],
      quote_likes: [{ ...like, id: ids.like }],
      custom_quotes: [his.quote({ id: ids.quote })],
      memory_marks: [his.mark(own.id, { id: ids.mark })],
      replies: [his.reply(own.id, { id: ids.reply })],
      reviews: [his.review(own.id, { id: ids.review })],
    }
    const each = {
      entries: 1,
      reactions: 1,
      quote_likes: 1,
      custom_quotes: 1,
      memory_marks: 1,
      replies: 1,
      reviews: 1,
    }
    expect(await imported(server, given)).toEqual(answer(each))
    expect(await imported(server, given)).toEqual(answer({}))
    const mine = (await read(jonas, 'entries')).find((row) => row['user_id'] === jonas.id)
    expect(mine).toMatchObject({ content: own['content'] })
    for (const table of ['reactions', 'memory_marks', 'reviews', 'replies']) {
      const rows = (await read(jonas, table)).filter((row) => row['user_id'] === jonas.id)
      expect([table, rows.map((row) => row['entry_id'])]).toEqual([table, [mine?.['id']]])
    }
    await jonas.rest.from('entries').delete().eq('id', mine?.['id'])
    expect(await imported(server, { entries: [own] })).toEqual(answer({}, 1))
  })
})
