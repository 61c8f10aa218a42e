import 'fake-indexeddb/auto'
import { openDB, type IDBPDatabase } from 'idb'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { at, entriesIn, entryOn, idOf, reactionTo, journalRow } from '../memory/test-journal.ts'
import { editForm } from '../mutations/draft-form.ts'
import { forgetUnstored } from '../store/store.ts'
import { onDevice } from '../test-faults.ts'
import { allLeft, forgetTabs, left, me, note, openTab, waiting } from '../test-tabs.ts'
import { databaseName } from './schema.ts'
import { shapeOf } from './stored-fields.ts'

const quote = { text: 'Wer wagt', author: 'Niemand' }
const cursor = { updatedAt: at(1), id: 'a' }

afterEach(forgetTabs)

/** The stores and indexes of a version, as they were declared then. */
type Schema = Readonly<Record<string, string | null>>

/** The changes of each version of the copy. */
const versions: readonly Schema[] = [
  {
    entries: 'id, [createdAt+id], [category+createdAt+id], [userId+visibleSince]',
    reactions: 'id, entryId, [userId+visibleSince]',
    profiles: 'id',
    quote_likes: 'id',
    custom_quotes: 'id',
    last_looks: 'id',
    journal: 'key',
    tombstones: '[table+rowId]',
    progress: 'table',
    outbox: '++seq, subject',
    deletions: 'entryId, due',
    refusals: '++id',
    drafts: 'key',
    connections: 'tab',
    leases: 'name',
    knownIds: 'id',
  },
  { drafts: 'key, form, order' },
  { outbox: '++seq, aggregateId', inFlight: 'id', connections: null },
  {
    entryKeys: 'id, [userId+createdAt+id], [doneKey+createdAt+id]',
    fillings: 'table',
  },
  { memory_marks: 'id' },
  { outbox: '++seq, aggregateId, mutation.action' },
  { sentEdits: 'entryId' },
]

type Rows = Readonly<Record<string, readonly unknown[]>>

/** Makes the copy of an earlier version; its library stored that times ten. */
async function putOldCopy(version: number, rows: Rows): Promise<void> {
  const schema: Schema = Object.assign({}, ...versions.slice(0, version))
  const database = await openDB(databaseName(me), version * 10, {
    upgrade(made) {
      for (const [name, declared] of Object.entries(schema))
        if (declared !== null) createStore(made, name, declared)
    },
  })
  for (const [name, list] of Object.entries(rows))
    for (const row of list) await database.put(name, row)
  database.close()
}

function createStore(database: IDBPDatabase, name: string, declared: string): void {
  const [key = '', ...indexes] = declared.split(', ')
  const autoIncrement = key.startsWith('++')
  const store = database.createObjectStore(name, {
    keyPath: pathOf(key.replace('++', '')),
    autoIncrement,
  })
  for (const index of indexes) store.createIndex(index, pathOf(index))
}

function pathOf(declared: string): string | string[] {
  return declared.startsWith('[') ? declared.slice(1, -1).split('+') : declared
}

const outboxOfFirst = [
  {
    subject: 'id of the like',
    attempted: 1,
    operation: { action: 'like-quote', likeId: 'id of the like', quote, createdAt: at(1) },
  },
  {
    subject: 'entry',
    attempted: 1,
    trouble: { kind: 'set-aside', again: false },
    operation: { action: 'delete-entry', entryId: 'entry' },
  },
  { subject: 'last-look', attempted: 0, operation: { action: 'last-look', seenUntil: at(1) } },
]

it('a copy that did not note the kinds of removals reads those again, and nothing else', async () => {
  const read = { cursor, backfillCursor: undefined }
  const progress = ['entries', 'removals'].map((table) => ({ table, ...read }))
  await putOldCopy(7, { progress })
  const { store } = await openTab('tab')
  const cursors = store.memory.state().progress.map((row) => [row.table, row.cursor])
  expect(Object.fromEntries(cursors)).toEqual({ entries: cursor, removals: undefined })
})

