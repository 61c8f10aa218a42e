import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import { newId } from '../../../domain/ids.ts'
import { fieldSchemas } from '../../../domain/table-schemas.ts'
import {
  at,
  entryOn,
  idOf,
  journalRow,
  photoOf,
  reactionTo,
  linkOf,
  replyTo,
  reviewOn,
  unsentPhoto,
} from '../memory/test-journal.ts'
import {
  keyOf,
  mirrorTables,
  ownTables,
  tableNames,
  type StoredRows,
  type TableName,
} from '../memory/tables.ts'
import { onDevice } from '../test-faults.ts'
import { forgetTabs, me, note, openTab } from '../test-tabs.ts'
import { readFields } from './stored-fields.ts'
import { readStored } from './read-stored.ts'

afterEach(forgetTabs)

const own = { userId: me, createdAt: at(1), updatedAt: at(1) }
const edit = note('Text')

/** A row of each table, and what makes it one that cannot be read. */
const examples: { readonly [Name in TableName]: readonly [StoredRows[Name], object] } = {
  profiles: [{ id: me, name: 'Jonas', updatedAt: at(0) }, { name: 7 }],
  entries: [entryOn(1), { content: null }],
  reactions: [reactionTo(1), { emoji: 1 }],
  replies: [replyTo(1), { content: {} }],
  photos: [photoOf(1), { bytes: 'viele' }],
  quote_likes: [{ id: 'like' as never, text: 'Wer wagt', author: 'Niemand', ...own }, { text: 1 }],
  custom_quotes: [{ id: 'own' as never, text: 'Wer wagt', author: 'Ich', ...own }, { author: 1 }],
  memory_marks: [{ id: 'mark' as never, entryId: idOf(1), until: null, ...own }, { until: 3 }],
  story_links: [linkOf(1, 2), { ideaId: null }],
  reviews: [reviewOn(1), { wordsHash: 1 }],
  last_looks: [{ id: me, seenUntil: at(1), updatedAt: at(1) }, { seenUntil: 1 }],
  journal: [journalRow(), { timeZone: 1 }],
  progress: [{ table: 'entries', cursor: undefined, backfillCursor: undefined }, { cursor: 'a' }],
  tombstones: [{ table: 'entries', rowId: idOf(7), removedAt: at(7) }, { removedAt: 7 }],
  sentEdits: [{ entryId: idOf(1), edit, editVersion: 1, updatedAt: at(1) }, { edit: 'Text' }],
  knownIds: [{ id: 'known' }, {}],
  outbox: [
    {
      seq: 1,
      id: 'queued',
      mutation: { action: 'edit-entry', entryId: idOf(1), edit, baseVersion: 1 },
    },
    { mutation: { action: 'of a newer app' } },
  ],
  deletions: [{ entryId: idOf(3), due: 9e9 }, { due: 'bald' }],
  refusals: [
    { id: 'refusal', action: 'edit-entry', reason: 'stale', entryId: idOf(1), keptText: 'Text' },
    { reason: 'new' },
  ],
  drafts: [
    { key: 'draft', form: 'new-entry', order: 1, owner: undefined, value: 'Text' },
    { order: 'first' },
  ],
  lostRows: [{ key: 'entries 1', table: 'entries', row: entryOn(1) }, { row: 'Text' }],
  unsentPhotos: [unsentPhoto(1), { writtenAt: 1 }],
}

const broken = (name: TableName) => ({ ...examples[name][0], ...examples[name][1] })

async function put(name: TableName, row: unknown): Promise<void> {
  await onDevice(async (database) => void (await database.put(name, row as never)))
}

const held = async (name: TableName): Promise<readonly unknown[]> =>
  onDevice(async (database) => database.getAll(name))

/** A copy that has been read from the server, with one row more. */
async function copyWith(name: TableName, row: unknown): Promise<void> {
  const { store } = await openTab('first')
  store.change((rows) => {
    rows.put('journal', journalRow())
    rows.put('progress', { table: 'reviews', cursor: undefined, backfillCursor: undefined })
  })
  await store.written()
  store.close()
  await put(name, row)
}

describe('a stored row', () => {
  it.each(tableNames.filter((name) => name !== 'knownIds'))(
    'of %s is read, and a broken one is not',
    (name) => {
      const [row] = examples[name]
      expect(readStored(name, row as never)).toEqual(row)
      expect(readStored(name, broken(name) as never)).toBe('broken')
    },
  )

  it('keeps what a newer app has added, and gets what an older one left out', () => {
    const row = { ...entryOn(1), mood: 'gut' }
    expect(readFields('entries', row)).toBe(row)
    const { diskLow: _, ...older } = { ...journalRow(), diskLow: true }
    expect(readFields('journal', older)).toMatchObject({ ...older, diskLow: false })
  })

  it.each([
    ['entries', { category: 'rezepte' }],
    ['reactions', { emoji: '🦄' }],
    ['reviews', { grade: 7 }],
  ] as const)('of %s with a word that is not known yet is hidden', (name, change) => {
    expect(readStored(name, { ...examples[name][0], ...change } as never)).toBe('unknown-word')
  })

  it('has no default for what decides who sees it', () => {
    for (const [, schema] of fieldSchemas.entries.filter(([field]) => field === 'isPrivate'))
      expect(schema).not.toHaveProperty('default')
    const { isPrivate: _, ...row } = entryOn(1)
    expect(readFields('entries', row)).toBe('broken')
  })
})

