import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import type { Instant, ServerStart } from '../../../domain/ids.ts'
import { syncedTables, type SyncedTable } from '../../../domain/journal-tables.ts'
import type { Cursor } from '../../../domain/table-schemas.ts'
import type { Calls } from '../../backend/calls.ts'
import type { PageRequest } from '../../backend/page.ts'
import { shapeOf } from '../disk/stored-fields.ts'
import { at, entryOn, idOf, journalRow } from '../memory/test-journal.ts'
import type { Store } from '../store/store.ts'
import { forgetTabs, me, note, openStore, openTab, waiting } from '../test-tabs.ts'
import { pullOnce } from './pull.ts'

afterEach(forgetTabs)

const pull = async (
  store: Store,
  calls: Calls,
  tables: readonly SyncedTable[] = syncedTables,
  shouldYield = () => false,
) => pullOnce({ store, calls, pageSize: 1000 }, tables, shouldYield)
const seenStart = idOf(71) as string as ServerStart
const nextStart = idOf(72) as string as ServerStart
const cursor: Cursor = { updatedAt: at(1), id: idOf(1) }
const cursorOf3: Cursor = { updatedAt: at(3), id: idOf(3) }
const setCursors = (store: Store, seen: Cursor) =>
  store.change((rows) => {
    for (const row of rows.all('progress')) rows.put('progress', { ...row, cursor: seen })
  })

/** A server that has one entry, and a profile; with this row of the journal, and these further answers. */
function serverWith(content: string, row = journalRow(), answers: Partial<Calls> = {}) {
  const requests: string[] = []
  const rowsOf: { readonly [Table in SyncedTable]?: readonly object[] } = {
    profiles: [{ id: me, name: 'Jonas', updatedAt: at(0) }],
    entries: [entryOn(1, { content })],
  }
  const calls: Partial<Calls> = {
    readJournal: async () => ({ ok: true, value: row }),
    async readPage(table: SyncedTable, { direction }: PageRequest) {
      requests.push(`${table} ${direction}`)
      const rows = rowsOf[table] ?? []
      const key = rows.length === 0 ? undefined : cursor
      return { ok: true, value: { rows, first: key, last: key, full: false } as never }
    },
    ...answers,
  }
  return { calls: calls as Calls, requests }
}

/** A copy that was read whole by an app that knew this of the table. */
async function copyReadBy(table: SyncedTable, shape: string) {
  const { store, journal } = await openTab('tab')
  store.change((rows) => {
    rows.put('journal', journalRow())
    rows.put('entries', entryOn(1, { content: 'ohne die neue Spalte' }))
    const read = { cursor, backfillCursor: undefined }
    for (const name of syncedTables)
      rows.put('progress', { table: name, ...read, shape: shapeOf(name) })
    rows.put('progress', { table, ...read, shape })
  })
  journal.createEntry(note('noch nicht gesendet'))
  await store.written()
  store.close()
  return openStore()
}
const wholeCopy = async () => copyReadBy('entries', shapeOf('entries'))

it.each([
  ['entries', 'id content'],
  ['reactions', shapeOf('reactions').replace('🔥,', '')],
] as const)(
  'a table with a column or a word more is read again after the update: %s',
  async (table, shape) => {
    const store = await copyReadBy(table, shape)
    // The server was not put back: what it lacks was deleted, and is not offered again.
    store.change((rows) => rows.put('entries', entryOn(3, { userId: me })))
    const { calls, requests } = serverWith('mit ihr')
    expect(await pull(store, calls)).toBe('done')
    expect(store.memory.rows('entries').get(idOf(1))?.content).toBe('mit ihr')
    expect(store.memory.state().queue).toHaveLength(1)
    expect(store.memory.rows('entries').has(idOf(3))).toBe(false)
    expect(store.memory.rows('lostRows').size).toBe(0)
    expect(requests).toContain('entries older')

    requests.length = 0
    expect(await pull(store, calls)).toBe('done')
    expect(requests).toHaveLength(syncedTables.length)
    expect(requests).not.toContain('entries older')
  },
)

it('a copy that this app has read whole is not read again', async () => {
  const { calls, requests } = serverWith('dieselbe Version')
  await pull(await wholeCopy(), calls)
  expect(requests.every((request) => request.endsWith('newer'))).toBe(true)
})

