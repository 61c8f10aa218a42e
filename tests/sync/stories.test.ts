import { describe, expect, it } from 'vitest'
import type { EntryId } from '../../src/domain/ids.ts'
import type { JournalState } from '../../src/web/replica/journal.ts'
import type { RowReader } from '../../src/web/replica/memory/journal-rows.ts'
import { ideaOf, storiesOf } from '../../src/web/replica/questions/stories.ts'
import { failingWord, failWith } from '../support/failing-writes.ts'
import { jonas, server, withBoth, zeljka } from './two-people.ts'
import { fair, note, offline, settled, shown, type Device } from './device.ts'

withBoth()

const idea = (content: string, over: object = {}) => note(content, { category: 'ideen', ...over })

/** The lines of this idea's card about its stories. */
const storiesIn = (id: EntryId) => (state: JournalState, rows: RowReader) => {
  const entry = rows.get('entries', id)
  return entry === undefined ? [] : storiesOf(state, rows, entry).map(({ content }) => content)
}

async function showStories(device: Device, id: EntryId, wanted: readonly string[]): Promise<void> {
  await shown(device, storiesIn(id), (found) => JSON.stringify(found) === JSON.stringify(wanted))
}

/** An idea of Željka's that both devices hold. */
async function sharedIdea(): Promise<EntryId> {
  const id = zeljka.journal.createEntry(idea('Einmal ans Meer'))
  await settled(zeljka)
  await shown(jonas, (_, rows) => rows.get('entries', id), Boolean)
  return id
}

const tell = (device: Device, ideaId: EntryId, content: string, over: object = {}) =>
  device.journal.createEntry({ ...note(content, over), ideaId })
const links = async () => server.sql()`select id, idea_id from story_links order by created_at`

describe('a story of an idea', () => {
  it('reaches both devices, two as two, and leaves the idea’s row as it was', async () => {
    const id = await sharedIdea()
    const before = await server.sql()`select * from entries where id = ${id}`
    const first = tell(jonas, id, 'Das Wasser war warm')
    await showStories(zeljka, id, ['Das Wasser war warm'])
    tell(zeljka, id, 'Und der Sand auch')
    for (const device of [jonas, zeljka]) {
      await settled(device)
      await showStories(device, id, ['Das Wasser war warm', 'Und der Sand auch'])
      const state = device.session.state()
      expect(ideaOf(state, device.journal.rows, { id: first, category: 'erzaehlen' })?.id).toBe(id)
    }
    expect(await server.sql()`select * from entries where id = ${id}`).toEqual(before)
    await jonas.reload()
    await showStories(jonas, id, ['Das Wasser war warm', 'Und der Sand auch'])
  })

  it('written without a network is there at once, and arrives when the answer of the first try was lost', async () => {
    jonas.setNetwork(offline)
    const id = jonas.journal.createEntry(idea('Auf den Berg'))
    tell(jonas, id, 'Oben lag Schnee')
    expect(storiesIn(id)(jonas.session.state(), jonas.journal.rows)).toEqual(['Oben lag Schnee'])
    let lost = false
    jonas.setNetwork(({ method, url }) => {
      if (lost || method !== 'POST' || !url.includes('story_links')) return 'arrives'
      lost = true
      return 'answer-lost'
    })
    jonas.session.wake()
    await showStories(zeljka, id, ['Oben lag Schnee'])
    await settled(jonas)
    expect([lost, jonas.journal.refusals()]).toEqual([true, []])
    expect(await links()).toHaveLength(1)
  })

  it('waits for the idea, and follows it where its id was taken', async () => {
    jonas.setNetwork(offline)
    const id = jonas.journal.createEntry(idea('Auf den Berg'))
    const story = tell(jonas, id, 'Oben lag Schnee')
    const row = { id, category: 'gedanken', content: 'geheim', is_private: true }
    await server.sql()`
      insert into entries (id, user_id, category, content, is_private)
      values (${row.id}, ${zeljka.id}, ${row.category}, ${row.content}, true)`
    jonas.setNetwork(fair)
    jonas.session.wake()
    await settled(jonas)
    const [link] = await links()
    expect(link).toMatchObject({ id: story })
    expect(link?.['idea_id']).not.toBe(id)
    await showStories(jonas, link?.['idea_id'] as EntryId, ['Oben lag Schnee'])
    expect(jonas.journal.refusals()).toEqual([])
  })

  it.each(['private', 'deleted'])(
    'stays where its idea is %s meanwhile, without an error',
    async (fate) => {
      const id = await sharedIdea()
      jonas.setNetwork(offline)
      tell(jonas, id, 'Das Wasser war warm')
      const edit = idea('Einmal ans Meer', { isPrivate: true })
      if (fate === 'private') zeljka.journal.write({ action: 'edit-entry', entryId: id, edit })
      else await server.sql()`delete from entries where id = ${id}`
      await settled(zeljka)
      jonas.setNetwork(fair)
      jonas.session.wake()
      await settled(jonas)
      expect(jonas.journal.refusals()).toEqual([])
      expect(jonas.journal.entries().map(({ content }) => content)).toEqual(['Das Wasser war warm'])
      expect(await links()).toEqual([])
    },
  )

  it('that is refused comes back as a draft that knows its idea', async () => {
    const id = await sharedIdea()
    await failWith(server, '23514')
    try {
      tell(jonas, id, failingWord)
      await settled(jonas)
    } finally {
      await failWith(server, null)
    }
    expect(jonas.journal.refusals()).toMatchObject([{ action: 'create-entry' }])
    expect(storiesIn(id)(jonas.session.state(), jonas.journal.rows)).toEqual([])
    const left = await jonas.journal.drafts.takeOldest('new-entry', (value) => value)
    expect(left?.value).toMatchObject({ content: failingWord, ideaId: id })
  })
})

