import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { syncedTables } from '../../../domain/journal-tables.ts'
import type { StoryLink } from '../../../domain/table-schemas.ts'
import {
  at,
  entriesIn,
  entryOn,
  idOf,
  journalRow,
  reactionTo,
  removalOf,
} from '../memory/test-journal.ts'
import { delayOpening, evict, onDevice } from '../test-faults.ts'
import { createStore, forgetTabs, note, openStore, textsIn } from '../test-tabs.ts'
import { applyRows } from './apply-rows.ts'
import type { Store } from './store.ts'

afterEach(async () => {
  vi.restoreAllMocks()
  await forgetTabs()
})

const create = (day: number, content: string) =>
  ({
    action: 'create-entry',
    entryId: idOf(day),
    edit: note(content),
    createdAt: at(day),
    automatic: false,
  }) as const
const hidden = (store: Store, day: number, version: number) =>
  store.change((rows) => applyRows(rows, 'removals', [removalOf(day, version)])).stored

describe('a journal that is not whole in memory yet', () => {
  /** A copy of many entries, of which the first reading takes few. */
  async function partlyRead(count = 40, links: readonly StoryLink[] = []): Promise<Store> {
    await onDevice(async (database) => {
      const { store, done } = database.transaction('entries', 'readwrite')
      for (let day = 1; day <= count; day += 1) void store.put(entryOn(day))
      await done
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
    const link = (day: number, ideaDay: number) => {
      const { userId, createdAt, updatedAt } = entryOn(day)
      return { id: idOf(day), userId, ideaId: idOf(ideaDay), createdAt, updatedAt }
    }
    const store = await partlyRead(40, [link(3, 40), link(39, 5), link(7, 8)])
    const { shown } = store.memory
    expect([3, 5, 7, 8].map((day) => shown.get('entries', idOf(day)) !== undefined)).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  it('ends up right, if changes come before the rest is read', async () => {
    const store = await partlyRead()
    const other = await openStore()
    const newer = entryOn(5, { content: 'neuer', updatedAt: at(90) })
    await hidden(store, 2, 90)
    store.change((rows) => applyRows(rows, 'entries', [newer, entryOn(41)]))
    store.change((rows) => rows.put('outbox', { id: 'a', seq: 1, mutation: create(50, 'eigener') }))
    store.change((rows) =>
      rows.put('outbox', {
        id: 'b',
        seq: 2,
        mutation: { action: 'toggle-completed', entryId: idOf(6), completedAt: at(90) },
      }),
    )
    await hidden(other, 3, 90)
    store.change((rows) => rows.put('deletions', { entryId: idOf(7), due: 1 }))
    await store.readRest()
    const { shown } = store.memory
    const entries = entriesIn(store.memory)
    expect(entries).toHaveLength(39)
    expect(entries[0]).toMatchObject({ content: 'eigener' })
    expect(shown.get('entries', idOf(2))).toBeUndefined()
    expect(shown.get('entries', idOf(3))).toBeUndefined()
    expect(shown.get('entries', idOf(5))).toEqual(newer)
    expect(shown.get('entries', idOf(6))?.completed).toBe(true)
    expect(shown.get('entries', idOf(7))).toBeUndefined()
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
    await onDevice(async (database) => {
      await database.put('journal', journalRow())
      for (const table of syncedTables)
        await database.put('progress', {
          table,
          cursor: { updatedAt: at(1), id: 'a' },
          backfillCursor: undefined,
        })
      for (const day of Array.from({ length: 40 }, (_, index) => index))
        await database.put('entries', entryOn(day))
    })
    const store = await openStore({ onFirstRead: evict })
    expect(store.current()).toMatchObject({ fault: 'closed' })
    expect(store.memory.state()).toMatchObject({ isWhole: true, progress: [] })
    expect(store.memory.state().entries.list.length).toBeLessThan(40)
  })

  it('is whole only after all of it was read, also where it answers late', async () => {
    await onDevice(async (database) => {
      for (let day = 1; day <= 40; day += 1) await database.put('entries', entryOn(day))
    })
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