describe('the own rows of the copy', () => {
  const lost = { userId: me, content: 'nur noch hier', updatedAt: at(3) }

  /** A copy that has seen an own entry of the third day, read whole by this app. */
  async function copyOfDay3() {
    const store = await wholeCopy()
    store.change((rows) => rows.put('entries', entryOn(3, lost)))
    setCursors(store, cursorOf3)
    return store
  }
  const keptBy = async (store: Store, calls: Calls) => {
    await pull(store, calls)
    expect(store.memory.rows('entries').has(idOf(3))).toBe(false)
    return [...store.memory.rows('lostRows').values()]
  }

  it('stay where a server of the same epoch has nothing as new as what was seen', async () => {
    const { calls } = serverWith('von vorher')
    expect(await keptBy(await copyOfDay3(), calls)).toEqual([
      { key: `entries ${idOf(3)}`, table: 'entries', row: entryOn(3, lost) },
    ])
  })

  it.each([
    ['does not know the start that was seen', 'unknown'],
    ['had less at a later start than was seen', [{ newest: at(2), startedAt: at(4) }]],
  ] as const)('stay where a server of the same epoch %s', async (_, value) => {
    const store = await copyOfDay3()
    store.change((rows) => rows.put('journal', journalRow({ serverStart: seenStart })))
    const readStartsAfter = async () => ({ ok: true, value: value as never }) as const
    const row = journalRow({ serverStart: nextStart })
    // Its newest row is as new as what was seen: that alone would not tell.
    const { calls, requests } = serverWith('von vorher', row, { readStartsAfter })
    expect(await keptBy(store, calls)).toHaveLength(1)
    expect(requests.every((request) => request.endsWith('older'))).toBe(true)
  })

  it('stay with the time of the backup where the server was restored', async () => {
    const epoch = idOf(2) as string as ReturnType<typeof journalRow>['epoch']
    const { calls } = serverWith('von vorher', journalRow({ epoch, restoredTo: at(2) }))
    expect(await keptBy(await copyOfDay3(), calls)).toEqual([
      expect.objectContaining({ row: entryOn(3, lost), restoredTo: at(2) }),
    ])
  })
})

