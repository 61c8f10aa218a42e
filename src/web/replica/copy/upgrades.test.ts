import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { afterEach, describe, expect, it } from 'vitest'

import { instantFromMilliseconds, type PartnerId } from '../../../domain/ids.ts'
import { createDatabase, databaseName } from './database.ts'

const me = '00000000-0000-4000-8000-000000000001' as PartnerId
const at = instantFromMilliseconds(1000)
const quote = { text: 'Wer wagt', author: 'Niemand' }

afterEach(async () => Dexie.delete(databaseName(me)))

/** What the version before kept: marks and names in the rows of the outbox. */
async function putOldCopy(): Promise<void> {
  const old = new Dexie(databaseName(me))
  old.version(1).stores({ outbox: '++seq, subject', progress: 'table', connections: 'tab' })
  old.version(2).stores({ drafts: 'key, form, order' })
  await old.table('outbox').bulkAdd([
    {
      subject: 'id of the like',
      attempted: 1,
      operation: { action: 'like-quote', likeId: 'id of the like', quote, createdAt: at },
    },
    {
      subject: 'entry',
      attempted: 1,
      trouble: { kind: 'set-aside', again: false },
      operation: { action: 'delete-entry', entryId: 'entry' },
    },
    { subject: 'last-look', attempted: 0, operation: { action: 'last-look', seenUntil: at } },
  ])
  await old.table('progress').bulkAdd([
    { table: 'entries', cursor: { updatedAt: at, id: 'a' }, older: { updatedAt: at, id: 'b' } },
    { table: 'reactions', cursor: undefined, older: undefined },
  ])
  await old.table('drafts').add({ key: 'k', form: 'new-entry', order: 1, value: 'Text' })
  await old.table('connections').add({ tab: 'a', connection: 'offline', at: 1 })
  old.close()
}

describe('a copy of the version before', () => {
  it('keeps its unsent work in order, with what was handed to the network marked as such', async () => {
    await putOldCopy()
    const database = createDatabase(me)
    const queue = await database.outbox.orderBy('seq').toArray()
    expect(queue).toMatchObject([
      { aggregateId: '["Wer wagt","Niemand"]', mutation: { action: 'like-quote', quote } },
      { aggregateId: 'entry', trouble: { kind: 'set-aside', again: false } },
      { aggregateId: 'last-look', mutation: { action: 'last-look', seenUntil: at } },
    ])
    const marks = (await database.inFlight.toArray()).map(({ id }) => id)
    expect(queue.map(({ id }) => marks.includes(id))).toEqual([true, true, false])
    expect(new Set(queue.map(({ id }) => id)).size).toBe(3)
    expect(queue[2]).not.toHaveProperty('trouble')
    database.close()
  })

  it('keeps how far it has been read, and its drafts', async () => {
    await putOldCopy()
    const database = createDatabase(me)
    expect(await database.progress.toArray()).toEqual([
      {
        table: 'entries',
        cursor: { updatedAt: at, id: 'a' },
        backfillCursor: { updatedAt: at, id: 'b' },
      },
      { table: 'reactions', cursor: undefined, backfillCursor: undefined },
    ])
    expect(await database.drafts.toArray()).toMatchObject([{ key: 'k', value: 'Text' }])
    database.close()
  })
})
