import { newsCount, newsOf } from '../../src/web/replica/questions/news.ts'
import { describe, expect, it } from 'vitest'

import { newId, type EntryId } from '../../src/domain/ids.ts'
import { imported, rowsOf } from '../support/import-rows.ts'
import { jonas, server, withBoth, zeljka } from './two-people.ts'
import { eventually, feed, note, settled, shown, texts, type Device } from './device.ts'

withBoth()

const entryOf = (device: Device, id: EntryId) => async () => device.journal.entry(id)

/** An idea of Jonas's that both devices hold. */
async function sharedIdea(content: string): Promise<EntryId> {
  const id = jonas.journal.createEntry(note(content, { category: 'ideen' }))
  await eventually(entryOf(zeljka, id), (entry) => entry !== undefined)
  await settled(jonas)
  return id
}

describe('an entry on its way', () => {
  it('shows at once, is sent, and arrives at the partner', async () => {
    jonas.journal.createEntry(note('Guten Morgen'))
    expect(await texts(jonas.journal)).toEqual(['Guten Morgen'])
    const [arrived] = await eventually(
      async () => feed(zeljka.journal),
      (entries) => entries.length === 1,
    )
    expect(arrived).toMatchObject({ content: 'Guten Morgen', authorName: 'Jonas', pending: false })
    await settled(jonas)
    expect((await feed(jonas.journal))[0]?.pending).toBe(false)
  })

  it('takes edits, toggles and reactions of the partner along', async () => {
    const id = await sharedIdea('Zelten')
    zeljka.journal.write({
      action: 'edit-entry',
      entryId: id,
      edit: note('Zelten am See', { category: 'ideen' }),
    })
    zeljka.journal.write({ action: 'toggle-completed', entryId: id, completed: true })
    zeljka.journal.write({ action: 'add-reaction', entryId: id, emoji: '🎉' })
    const seen = await eventually(
      entryOf(jonas, id),
      (entry) => entry?.content === 'Zelten am See' && entry.reactions.length === 1,
    )
    expect(seen).toMatchObject({ completed: true, editVersion: expect.any(Number) as number })
    expect(seen?.reactions[0]).toMatchObject({ emoji: '🎉', name: 'Željka' })
  })

  it('is in the third state after three fast toggles, on both screens', async () => {
    const id = await sharedIdea('Baden')
    for (const completed of [true, false, true])
      jonas.journal.write({ action: 'toggle-completed', entryId: id, completed })
    expect((await jonas.journal.entry(id))?.completed).toBe(true)
    await settled(jonas)
    await eventually(entryOf(zeljka, id), (entry) => entry?.completed === true)
    expect((await jonas.journal.entry(id))?.completed).toBe(true)
  })

  it('sends nothing for a reaction that was removed before it was sent', async () => {
    const id = await sharedIdea('Kino')
    const sent: string[] = []
    zeljka.setNetwork(({ method }) => {
      // Reads go on: after a lost pull no write would be tried before a read has come back.
      if (method === 'GET') return 'arrives'
      sent.push(method)
      return 'lost'
    })
    zeljka.journal.createEntry(note('hält den Ausgang besetzt'))
    await expect.poll(async () => sent.length).toBeGreaterThan(0)
    zeljka.journal.write({ action: 'add-reaction', entryId: id, emoji: '👍' })
    zeljka.journal.write({ action: 'remove-reaction', entryId: id, emoji: '👍' })
    await expect.poll(async () => zeljka.session.unsentCount()).toBe(1)
    zeljka.setNetwork(({ method }) => {
      if (method !== 'GET') sent.push(method)
      return 'arrives'
    })
    await settled(zeljka)
    expect(new Set(sent)).toEqual(new Set(['POST']))
    expect((await zeljka.journal.entry(id))?.reactions).toEqual([])
  })
})

describe('privacy', () => {
  it('removes an entry from the partner when it becomes private, and restores it with reactions', async () => {
    const id = jonas.journal.createEntry(note('Überraschung'))
    await eventually(entryOf(zeljka, id), (entry) => entry !== undefined)
    zeljka.journal.write({ action: 'add-reaction', entryId: id, emoji: '👀' })
    await eventually(entryOf(jonas, id), (entry) => entry?.reactions.length === 1)
    jonas.journal.write({
      action: 'edit-entry',
      entryId: id,
      edit: note('Überraschung', { isPrivate: true }),
    })
    await eventually(entryOf(zeljka, id), (entry) => entry === undefined)
    await settled(jonas)
    jonas.journal.write({
      action: 'edit-entry',
      entryId: id,
      edit: note('Überraschung!', { isPrivate: false }),
    })
    const back = await eventually(entryOf(zeljka, id), (entry) => entry?.reactions.length === 1)
    expect(back?.content).toBe('Überraschung!')
  })

  it('never brings a private entry to the partner', async () => {
    jonas.journal.createEntry(note('geheim', { isPrivate: true }))
    jonas.journal.createEntry(note('offen'))
    await expect.poll(async () => texts(zeljka.journal)).toContain('offen')
    expect(await texts(zeljka.journal)).toEqual(['offen'])
    await shown(zeljka, newsCount, (count) => count === 1)
  })
})