describe('a copy of version 0.1.0', () => {
  it.each([1, 2])(
    'of state %d keeps its unsent work in order, with what was handed over marked as such',
    async (version) => {
      await putOldCopy(version, { outbox: outboxOfFirst })
      const { store } = await openTab('one')
      const { queue } = store.memory.state()
      expect(queue).toMatchObject([
        { mutation: { action: 'like-quote', quote }, isInFlight: true },
        { mutation: { entryId: 'entry' }, trouble: { kind: 'set-aside', again: false } },
        { mutation: { action: 'last-look', seenUntil: at(1) } },
      ])
      expect(queue.map(({ isInFlight }) => isInFlight)).toEqual([true, true, undefined])
      expect(new Set(queue.map(({ id }) => id)).size).toBe(3)
      expect(queue[2]).not.toHaveProperty('trouble')
      expect(queue[2]).not.toHaveProperty('operation')
    },
  )

  it('keeps how far it has been read', async () => {
    const older = { updatedAt: at(1), id: 'b' }
    await putOldCopy(1, {
      progress: [
        { table: 'entries', cursor, older },
        { table: 'reactions', cursor: undefined, older: undefined },
      ],
      connections: [{ tab: 'a', connection: 'offline', at: 1 }],
    })
    const { store } = await openTab('one')
    const none = { cursor: undefined, backfillCursor: undefined }
    expect(store.memory.state().progress).toEqual([
      { table: 'entries', cursor, backfillCursor: older, shape: shapeOf('entries') },
      { table: 'reactions', ...none, shape: shapeOf('reactions') },
    ])
  })

  it('gives each form its drafts, in the order in which they came', async () => {
    const numbered = Array.from({ length: 12 }, (_, index) => ({
      key: index === 0 ? 'create:ideen' : `create:ideen:${index + 1}`,
      value: note(`Text ${index + 1}`),
    }))
    const others = [
      { key: `edit:${idOf(1)}`, value: 'eine Änderung' },
      { key: `edit:${idOf(1)}:2`, value: 'noch eine' },
      { key: 'custom-quote', value: quote },
      { key: 'custom-quote:2', value: { text: 'b', author: 'c' } },
      { key: 'create:gedanken', value: 'ein Gedanke' },
    ]
    await putOldCopy(1, { drafts: [...numbered, ...others] })
    const { drafts } = await openTab('one')
    expect(await allLeft(drafts, editForm(idOf(1)))).toEqual(['eine Änderung', 'noch eine'])
    expect(await allLeft(drafts, 'custom-quote')).toEqual([quote, { text: 'b', author: 'c' }])
    const entries = await allLeft(drafts)
    expect(entries.filter((value) => value !== 'ein Gedanke')).toEqual(
      numbered.map(({ value }) => value),
    )
    expect(entries).toHaveLength(13)
  })
})

const seen = note('wie gesehen')
const toggle = { action: 'toggle-completed', entryId: idOf(1), completedAt: at(9) } as const
const about = { entryId: idOf(2), reactionId: 'r', createdAt: at(9) } as const
const reaction = { action: 'add-reaction', ...about, emoji: '👍' } as const

/** A copy with something of everything, as version 0.3 to today's have it. */
function fullCopy(version: number): Rows {
  const rows: Rows = {
    journal: [journalRow({ copy: 'c', rebuilt: 'r' })],
    entries: [entryOn(1), entryOn(2), entryOn(3)],
    reactions: [reactionTo(1)],
    profiles: [{ id: me, name: 'Jonas', updatedAt: at(0) }],
    last_looks: [{ id: me, seenUntil: at(2), updatedAt: at(2) }],
    tombstones: [{ table: 'entries', rowId: idOf(7), removedAt: at(7) }],
    progress: [{ table: 'entries', cursor, backfillCursor: undefined }],
    knownIds: [{ id: 'known' }],
    outbox: [
      { seq: 4, id: 'b', aggregateId: idOf(1), queuedAt: 1, mutation: toggle },
      { seq: 9, id: 'a', aggregateId: idOf(2), queuedAt: 2, mutation: reaction },
    ],
    inFlight: [{ id: 'b' }],
    deletions: [{ entryId: idOf(3), due: 5, seen }],
    refusals: [{ action: 'edit-entry', reason: 'stale', entryId: idOf(1), keptText: 'verworfen' }],
    drafts: [{ key: 'k', form: 'new-entry', order: 1, owner: 'gone', value: 'Text' }],
    leases: [{ name: 'sender', owner: 'gone', until: 0 }],
  }
  return {
    ...rows,
    ...(version >= 4 && {
      entryKeys: [{ id: idOf(1), userId: me, createdAt: at(1), doneKey: 0 }],
      fillings: [{ table: 'entryKeys' }],
    }),
    ...(version >= 5 && {
      memory_marks: [
        { id: 'm', userId: me, entryId: idOf(2), until: null, createdAt: at(2), updatedAt: at(2) },
      ],
    }),
    ...(version >= 7 && {
      sentEdits: [{ entryId: idOf(1), edit: seen, editVersion: 2, updatedAt: at(1) }],
    }),
  }
}