describe('when one of the two becomes private', () => {
  it.each([true, false])('the link leaves and returns, with live changes: %s', async (isLive) => {
    const id = await sharedIdea()
    const story = tell(jonas, id, 'Das Wasser war warm')
    await showStories(zeljka, id, ['Das Wasser war warm'])
    await settled(jonas)
    if (!isLive) zeljka.setNetwork(offline)
    const catchUp = async () => {
      if (isLive) return
      await zeljka.reload()
      zeljka.setNetwork(fair)
      zeljka.session.wake()
    }
    jonas.journal.write({
      action: 'edit-entry',
      entryId: story,
      edit: note('Das Wasser war warm', { isPrivate: true }),
    })
    await settled(jonas)
    await catchUp()
    await shown(
      zeljka,
      (_, rows) => rows.get('entries', story),
      (entry) => entry === undefined,
    )
    expect(zeljka.session.state().storyLinks.list).toEqual([])
    await showStories(jonas, id, ['Das Wasser war warm'])
    if (!isLive) zeljka.setNetwork(offline)
    jonas.journal.write({ action: 'edit-entry', entryId: story, edit: note('Das Wasser war warm') })
    await settled(jonas)
    await catchUp()
    await showStories(zeljka, id, ['Das Wasser war warm'])

    // The idea leaves the one who told of it.
    zeljka.journal.write({
      action: 'edit-entry',
      entryId: id,
      edit: idea('Einmal ans Meer', { isPrivate: true }),
    })
    await shown(
      jonas,
      (_, rows) => rows.get('entries', id),
      (entry) => entry === undefined,
    )
    expect(jonas.session.state().storyLinks.list).toEqual([])
    await settled(zeljka)
    zeljka.journal.write({ action: 'edit-entry', entryId: id, edit: idea('Einmal ans Meer') })
    await showStories(jonas, id, ['Das Wasser war warm'])
  })
})

describe('when one of the two is deleted', () => {
  it('the other stays on both devices', async () => {
    const id = await sharedIdea()
    const stories = [tell(jonas, id, 'Warm'), tell(zeljka, id, 'Auch der Sand')]
    for (const device of [jonas, zeljka]) {
      await settled(device)
      await shown(device, storiesIn(id), (found) => found.length === 2)
    }
    await server.sql()`delete from entries where id = ${String(stories[0])}`
    for (const device of [jonas, zeljka]) await showStories(device, id, ['Auch der Sand'])
    await server.sql()`delete from entries where id = ${id}`
    for (const device of [jonas, zeljka]) {
      await shown(
        device,
        ({ entries }) => entries.list.length,
        (count) => count === 1,
      )
      expect(device.session.state().storyLinks.list).toEqual([])
      expect(device.journal.entries()[0]?.content).toBe('Auch der Sand')
    }
  })
})