describe('deleting', () => {
  it('hides at once, deletes after the time to undo, and leaves both screens', async () => {
    const id = await sharedIdea('Altes')
    jonas.journal.write({ action: 'delete-entry', entryId: id })
    expect(await jonas.journal.entry(id)).toBeUndefined()
    await eventually(entryOf(zeljka, id), (entry) => entry === undefined)
    await settled(jonas)
    expect(jonas.journal.undoDelete(id)).toBe(false)
    expect(await jonas.journal.knowsEntry(id)).toBe(true)
    const rows = await server.sql()`select 1 from public.entries`
    expect(rows).toHaveLength(0)
  })

  it('lets the partner delete an idea, but restores an entry that they may not delete', async () => {
    const id = jonas.journal.createEntry(note('meins'))
    await eventually(entryOf(zeljka, id), (entry) => entry !== undefined)
    zeljka.journal.write({ action: 'delete-entry', entryId: id })
    const refusals = await eventually(
      async () => zeljka.journal.refusals(),
      (all) => all.length === 1,
    )
    expect(refusals[0]).toMatchObject({ action: 'delete-entry', reason: 'rejected', entryId: id })
    expect(await zeljka.journal.entry(id)).toBeDefined()
    zeljka.journal.acknowledge(refusals[0]?.id ?? '')
    expect(zeljka.journal.refusals()).toEqual([])
  })
})

describe('quotes and the bell', () => {
  it('carries likes and personal quotes, with any punctuation', async () => {
    const quote = { text: '„Ja“, sagte sie (leise), "a,b" \\ 100% & 🐱', author: 'M. v. E.-E.' }
    jonas.journal.write({ action: 'like-quote', quote })
    const quoteId = newId()
    jonas.journal.write({ action: 'add-custom-quote', quoteId, quote })
    const likes = await eventually(
      async () => zeljka.journal.likes(),
      (all) => all.length === 1,
    )
    expect(likes[0]).toMatchObject({ ...quote, name: 'Jonas' })
    await expect.poll(async () => zeljka.journal.customQuotes()).toHaveLength(1)
    await settled(jonas)
    jonas.journal.write({ action: 'unlike-quote', quote })
    jonas.journal.write({ action: 'delete-custom-quote', quoteId })
    await expect.poll(async () => zeljka.journal.likes()).toHaveLength(0)
    await expect.poll(async () => zeljka.journal.customQuotes()).toHaveLength(0)
  })

  it('lists nothing at the bell that was restored from a file', async () => {
    await imported(server, { entries: [rowsOf(jonas.id).entry({ content: 'Von damals' })] })
    await expect.poll(async () => texts(zeljka.journal)).toContain('Von damals')
    await shown(
      zeljka,
      ({ entries }) => entries.list.length,
      (count) => count > 0,
    )
    expect(newsCount(zeljka.session.state(), zeljka.journal.rows)).toBe(0)
    expect(newsOf(zeljka.session.state(), zeljka.journal.rows, 40)).toEqual({
      items: [],
      more: false,
    })
  })

  it('counts what is new since the read marker, on every device of the person', async () => {
    const id = await sharedIdea('Neu')
    jonas.journal.write({ action: 'add-reaction', entryId: id, emoji: '🔥' })
    await shown(zeljka, newsCount, (count) => count === 2)
    const news = newsOf(zeljka.session.state(), zeljka.journal.rows, 40)
    expect(news.items.map((item) => item.kind)).toEqual(['reaction', 'entry'])
    expect(newsCount(jonas.session.state(), jonas.journal.rows)).toBe(0)
    zeljka.journal.write({ action: 'last-look', seenUntil: news.items[0]?.visibleSince as never })
    await shown(zeljka, newsCount, (count) => count === 0)
    await settled(zeljka)
    const looks = await server.sql()`select seen_until > '2000-01-01' as seen from public.last_looks
      where id = ${zeljka.id}`
    expect(looks[0]).toMatchObject({ seen: true })
  })
})

describe('an edit of the partner’s idea', () => {
  it('is refused as stale when it was made before the idea was private for a while', async () => {
    const id = await sharedIdea('Wandern')
    zeljka.setNetwork(() => 'lost')
    zeljka.journal.write({
      action: 'edit-entry',
      entryId: id,
      edit: note('Wandern am Meer', { category: 'ideen' }),
    })
    const secret = note('Überraschung', { category: 'ideen', isPrivate: true })
    jonas.journal.write({ action: 'edit-entry', entryId: id, edit: secret })
    await settled(jonas)
    jonas.journal.write({
      action: 'edit-entry',
      entryId: id,
      edit: { ...secret, content: 'Wandern', isPrivate: false },
    })
    await settled(jonas)
    zeljka.setNetwork(() => 'arrives')
    zeljka.session.wake()
    const refusals = await eventually(
      async () => zeljka.journal.refusals(),
      (all) => all.length === 1,
    )
    expect(refusals).toMatchObject([{ reason: 'stale', keptText: 'Wandern am Meer' }])
    const rows = await server.sql()`select content from public.entries where id = ${id}`
    expect([...rows]).toEqual([{ content: 'Wandern' }])
  })

  it('is not overwritten by the author’s edit that waited for the answer to the creation', async () => {
    jonas.setNetwork(({ method }) => (method === 'POST' ? 'answer-lost' : 'arrives'))
    const id = jonas.journal.createEntry(note('Zelten', { category: 'ideen' }))
    await eventually(entryOf(zeljka, id), (entry) => entry !== undefined)
    jonas.journal.write({
      action: 'edit-entry',
      entryId: id,
      edit: note('Zelten am Meer', { category: 'ideen' }),
    })
    zeljka.journal.write({
      action: 'edit-entry',
      entryId: id,
      edit: note('Zelten im Wald', { category: 'ideen' }),
    })
    await settled(zeljka)
    jonas.setNetwork(() => 'arrives')
    jonas.session.wake()
    const refusals = await eventually(
      async () => jonas.journal.refusals(),
      (all) => all.length === 1,
    )
    expect(refusals).toMatchObject([{ reason: 'stale', keptText: 'Zelten am Meer' }])
    expect(await texts(jonas.journal)).toEqual(['Zelten im Wald'])
  })
})
