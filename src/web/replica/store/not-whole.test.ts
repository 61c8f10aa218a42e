import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { syncedTables } from '../../../domain/journal-tables.ts'
import type { StoryLink } from '../../../domain/table-schemas.ts'
import {
  at,
  createEntry,
  entriesIn,
  entryOn,
  idOf,
  journalRow,
  letDeletionWait,
  linkOf,
  queued,
  reactionTo,
  removalOf,
} from '../memory/test-journal.ts'
import { delayOpening, evict, onDevice } from '../test-faults.ts'
import { createStore, forgetTabs, openStore, textsIn } from '../test-tabs.ts'
import { applyRows } from './apply-rows.ts'
import type { Store } from './store.ts'

afterEach(async () => {
  vi.restoreAllMocks()
  await forgetTabs()
})

const hidden = (store: Store, day: number) =>
  store.change((rows) => applyRows(rows, 'removals', [removalOf(day, 90)])).stored

/** Puts the entries of this number of days on the device. */
const putEntries = async (count: number) =>
  onDevice(async (database) => {
    const { store, done } = database.transaction('entries', 'readwrite')
    for (let day = 1; day <= count; day += 1) void store.put(entryOn(day))
    await done
  })

describe('a journal that is not whole in memory yet', () => {
  /** A copy of many entries, of which the first reading takes few. */
  async function partlyRead(count = 40, links: readonly StoryLink[] = []): Promise<Store> {
    await putEntries(count)
    await onDevice(async (database) => {
      await database.put('journal', journalRow())
      for (const day of [1, 2, 3]) await database.put('reactions', reactionTo(day))
      for (const link of links) await database.put('story_links', link)
    })
    const store = createStore({ now: () => Date.UTC(2026, 5, 1) })
    await store.open()
    return store
  }

  it('says so, and knows the newest entries and what waits', async () => {
    const store = await partlyRead()
    const { isRead, isWhole, entries } = store.memory.state()
    expect({ isRead, isWhole }).toEqual({ isRead: true, isWhole: false })
    expect(entriesIn(store.memory)[0]).toEqual(entryOn(40))
    expect(entries.list.length).toBeLessThan(40)
    await store.readRest()
    expect(store.memory.state().isWhole).toBe(true)
    expect(store.memory.state().entries.list).toHaveLength(40)
    expect(store.memory.rows('reactions').size).toBe(3)
  })

  it('knows the story of an idea that is among the newest, and the idea of a story', async () => {
    const store = await partlyRead(40, [linkOf(3, 40), linkOf(39, 5), linkOf(7, 8)])
    const { shown } = store.memory
    const known = [3, 5, 7, 8].filter((day) => shown.get('entries', idOf(day)) !== undefined)
    expect(known).toEqual([3, 5])
  })

  it('ends up right, if changes come before the rest is read', async () => {
    const store = await partlyRead()
    const other = await openStore()
    const newer = entryOn(5, { content: 'neuer', updatedAt: at(90) })
    await hidden(store, 2)
    store.change((rows) => applyRows(rows, 'entries', [newer, entryOn(41)]))
    const tick = { action: 'toggle-completed', entryId: idOf(6), completedAt: at(90) } as const
    for (const row of queued(createEntry(50), tick)) store.change((rows) => rows.put('outbox', row))
    await hidden(other, 3)
    letDeletionWait(store, idOf(7))
    await store.readRest()
    const { shown } = store.memory
    const entries = entriesIn(store.memory)
    expect(entries).toHaveLength(39)
    expect(entries[0]).toMatchObject({ content: 'Tag 50' })
    for (const day of [2, 3, 7]) expect(shown.get('entries', idOf(day))).toBeUndefined()
    expect(shown.get('entries', idOf(5))).toEqual(newer)
    expect(shown.get('entries', idOf(6))?.completed).toBe(true)
    expect(shown.of('reactions', idOf(2))).toEqual([])
    expect(shown.of('reactions', idOf(1))).toHaveLength(1)
    await vi.waitFor(() => expect(textsIn(other)).toEqual(textsIn(store)))
  })

  it('reads more than one piece', async () => {
    const store = await partlyRead(2001)
    await store.readRest()
    expect(store.memory.state().entries.list).toHaveLength(2001)
  })

  it('reads a single entry that is not in memory yet, with its reactions', async () => {
    const store = await partlyRead()
    expect(store.memory.shown.get('entries', idOf(3))).toBeUndefined()
    await store.readEntry(idOf(3))
    expect(store.memory.shown.get('entries', idOf(3))).toEqual(entryOn(3))
    expect(store.memory.shown.of('reactions', idOf(3))).toEqual([reactionTo(3)])
  })
})

describe('a copy that fails while it is read, or answers late', () => {
  it('is read from the server again, which has the rest', async () => {
    await putEntries(40)
    const cursor = { updatedAt: at(1), id: 'a' }
    await onDevice(async (database) => {
      await database.put('journal', journalRow())
      for (const table of syncedTables)
        await database.put('progress', { table, cursor, backfillCursor: undefined })
    })
    const store = await openStore({ onFirstRead: evict })
    expect(store.current()).toMatchObject({ fault: 'closed' })
    expect(store.memory.state()).toMatchObject({ isWhole: true, progress: [] })
    expect(store.memory.state().entries.list.length).toBeLessThan(40)
  })

  it('is whole only after all of it was read, also where it answers late', async () => {
    await putEntries(40)
    const answer = delayOpening()
    const store = await openStore({ openTimeoutMs: 10 })
    const counts = new Set<number>()
    store.memory.subscribe(() => {
      const { isWhole, entries } = store.memory.state()
      if (isWhole && store.current().kind === 'on-device') counts.add(entries.list.length)
    })
    answer()
    await vi.waitFor(() => expect(counts).toContain(40))
    expect([...counts]).toEqual([40])
  })
})
