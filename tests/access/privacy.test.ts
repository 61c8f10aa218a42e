import { beforeAll, describe, expect, it } from 'vitest'
import { takeAlong } from '../support/book.ts'
import { addPhoto } from '../support/photos.ts'
import type { SignedIn } from '../support/server.ts'
import { expectCleanLogs } from '../support/intruders.ts'
import { isFull } from '../support/quick.ts'
import { askAs } from './ask-as.ts'
import {
  counted,
  hiddenId,
  hiddenPhoto,
  hiddenReaction,
  hiddenReply,
  practised,
  reads,
  returning,
  secret,
  sharedId,
  tooLong,
  writes,
} from './hidden-entry-questions.ts'
import { hide, insert, write } from './people-rows.ts'
import { pseudoReads, tables, type Question } from './pseudo-columns.ts'
import { withOwnServer, author, partner, ownServer as server } from '../support/signed-in.ts'

/*
 * D9 by indistinguishability: any query of the partner, with and without a private entry in the
 * journal, every answer is the same to the letter, headers included.
 */

withOwnServer()
beforeAll(async () => {
  await write({ id: sharedId, content: 'Einmal ans Meer', category: 'ideen' })
})

type Answers = Awaited<ReturnType<typeof askAs>>[]

const ask = async (person: SignedIn, question: Question) => askAs(server, person, question)

async function askAll(questions: readonly Question[]): Promise<Answers> {
  // Fresh statistics, so that a count from the planner would show what it counts.
  await server.sql()`analyze`
  const answers: Answers = []
  for (const question of questions) answers.push(await ask(partner, question))
  return answers
}

/** The questions whose answers are not the same to the letter. */
function differing(before: Answers, after: Answers): Question[] {
  return before.flatMap((answer, index) =>
    JSON.stringify(answer) === JSON.stringify(after[index]) ? [] : [answer.question],
  )
}

async function writeHidden(): Promise<void> {
  await write({ id: hiddenId, content: secret, category: 'erzaehlen', is_private: true })
  await insert(author, 'story_links', { id: hiddenId, idea_id: sharedId })
  await insert(author, 'reactions', { id: hiddenReaction, entry_id: hiddenId, emoji: '❤️' })
  await insert(author, 'replies', { id: hiddenReply, entry_id: hiddenId, content: secret })
  await addPhoto(author, hiddenId, { photo: hiddenPhoto, description: secret })
  for (let index = 0; index < 30; index += 1)
    await write({ content: `${secret} ${index}`, is_private: true })
}

async function reactAs(person: SignedIn, entryId: string) {
  const row = { entry_id: entryId, user_id: person.id, emoji: '👀' }
  const headers = returning
  return ask(person, { path: 'reactions?select=*', method: 'POST', headers, body: row })
}

async function replyAs(person: SignedIn, entryId: string) {
  const row = { entry_id: entryId, user_id: person.id, content: 'Probe' }
  return ask(person, { path: 'replies?select=*', method: 'POST', headers: returning, body: row })
}

describe('a system column or a pseudo column', () => {
  it('is refused at every place where a column may stand, on every table', async () => {
    const answers = await askAll(pseudoReads)
    expect(answers.filter(({ status }) => status !== 400)).toEqual([])
    // Unknown as a column, or refused as a filter, a select or an order: the same for each name.
    const unnamed = answers.map(({ text, question }) => [
      question.path.replace(/[a-z_]+\?/, ''),
      text,
    ])
    expect(new Set(unnamed.map(([, text]) => text)).size).toBeLessThan(6)
  })
})

describe('the unmodified client', () => {
  it('reads every column, with the name of the author and returned rows', async () => {
    for (const table of tables) {
      const answer = await partner.rest.from(table).select('*')
      expect([table, answer.error]).toEqual([table, null])
    }
    const joined = await partner.rest.from('entries').select('*, profiles(*)')
    expect(joined.error).toBeNull()
    const row = { user_id: partner.id, category: 'ideen', content: 'Segeln' }
    const inserted = await partner.rest.from('entries').insert(row).select('*').single()
    expect(inserted.error).toBeNull()
    const byId = partner.rest.from('entries').delete().eq('id', inserted.data?.id)
    expect((await byId.select('*')).data).toHaveLength(1)
  })
})

