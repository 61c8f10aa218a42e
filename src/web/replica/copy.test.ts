import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { emptyFilter } from '../../domain/filter.ts'
import type { SyncedTable } from '../../domain/journal-tables.ts'
import type { RowOf } from '../backend/rows.ts'
import type { Entry } from '../../domain/entry.ts'
import { instantFromMilliseconds, type EntryId, type PartnerId } from '../../domain/ids.ts'
import { applyDeleteFrame, applyRows, scopeOf } from './copy/apply-rows.ts'
import { createDatabase, type ReplicaDatabase } from './copy/database.ts'
import type { Journal } from './journal.ts'
import { createLocalJournal } from './local-journal.ts'
import { releaseDeletions } from './outbox/deletions.ts'
import { markInFlight } from './outbox/outbox.ts'
import { leaseLock } from './outbox/sender-lock.ts'
import { applyResult } from './outbox/apply-result.ts'
import { withStorageErrors } from './copy/storage-error.ts'
import { createTestTimers, type TestTimers } from '../browser/test-timers.ts'

const apply = async <Table extends SyncedTable>(table: Table, rows: readonly RowOf<Table>[]) =>
  database.transaction('rw', scopeOf(database, table), async () => applyRows(database, table, rows))

const me = '00000000-0000-4000-8000-000000000001' as PartnerId
const partner = '00000000-0000-4000-8000-000000000002' as PartnerId
const one = '00000000-0000-4000-8000-00000000000a' as EntryId
const at = instantFromMilliseconds

let database: ReplicaDatabase
let journal: Journal
let timers: TestTimers

beforeEach(async () => {
  timers = createTestTimers()
  database = createDatabase(me)
  await database.open()
  journal = createLocalJournal({
    database,
    me,
    tab: 'tab',
    timers,
    sender: () => undefined,
  })
})
afterEach(async () => database.delete())

const row = (more: Partial<Entry> = {}): Entry => ({
  id: one,
  userId: partner,
  category: 'ideen',
  content: 'Zelten',
  completed: false,
  completedAt: null,
  isPrivate: false,
  scheduledDate: null,
  createdAt: at(1000),
  visibleSince: at(1000),
  editVersion: 1,
  updatedAt: at(1000),
  ...more,
})
const edit = (content: string) =>
  ({ category: 'ideen', content, isPrivate: false, scheduledDate: null }) as const

const queued = async () =>
  (await database.outbox.orderBy('seq').toArray()).map((each) => each.mutation)

describe('rows of the server', () => {
  it('count only when they are newer than what is held', async () => {
    await apply('entries', [row({ content: 'neu', updatedAt: at(2000) })])
    await apply('entries', [row()])
    expect((await database.entries.get(one))?.content).toBe('neu')
  })

  it('stay away after their removal, whichever came first, until they are newer', async () => {
    const removal = {
      id: me,
      tableName: 'entries',
      rowId: one,
      kind: 'hidden',
      unseenVersion: null,
      updatedAt: at(3000),
    } as const
    await apply('entries', [row()])
    await apply('removals', [removal])
    await apply('entries', [row({ updatedAt: at(2999) })])
    expect(await database.entries.count()).toBe(0)
    expect(await journal.knowsEntry(one)).toBe(true)
    await apply('entries', [row({ updatedAt: at(3001) })])
    await apply('removals', [removal])
    expect(await database.entries.count()).toBe(1)
  })

  it('are not taken away by a DELETE frame that is older than they are', async () => {
    await apply('entries', [row({ updatedAt: at(5000) })])
    await applyDeleteFrame(database, 'entries', one, at(4999))
    expect(await database.entries.count()).toBe(1)
    await applyDeleteFrame(database, 'entries', one, at(5000))
    expect(await database.entries.count()).toBe(0)
  })
})

describe('the outbox before anything was sent', () => {
  it('keeps only the last of several edits and toggles', async () => {
    await apply('entries', [row()])
    for (const content of ['a', 'b', 'c']) await journal.editEntry(one, edit(content))
    for (const completed of [true, false, true]) await journal.setCompleted(one, completed)
    expect(await queued()).toMatchObject([
      { action: 'edit-entry', edit: { content: 'c' }, baseVersion: 1 },
      { action: 'toggle-completed', completedAt: at(timers.now()) },
    ])
  })

  it('puts edits of a new entry into its creation', async () => {
    const id = await journal.createEntry(edit('erst'))
    await journal.editEntry(id, edit('dann'))
    expect(await queued()).toMatchObject([{ action: 'create-entry', edit: { content: 'dann' } }])
  })

  it('drops a reaction and a like that were taken back', async () => {
    await apply('entries', [row()])
    const quote = { text: 't', author: 'a' }
    await journal.setReaction(one, '🔥', true)
    await journal.setReaction(one, '🔥', false)
    await journal.setLike(quote, true)
    await journal.setLike(quote, false)
    expect(await queued()).toEqual([])
  })

  it('drops an entry that is deleted before it was sent, but not an automatic one', async () => {
    const id = await journal.createEntry(edit('weg'))
    await journal.createEntry({ ...edit('von selbst'), id: one })
    await journal.deleteEntry(id)
    await journal.deleteEntry(one)
    await releaseDeletions(database, timers.now() + 4999)
    expect(await queued()).toHaveLength(2)
    await releaseDeletions(database, timers.now() + 5000)
    expect((await queued()).map((mutation) => mutation.action)).toEqual([
      'create-entry',
      'delete-entry',
    ])
  })
})

