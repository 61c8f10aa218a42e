import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'

import type { PartnerId } from '../../domain/ids.ts'
import { createTestTimers } from '../browser/test-timers.ts'
import { databaseName } from './copy/database.ts'
import { dropMemoryCopy } from './copy/memory-copies.ts'
import { createLocalJournal } from './local-journal.ts'
import { AnswerWait } from './outbox/answer-wait.ts'
import { SwitchOver } from './switch-over.ts'

const me = '00000000-0000-4000-8000-000000000001' as PartnerId

/** As a version to come could write it: with another table, and without most of today's. */
async function putNewerCopy(): Promise<void> {
  const opening = indexedDB.open(databaseName(me), 990)
  opening.addEventListener('upgradeneeded', () => {
    opening.result.createObjectStore('journal', { keyPath: 'key' })
    opening.result.createObjectStore('moods', { autoIncrement: true }).add('froh')
  })
  const database = await settled(opening)
  database.close()
}

async function newerCopy() {
  const database = await settled(indexedDB.open(databaseName(me)))
  const moods: unknown = await settled(database.transaction('moods').objectStore('moods').getAll())
  const { version, objectStoreNames } = database
  database.close()
  return { version, tables: Array.from(objectStoreNames), moods }
}

async function settled<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(new Error('the request failed')))
  })
}

afterEach(async () => settled(indexedDB.deleteDatabase(databaseName(me))))

describe('a copy that a newer version of the app wrote', () => {
  it('stays as it is, and the journal goes on in memory', async () => {
    await putNewerCopy()
    const timers = createTestTimers()
    const answers = new AnswerWait(timers)
    const idle = { start: () => undefined, wake: () => undefined, stop: async () => undefined }
    const copies = new SwitchOver({
      me,
      now: () => timers.now(),
      onSignedOut: () => undefined,
      onFault: () => undefined,
      liveQuery: (read) => answers.liveQuery(read),
      use: (database) => ({
        database,
        journal: createLocalJournal({ database, me, tab: 'tab', timers, sender: () => undefined }),
        ...idle,
      }),
    })
    await copies.open()
    expect(copies.current()).toMatchObject({ kind: 'in-memory', fault: 'newer' })
    await copies.run(async (journal) =>
      journal.createEntry({
        category: 'erzaehlen',
        content: 'In der alten App',
        isPrivate: false,
        scheduledDate: null,
      }),
    )
    expect(await copies.journal().status()).toMatchObject({ pendingCount: 1 })
    await copies.close()
    await dropMemoryCopy(me)
    expect(await newerCopy()).toEqual({
      version: 990,
      tables: ['journal', 'moods'],
      moods: ['froh'],
    })
  })
})
