import { beforeEach, describe, expect, it } from 'vitest'
import type { SignedIn } from '../support/server.ts'
import { insert } from './people-rows.ts'
import { server, withSharedServer, author, partner } from '../support/signed-in.ts'

/* The people who may link a story to an idea, and those who see that. */

withSharedServer()
beforeEach(async () => server.emptyJournal())

const write = async (person: SignedIn, category: string, over: object = {}) =>
  insert(person, 'entries', { category, content: 'Ans Meer', ...over })

/** Says that a person's story tells of an idea; answers status and error. */
async function link(person: SignedIn, story: string, idea: string, user = person.id) {
  const { status, error } = await person.rest
    .from('story_links')
    .insert({ id: story, user_id: user, idea_id: idea })
  return [status, error]
}

async function setPrivate(person: SignedIn, id: string, is_private: boolean): Promise<void> {
  const { error } = await person.rest.from('entries').update({ is_private }).eq('id', id)
  expect(error).toBeNull()
}

async function remove(person: SignedIn, id: string): Promise<void> {
  const { error } = await person.rest.from('entries').delete().eq('id', id)
  expect(error).toBeNull()
}

interface SeenRow {
  readonly id: string
  readonly updated_at: string
}

/** The rows of a table that a person sees, as the server pages it for a pull. */
async function pageOf(person: SignedIn, table: string): Promise<SeenRow[]> {
  const { data, error } = await person.rest.from(table).select('*').order('updated_at').order('id')
  expect(error).toBeNull()
  return data as SeenRow[]
}

async function seenBy(person: SignedIn) {
  return (await pageOf(person, 'story_links')) as (SeenRow & { readonly idea_id: string })[]
}

const storiesSeenBy = async (person: SignedIn) => (await seenBy(person)).map(({ id }) => id)
const entriesOf = async (person: SignedIn) => pageOf(person, 'entries')
const removalsOf = async (person: SignedIn) => pageOf(person, 'removals')

const linked = [201, null]

describe('a story of an idea', () => {
  it('is linked by its author, is seen by both, and leaves both entries as they were', async () => {
    const idea = await write(author, 'ideen')
    const [own, theirs] = [await write(author, 'erzaehlen'), await write(partner, 'erzaehlen')]
    const before = await entriesOf(author)
    expect(await link(author, own, idea)).toEqual(linked)
    expect(await link(partner, theirs, idea)).toEqual(linked)
    for (const person of [author, partner]) {
      expect(await storiesSeenBy(person)).toEqual([own, theirs])
      expect(await entriesOf(person)).toEqual(before)
    }
  })

  it('is refused where one of the two is hidden, gone or never was, all alike', async () => {
    const hidden = await write(author, 'ideen', { is_private: true })
    const wasShared = await write(author, 'ideen')
    await setPrivate(author, wasShared, true)
    const gone = await write(author, 'ideen')
    await remove(author, gone)
    const own = await write(partner, 'erzaehlen')
    const never = await link(partner, own, crypto.randomUUID())
    expect(never).toMatchObject([403, { code: '42501' }])
    for (const idea of [hidden, wasShared, gone])
      expect(await link(partner, own, idea)).toEqual(never)
    const idea = await write(partner, 'ideen')
    const theirs = [
      await write(author, 'erzaehlen'),
      await write(author, 'erzaehlen', { is_private: true }),
      crypto.randomUUID(),
    ]
    for (const story of theirs) expect(await link(partner, story, idea)).toEqual(never)
    expect(await link(partner, own, idea, author.id)).toEqual(never)
    expect(await server.sql()`select from story_links`).toHaveLength(0)
  })

  it('is refused for what is no idea, for what is no story, and for itself', async () => {
    const [idea, story] = [await write(author, 'ideen'), await write(author, 'erzaehlen')]
    const wrong = [400, { code: '23514' }]
    for (const category of ['gedanken', 'uebersetzungen']) {
      const other = await write(author, category)
      expect(await link(author, story, other)).toMatchObject(wrong)
      expect(await link(author, other, idea)).toMatchObject(wrong)
    }
    const another = await write(author, 'erzaehlen')
    expect(await link(author, story, another)).toMatchObject(wrong)
    for (const self of [idea, story]) expect(await link(author, self, self)).toMatchObject(wrong)
  })

  it('tells of one idea, and no one changes or removes that', async () => {
    const [one, other] = [await write(author, 'ideen'), await write(author, 'ideen')]
    const story = await write(author, 'erzaehlen')
    expect(await link(author, story, one)).toEqual(linked)
    for (const idea of [one, other])
      expect(await link(author, story, idea)).toMatchObject([409, { code: '23505' }])
    const changed = await author.rest.from('story_links').update({ idea_id: other }).eq('id', story)
    const removed = await author.rest.from('story_links').delete().eq('id', story)
    expect([changed.status, removed.status]).toEqual([404, 404])
    expect(await seenBy(partner)).toMatchObject([{ id: story, idea_id: one }])
  })

  it('keeps the other entry when one of the two is deleted, and no link is left to see', async () => {
    const ideas = [await write(author, 'ideen'), await write(author, 'ideen')] as const
    const stories = [await write(author, 'erzaehlen'), await write(partner, 'erzaehlen')] as const
    await link(author, stories[0], ideas[0])
    await link(partner, stories[1], ideas[1])
    await remove(author, stories[0])
    await remove(author, ideas[1])
    for (const person of [author, partner]) {
      expect(await seenBy(person)).toEqual([])
      const left = (await entriesOf(person)).map(({ id }) => id)
      expect(left.toSorted()).toEqual([ideas[0], stories[1]].toSorted())
    }
  })
})