describe('a mutation in flight', () => {
  it('is never altered or taken back', async () => {
    await apply('entries', [row()])
    await journal.setReaction(one, '🔥', true)
    await markInFlight(database)
    await journal.setReaction(one, '🔥', false)
    await journal.editEntry(one, edit('a'))
    expect((await queued()).map((mutation) => mutation.action)).toEqual([
      'add-reaction',
      'remove-reaction',
      'edit-entry',
    ])
  })

  it('leaves its place and its row in one step, and rebases the edit queued behind it', async () => {
    await apply('entries', [row()])
    await journal.editEntry(one, edit('a'))
    const taken = await markInFlight(database)
    await journal.editEntry(one, edit('ab'))
    if (taken === undefined) throw new Error('nothing was queued')
    const answered = row({ content: 'a', editVersion: 2, updatedAt: at(2000) })
    const returned = { table: 'entries', row: answered } as const
    await applyResult(database, taken, { kind: 'done', returned }, me)
    await applyResult(database, taken, { kind: 'done', returned }, me)
    expect(await queued()).toMatchObject([{ edit: { content: 'ab' }, baseVersion: 2 }])
    expect(await journal.entry(one)).toMatchObject({ content: 'ab', editVersion: 2 })
  })

  it('gives the last text typed on it back when it is refused', async () => {
    const id = await journal.createEntry(edit('a'))
    const taken = await markInFlight(database)
    await journal.editEntry(id, edit('ab'))
    if (taken === undefined) throw new Error('nothing was queued')
    await applyResult(
      database,
      taken,
      { kind: 'refused', reason: 'rejected', returned: undefined },
      me,
    )
    expect(await journal.refusals()).toMatchObject([{ keptText: 'ab' }])
    expect(await database.drafts.toArray()).toMatchObject([
      { form: 'new-entry', value: { content: 'ab' } },
    ])
    expect(await queued()).toEqual([])
  })
})

describe('the feed', () => {
  it('reads a window of many entries, with pending ones in their place', async () => {
    const rows = Array.from({ length: 500 }, (_, index) =>
      row({
        id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}` as EntryId,
        createdAt: at(index * 1000),
        category: index % 2 === 0 ? 'ideen' : 'gedanken',
      }),
    )
    await apply('entries', rows)
    const mine = await journal.createEntry(edit('jetzt'))
    await journal.editEntry(rows[499]?.id ?? one, { ...edit('verschoben') })
    const query = { filter: { ...emptyFilter, category: 'ideen' as const }, now: 0, limit: 3 }
    const page = await journal.entries(query)
    expect(page.more).toBe(true)
    expect(page.entries.map((entry) => entry.id)).toEqual([mine, rows[499]?.id, rows[498]?.id])
  })
})

describe('the right to send', () => {
  it('belongs to one tab, and passes on when its tab has vanished', async () => {
    const crashed = leaseLock(database, 'one', timers)
    const other = leaseLock(database, 'two', timers)
    let resume: () => void = () => undefined
    const gone = crashed.run(
      async () =>
        new Promise((resolve) => {
          resume = resolve
        }),
    )
    await database.leases.count()
    const runs: string[] = []
    const work = async () => void runs.push('two')
    expect(await other.run(work)).toBe(false)
    timers.advance(60_000)
    expect(await other.run(work)).toBe(true)
    expect(runs).toEqual(['two'])
    resume()
    await gone
  })
})

describe('a device without storage', () => {
  it('is told apart from a full one and a closed copy', async () => {
    const code = async (name: string) => {
      const inner = Object.assign(new Error('inner'), { name })
      const outer = Object.assign(new Error('outer'), { name: 'AbortError', inner })
      return withStorageErrors(async () => Promise.reject(outer)).catch((cause: unknown) => cause)
    }
    expect(await code('QuotaExceededError')).toMatchObject({ code: 'full' })
    expect(await code('MissingAPIError')).toMatchObject({ code: 'unavailable' })
    expect(await code('OtherError')).toMatchObject({ code: 'broken' })
    database.close()
    await expect(journal.profiles()).rejects.toMatchObject({ code: 'closed' })
  })
})