describe('what this device has queued', () => {
  it('is read by another tab as it was queued, of each kind', async () => {
    const { store, journal } = await openTab('one')
    store.change((rows) => {
      rows.put('journal', journalRow())
      for (const day of [1, 2]) rows.put('entries', entryOn(day, { userId: me, category: 'ideen' }))
      rows.put('replies', replyTo(2, { userId: me }))
    })
    const quote = { text: 'Wer wagt', author: 'Niemand' }
    const about = { entryId: idOf(1) }
    const kinds = new Set<string>()
    const queued = () => {
      for (const { mutation } of store.memory.rows('outbox').values()) kinds.add(mutation.action)
    }
    journal.createEntry({ ...note('Geschichte'), ideaId: idOf(1) })
    journal.write({ action: 'edit-entry', ...about, edit: note('anders') })
    journal.write({ action: 'toggle-completed', ...about, completed: true })
    journal.write({ action: 'add-reaction', ...about, emoji: '🔥' })
    journal.write({ action: 'add-reaction', ...about, emoji: '❤️' })
    queued()
    journal.write({ action: 'remove-reaction', ...about, emoji: '❤️' })
    journal.write({ action: 'create-reply', ...about, content: 'Antwort' })
    const [written] = store.memory.shown.of('replies', idOf(1))
    for (const { id: replyId, entryId } of [written ?? replyTo(1), replyTo(2)])
      journal.write({ action: 'edit-reply', replyId, entryId, content: 'Andere Antwort' })
    journal.write({ action: 'like-quote', quote })
    queued()
    journal.write({ action: 'unlike-quote', quote })
    const own = newId()
    journal.write({ action: 'add-custom-quote', quoteId: own, quote })
    queued()
    journal.write({ action: 'delete-custom-quote', quoteId: own })
    journal.write({ action: 'add-memory-mark', ...about, until: null })
    const { direction, grade, wordsHash } = reviewOn(1)
    journal.write({ action: 'add-review', entryId: idOf(2), direction, grade, wordsHash })
    journal.write({ action: 'last-look', seenUntil: at(3) })
    queued()
    expect(kinds.size).toBeGreaterThan(10)
    await store.written()
    const two = await openTab('two')
    expect(two.store.memory.state().unreadable).toBe(0)
    expect(two.store.memory.state().queue).toEqual(store.memory.state().queue)
  })
})

describe('what lies on the disk and cannot be read', () => {
  it.each([...ownTables, 'sentEdits'] as const)(
    'stays in %s, counts, and is neither sent nor removed by two tabs',
    async (name) => {
      await copyWith(name, broken(name))
      const one = await openTab('one')
      const two = await openTab('two')
      for (const { store, journal } of [one, two]) {
        expect(store.memory.rows(name).has(keyOf(name, examples[name][0] as never))).toBe(false)
        expect(store.memory.state().unreadable).toBe(1)
        journal.createEntry(note('Neu'))
        await store.readQueue('outbox')
        await store.readAgain()
        await store.written()
      }
      expect(await held(name)).toContainEqual(broken(name))
      expect(one.store.memory.state().progress).toHaveLength(1)
    },
  )

  it.each(mirrorTables)(
    'is left out of %s, and everything is read from the server again',
    async (name) => {
      await copyWith(name, broken(name))
      const one = await openTab('one')
      const two = await openTab('two')
      for (const { store } of [one, two]) {
        expect(store.memory.rows(name).size).toBe(0)
        expect(store.memory.state()).toMatchObject({ progress: [], unreadable: 0 })
      }
      await one.store.written()
      // It is there until all has been read; then a row of its id has taken its place, or the server has none.
      expect(await held(name)).toEqual([broken(name)])
      await one.store.disk.dropBroken()
      expect(await held(name)).toEqual([])
    },
  )

  it('is hidden where a newer app has stored a word, and stays as it is', async () => {
    const newer = { ...entryOn(1), category: 'rezepte' }
    await copyWith('entries', newer)
    const { store } = await openTab('one')
    expect(store.memory.state().entries.list).toEqual([])
    expect(store.memory.state().progress).toHaveLength(1)
    await store.disk.dropBroken()
    expect(await held('entries')).toEqual([newer])
  })

  it('is the journal’s own row: then the copy is one that has not been read yet', async () => {
    await copyWith('journal', broken('journal'))
    const { store } = await openTab('one')
    expect(store.memory.state()).toMatchObject({ journal: undefined, isWhole: true })
    expect(await held('journal')).toEqual([])
  })
})