describe('a copy of a later version', () => {
  it.each([3, 4, 5, 6, 7])('opens whole: %d', async (version) => {
    const rows = fullCopy(version)
    await putOldCopy(version, rows)
    const { store, drafts } = await openTab('one')
    const state = store.memory.state()
    expect(state.isWhole).toBe(true)
    expect(state.journal).toMatchObject({ timeZone: 'Europe/Berlin', copy: 'c', rebuilt: 'r' })
    // The third waits for its deletion; a toggle and a reaction wait to be sent.
    const { memory } = store
    expect(entriesIn(memory)).toMatchObject([{ id: idOf(2) }, { id: idOf(1), completed: true }])
    expect(memory.shown.of('reactions', idOf(2))).toMatchObject([{ emoji: '👍' }])
    expect(state.queue).toEqual([
      { seq: 4, id: 'b', queuedAt: 1, mutation: toggle, isInFlight: true },
      { seq: 9, id: 'a', queuedAt: 2, mutation: reaction },
    ])
    expect(state.rejections).toMatchObject([{ keptText: 'verworfen', id: expect.any(String) }])
    expect([...state.waitingDeletions]).toEqual([idOf(3)])
    expect(state.memoryMarks).toHaveLength(version >= 5 ? 1 : 0)
    for (const name of ['entries', 'tombstones', 'knownIds', 'sentEdits', 'deletions'] as const)
      expect(new Set(store.memory.rows(name).values())).toEqual(new Set(rows[name]))
    expect(state.progress).toMatchObject(rows['progress'] ?? [])
    expect(await left(drafts)).toBe('Text')
    store.close()
    // The rows of an upgraded copy are there at the next start, too, and no store of before is.
    const again = await openTab('two')
    expect(waiting(again.store)).toEqual([toggle, reaction])
    expect(again.store.memory.state().rejections).toEqual(state.rejections)
    await onDevice(async (database) => {
      const names: readonly string[] = Array.from(database.objectStoreNames)
      expect(names).not.toContain('entryKeys')
      expect(names).not.toContain('inFlight')
      const entries = database.transaction('entries').store
      expect(Array.from(entries.indexNames)).toEqual(['[createdAt+id]'])
    })
  })

  it('stays as it was where it cannot be brought to this version', async () => {
    await putOldCopy(3, fullCopy(3))
    const rest = vi.spyOn(IDBObjectStore.prototype, 'deleteIndex').mockImplementationOnce(() => {
      throw new DOMException('no', 'UnknownError')
    })
    const { store } = await openTab('one')
    rest.mockRestore()
    expect(store.current()).toMatchObject({ kind: 'in-memory', fault: 'broken' })
    store.close()
    forgetUnstored(me)
    const { store: later } = await openTab('two')
    expect(waiting(later)).toEqual([toggle, reaction])
    expect(later.memory.state().rejections).toHaveLength(1)
  })

  it.each([
    ['closes it at once, as 0.2.0 does', (old: IDBPDatabase) => old.close()],
    ['takes everything along first', (old: IDBPDatabase) => void setTimeout(() => old.close(), 1)],
  ])(
    'leaves what can still be undone to the open tab that %s, and keeps what is due',
    async (_, leave) => {
      const deletions = [3, 4].map((day) => ({ entryId: idOf(day), due: 10 + day }))
      await putOldCopy(7, { ...fullCopy(7), deletions })
      const old = await openDB(databaseName(me), 70, { blocking: () => leave(old) })
      const { store } = await openTab('one', undefined, { now: () => 13 })
      expect([...store.memory.state().waitingDeletions]).toEqual([idOf(3)])
      expect(await onDevice(async (database) => database.getAllKeys('deletions'))).toEqual([
        idOf(3),
      ])
    },
  )
})