describe('a pull', () => {
  const journalOf = (store: Store) => store.memory.rows('journal').get('journal')
  const readStartsAfter = async () => ({ ok: true, value: [] }) as const

  it('of a new device reads everything, newest first', async () => {
    const store = await openStore()
    const { calls, requests } = serverWith('erster')
    expect(await pull(store, calls)).toBe('done')
    expect(requests).toHaveLength(syncedTables.length)
    expect(requests.every((request) => request.endsWith('older'))).toBe(true)
    expect(store.memory.rows('entries').get(idOf(1))?.content).toBe('erster')
    expect(journalOf(store)).toMatchObject(journalRow())
  })

  it.each([
    ['network', 'network', { ok: false, code: 'network' }],
    ['rate-limited', 'rate-limited', { ok: false, code: 'rate-limited' }],
    ['unreadable', 'no row, as without rights', { ok: true, value: undefined }],
  ] as const)('that ends "%s" keeps the copy: %s', async (result, _, answer) => {
    const store = await wholeCopy()
    const { calls, requests } = serverWith('x', undefined, { readJournal: async () => answer })
    expect(await pull(store, calls)).toBe(result)
    expect(requests).toEqual([])
    expect(store.memory.rows('entries').size).toBe(1)
  })

  it('ends with what a page or the starts of the server could not be read for; with our errors, it fails', async () => {
    const store = await wholeCopy()
    store.change((rows) => rows.put('journal', journalRow({ serverStart: seenStart })))
    const row = journalRow({ serverStart: nextStart })
    const fail = async () => ({ ok: false, code: 'server' }) as const
    expect(await pull(store, serverWith('x', row, { readStartsAfter: fail }).calls)).toBe('server')
    expect(await pull(store, serverWith('x', undefined, { readPage: fail }).calls)).toBe('server')
    const broken = async () => Promise.reject(new TypeError('ours'))
    const { calls } = serverWith('x', undefined, { readPage: broken })
    await expect(pull(store, calls)).rejects.toThrow('ours')
  })

  it('learns the time zone before it reads, and the journal’s row where that has changed alone', async () => {
    const store = await wholeCopy()
    store.change((rows) => rows.put('journal', journalRow({ copy: 'c', rebuilt: 'c' })))
    const held = journalOf(store)
    await pull(store, serverWith('x').calls)
    expect(journalOf(store)).toBe(held)
    for (const serverStart of [null, seenStart, nextStart]) {
      const row = journalRow({ diskLow: true, updatedAt: at(2), serverStart })
      await pull(store, serverWith('x', row, { readStartsAfter }).calls)
      expect(journalOf(store)).toEqual({ ...row, copy: 'c', rebuilt: 'c' })
    }
    const berlin = '2026-12-23T23:00:00.000000Z'
    store.change((change) => {
      const [queued] = change.all('outbox')
      if (queued?.mutation.action !== 'create-entry') throw new Error('nothing was queued')
      const edit = { ...queued.mutation.edit, scheduledDate: berlin as Instant }
      change.put('outbox', { ...queued, mutation: { ...queued.mutation, edit } })
    })
    const tokyo = journalRow({ timeZone: 'Asia/Tokyo', updatedAt: at(3) })
    const readPage = async () => ({ ok: false, code: 'network' }) as const
    await pull(store, serverWith('x', tokyo, { readPage, readStartsAfter }).calls)
    const edit = { scheduledDate: '2026-12-23T15:00:00.000000Z' }
    expect(waiting(store)).toMatchObject([{ edit }])
  })

  it('of all tables alone ends a rebuild, and forgets replies to what is gone once nothing is left to read', async () => {
    const store = await wholeCopy()
    const reply = { entryId: idOf(5) as never, replyTo: idOf(9), edit: note('Ja!'), editVersion: 0 }
    const gone = { table: 'entries', rowId: idOf(9), removedAt: at(1) } as const
    store.change((rows) => {
      rows.put('journal', journalRow({ copy: 'begun', rebuilt: 'before' }))
      rows.put('tombstones', gone)
      rows.put('sentEdits', { ...reply, updatedAt: at(1) })
    })
    // The server seems to be behind for who reads one table.
    setCursors(store, cursorOf3)
    const server = serverWith('x')
    expect(await pull(store, server.calls, ['replies', 'removals'])).toBe('done')
    expect(server.requests).toEqual(['replies newer', 'removals newer'])
    expect(journalOf(store)?.rebuilt).toBe('before')
    setCursors(store, cursor)
    store.change((rows) => {
      const entries = rows.get('progress', 'entries')
      if (entries !== undefined) rows.put('progress', { ...entries, backfillCursor: cursor })
    })
    expect(await pull(store, server.calls, syncedTables, () => true)).toBe('more')
    expect(journalOf(store)?.rebuilt).toBe('begun')
    expect(store.memory.rows('sentEdits').size).toBe(1)
    expect(await pull(store, server.calls)).toBe('done')
    expect(store.memory.rows('sentEdits').size).toBe(0)
  })

  it.each([
    ['storing the journal’s row', 'starts'],
    ['a page', 'entries'],
    ['ending a rebuild', 'removals'],
  ] as const)(
    'begins again where another tab has begun to read everything before %s',
    async (_, place) => {
      const store = await wholeCopy()
      const held = { copy: 'one', rebuilt: 'one', serverStart: seenStart }
      store.change((rows) => rows.put('journal', journalRow(held)))
      let times = 0
      const beginElsewhere = (at: string) => {
        const row = journalOf(store)
        if (times === 1 && at === place && row !== undefined)
          store.change((rows) => rows.put('journal', { ...row, copy: 'two' }))
      }
      const row = journalRow({ updatedAt: at(5), serverStart: nextStart })
      const { calls, requests } = serverWith('x', row)
      const answers: Partial<Calls> = {
        async readJournal() {
          times += 1
          requests.length = 0
          return calls.readJournal()
        },
        async readStartsAfter() {
          beginElsewhere('starts')
          return readStartsAfter()
        },
        async readPage(table, request) {
          beginElsewhere(table)
          return calls.readPage(table, request)
        },
      }
      expect(await pull(store, { ...calls, ...answers })).toBe('done')
      expect(times).toBe(2)
      expect(requests).toHaveLength(syncedTables.length)
      expect(journalOf(store)).toEqual({ ...row, copy: 'two', rebuilt: 'two' })
    },
  )
})
