import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import { syncedTables, type SyncedTable } from '../../../domain/journal-tables.ts'
import type { Cursor } from '../../../domain/table-schemas.ts'
import type { Calls } from '../../backend/calls.ts'
import type { PageRequest } from '../../backend/page.ts'
import { shapeOf } from '../disk/stored-fields.ts'
import { at, entryOn, idOf, journalRow } from '../memory/test-journal.ts'
import { forgetTabs, me, note, openStore, openTab } from '../test-tabs.ts'
import { pullOnce } from './pull.ts'

afterEach(forgetTabs)

const cursor: Cursor = { updatedAt: at(1), id: idOf(1) }

/** A server that has one entry, and a profile; with this row of the journal. */
function serverWith(content: string, row = journalRow()) {
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
  }
  return { calls: calls as Calls, requests }
}

/** A copy that was read whole by an app that knew this of the table. */
async function copyReadBy(table: SyncedTable, shape: string) {
  const { store, journal } = await openTab('tab')
  store.change((rows) => {
    rows.put('journal', journalRow())
    rows.put('entries', entryOn(1, { content: 'ohne die neue Spalte' }))
    for (const name of syncedTables)
      rows.put('progress', {
        table: name,
        cursor,
        backfillCursor: undefined,
        shape: name === table ? shape : shapeOf(name),
      })
  })
  journal.createEntry(note('noch nicht gesendet'))
  await store.written()
  store.close()
  return openStore()
}

it.each([
  ['entries', 'id content'],
  ['reactions', shapeOf('reactions').replace('🔥,', '')],
] as const)(
  'a table with a column or a word more is read again after the update: %s',
  async (table, shape) => {
    const store = await copyReadBy(table, shape)
    const { calls, requests } = serverWith('mit ihr')
    const pull = async () => pullOnce({ store, calls, pageSize: 1000 }, syncedTables, () => false)
    expect(await pull()).toBe('done')
    expect(store.memory.rows('entries').get(idOf(1))?.content).toBe('mit ihr')
    expect(store.memory.state().queue).toHaveLength(1)
    expect(store.memory.state().lostRows).toEqual([])
    expect(requests).toContain('entries older')

    requests.length = 0
    expect(await pull()).toBe('done')
    expect(requests).toHaveLength(syncedTables.length)
    expect(requests).not.toContain('entries older')
  },
)

it('a copy that this app has read whole is not read again', async () => {
  const store = await copyReadBy('entries', shapeOf('entries'))
  const { calls, requests } = serverWith('dieselbe Version')
  await pullOnce({ store, calls, pageSize: 1000 }, syncedTables, () => false)
  expect(requests.every((request) => request.endsWith('newer'))).toBe(true)
})

describe('the own rows of the copy', () => {
  const lost = { userId: me, content: 'nur noch hier', updatedAt: at(3) }

  /** A copy that has seen an own entry of the third day, read whole by this app. */
  async function copyOfDay3() {
    const store = await copyReadBy('entries', shapeOf('entries'))
    const seen: Cursor = { updatedAt: at(3), id: idOf(3) }
    store.change((rows) => {
      rows.put('entries', entryOn(3, lost))
      for (const row of rows.all('progress')) rows.put('progress', { ...row, cursor: seen })
    })
    return store
  }
  const keptBy = async (store: Awaited<ReturnType<typeof openStore>>, calls: Calls) => {
    await pullOnce({ store, calls, pageSize: 1000 }, syncedTables, () => false)
    expect(store.memory.rows('entries').has(idOf(3))).toBe(false)
    return [...store.memory.rows('lostRows').values()]
  }

  it('stay where a server of the same epoch has nothing as new as what was seen', async () => {
    const { calls } = serverWith('von vorher')
    expect(await keptBy(await copyOfDay3(), calls)).toEqual([
      { key: `entries ${idOf(3)}`, table: 'entries', row: entryOn(3, lost) },
    ])
  })

  it('stay with the time of the backup where the server was restored', async () => {
    const epoch = idOf(2) as string as ReturnType<typeof journalRow>['epoch']
    const { calls } = serverWith('von vorher', journalRow({ epoch, restoredTo: at(2) }))
    expect(await keptBy(await copyOfDay3(), calls)).toEqual([
      expect.objectContaining({ row: entryOn(3, lost), restoredTo: at(2) }),
    ])
  })
})