describe('a private entry', () => {
  it('changes no answer that the partner gets: not while it is there, not when it is gone', async () => {
    const everything = [...reads, ...writes]
    const before = await askAll(everything)
    const tried = async () => [await reactAs(partner, hiddenId), await replyAs(partner, hiddenId)]
    const triedBefore = await tried()
    await writeHidden()
    expect((await author.rest.from('entries').select('id')).data).toHaveLength(32)
    expect(differing(before, await askAll(everything))).toEqual([])
    expect(await tried()).toEqual(triedBefore)

    const done = { completed: true, completed_at: new Date().toISOString() }
    await author.rest.from('entries').update(done).eq('id', hiddenId)
    await author.rest.from('entries').update({ category: 'ideen' }).eq('id', hiddenId)
    await author.rest.from('reactions').delete().eq('id', hiddenReaction)
    await author.rest.from('replies').update({ content: 'Anders' }).eq('id', hiddenReply)
    await author.rest.from('photos').update({ description: 'Anders' }).eq('id', hiddenPhoto)
    const afterEdits = isFull ? await askAll(everything) : before
    expect(differing(before, afterEdits)).toEqual([])

    const own = (await author.rest.from('entries').select('id, is_private')).data ?? []
    const hidden = own.filter((row) => row.is_private)
    expect(hidden).toHaveLength(31)
    for (const { id } of hidden)
      expect((await author.rest.from('entries').delete().eq('id', id)).error).toBeNull()
    expect(differing(before, await askAll(everything))).toEqual([])
    expect(await tried()).toEqual(triedBefore)
    expect(JSON.stringify(before)).not.toContain('"content-range":"*/*"}')
  })

  it('that was shared before looks the same to the partner whether it is still there or deleted', async () => {
    const shared = { content: 'Erst geteilt' }
    const ids = [await write(shared), await write(shared)] as const
    for (const id of ids) await hide(id, true)
    expect((await author.rest.from('entries').delete().eq('id', ids[1])).error).toBeNull()
    const asked = async (id: string) => {
      const row = { id, user_id: partner.id, category: 'gedanken', content: 'Probe' }
      const questions: Question[] = [
        { path: `entries?select=*&id=eq.${id}`, headers: counted[0] ?? {} },
        { path: `removals?select=kind,table_name&table_name=eq.entries&row_id=eq.${id}` },
        { path: `entries?id=eq.${id}&select=*`, method: 'DELETE', headers: returning },
        { path: 'entries?select=*', method: 'POST', headers: returning, body: row },
      ]
      const answers = await Promise.all(questions.map(async (question) => ask(partner, question)))
      const parts = [await reactAs(partner, id), await replyAs(partner, id)]
      return [...answers, ...parts].map(({ status, text }) => [status, text])
    }
    const [standing, deleted] = [await asked(ids[0]), await asked(ids[1])]
    expect(standing).toEqual(deleted)
    expect(standing[1]?.[1]).toContain('hidden')
  })

  it('is in no file that the partner takes along, and in the author’s only on request', async () => {
    const hers = async (all: boolean) => takeAlong(server, 'Željka', all)
    const taken = async () => [await hers(true), await hers(false)]
    const before = await taken()
    const id = await write({ content: secret, is_private: true })
    await insert(author, 'reactions', { entry_id: id, emoji: '🔥' })
    await insert(author, 'memory_marks', { entry_id: id, until: null })
    await insert(author, 'replies', { entry_id: id, content: `${secret} dazu` })
    await insert(author, 'reviews', { entry_id: id, ...practised })
    expect(await taken()).toEqual(before)
    const mine = [await takeAlong(server, 'Jonas', false), await takeAlong(server, 'Jonas', true)]
    for (const word of [secret, `${secret} dazu`])
      expect(mine.map((text) => text.includes(word))).toEqual([false, true])
    expect((await author.rest.from('entries').delete().eq('id', id)).error).toBeNull()
    expect(await taken()).toEqual(before)
  })

  it('does not show in the author’s file without private notes, whose parts are as long as without them', async () => {
    const insert = async (count: number, isPrivate: boolean) => server.sql()`
      insert into entries (user_id, category, content, is_private, created_at)
      select ${author.id}, 'gedanken', 'Nr. ' || n, ${isPrivate},
        timestamptz '2020-01-01 12:00Z' + n * interval '1 minute'
      from generate_series(1, ${count}) n`
    await insert(2300, false)
    const before = await takeAlong(server, 'Jonas', false)
    const parts = before.split('\n').filter((line) => line.includes('data-part="entries"'))
    expect(parts).toHaveLength(3)
    await insert(700, true)
    expect(await takeAlong(server, 'Jonas', false)).toBe(before)
  })

  it('appears in nothing that is public', async () => {
    const id = await write({ content: secret, is_private: true })
    for (const path of ['/', '/config.json', '/healthz']) {
      const text = await (await fetch(`${server.url}${path}`)).text()
      for (const word of [secret, id, '2025-08-17', '1997-08-14']) expect(text).not.toContain(word)
    }
    const anonymous = await server.restClient().from('entries').select('*', { count: 'exact' })
    expect([anonymous.status, anonymous.count]).toEqual([401, null])
  })

  it('leaves no trace in the logs, also when statements on it fail', async () => {
    await author.rest.from('entries').update({ content: tooLong }).eq('id', sharedId)
    await author.rest.from('entries').insert({ id: hiddenId, content: secret, user_id: author.id })
    await author.rest.from('entries').select('*').eq('id', secret)
    await author.rest.from('entries').update({ scheduled_date: secret }).eq('id', sharedId)
    const ids = [hiddenId, hiddenReaction, hiddenReply]
    expectCleanLogs(server, [secret, ...ids, 'Meer', 'Erst geteilt', tooLong])
  })
})