describe('a link whose story or idea becomes private', () => {
  it.each([
    ['story', 'the author of both'],
    ['idea', 'the author of both'],
    ['idea', 'the one who did not write the story'],
  ] as const)('leaves with the %s of %s, and returns newer', async (which, whose) => {
    const [owner, other] = whose === 'the author of both' ? [author, partner] : [partner, author]
    const idea = await write(owner, 'ideen')
    const story = await write(author, 'erzaehlen')
    expect(await link(author, story, idea)).toEqual(linked)
    const [before] = await seenBy(other)
    await setPrivate(owner, which === 'story' ? story : idea, true)
    expect(await seenBy(other)).toEqual([])
    expect(await storiesSeenBy(owner)).toEqual([story])
    const [removed] = await removalsOf(other)
    await setPrivate(owner, which === 'story' ? story : idea, false)
    const [after] = await seenBy(other)
    expect(after).toMatchObject({ id: story, idea_id: idea })
    const times = [before, removed, after].map((row) => String(row?.updated_at))
    expect(times).toEqual(times.toSorted())
  })

  it('is seen by no one while each of the two is private to another person', async () => {
    const [idea, story] = [await write(author, 'ideen'), await write(partner, 'erzaehlen')]
    await link(partner, story, idea)
    await setPrivate(author, idea, true)
    await setPrivate(partner, story, true)
    for (const person of [author, partner]) expect(await seenBy(person)).toEqual([])
    await setPrivate(author, idea, false)
    expect([await storiesSeenBy(author), await storiesSeenBy(partner)]).toEqual([[], [story]])
  })

  it('is hidden although both change at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [idea, story] = [await write(author, 'ideen'), await write(partner, 'erzaehlen')]
      await Promise.all([
        link(partner, story, idea),
        setPrivate(author, idea, true),
        setPrivate(partner, story, true),
      ])
      const rows = await server.sql()<{ only_for: string }[]>`
        select only_for from story_links where id = ${story}`
      const neither = '00000000-0000-0000-0000-000000000000'
      expect(rows.map((row) => row.only_for)).toEqual(rows.map(() => neither))
    }
  })
})

describe('a private story of an idea of both', () => {
  it('tells the partner nothing: not as it is written, shown, hidden, or deleted', async () => {
    const idea = await write(partner, 'ideen')
    const all = async () => [
      await entriesOf(partner),
      await seenBy(partner),
      await removalsOf(partner),
    ]
    const before = await all()
    const story = await write(author, 'erzaehlen', { is_private: true })
    expect(await link(author, story, idea)).toEqual(linked)
    expect(await storiesSeenBy(author)).toEqual([story])
    expect(await all()).toEqual(before)
    await remove(author, story)
    expect(await all()).toEqual(before)
    // The partner can write one, and delete the idea, as if there had been none.
    const own = await write(partner, 'erzaehlen')
    expect(await link(partner, own, idea)).toEqual(linked)
    await remove(partner, idea)
    expect(await seenBy(partner)).toEqual([])
  })

  it('does not tell its author whether an idea that became private was deleted', async () => {
    const answers = []
    for (const isDeleted of [false, true]) {
      const [idea, other] = [await write(partner, 'ideen'), await write(partner, 'ideen')]
      const story = await write(author, 'erzaehlen')
      expect(await link(author, story, idea)).toEqual(linked)
      await setPrivate(partner, idea, true)
      if (isDeleted) await remove(partner, idea)
      answers.push([await seenBy(author), await link(author, story, other)])
    }
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toMatchObject([[], [409, { code: '23505' }]])
  })
})
