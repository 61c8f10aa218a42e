import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { openDB } from 'idb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databaseName } from './disk/schema.ts'
import { forgetTabs, me, note, openTab, textsIn } from './test-tabs.ts'

/** As a version to come could write it: with another table, and without most of today's. */
async function putNewerCopy(): Promise<void> {
  const database = await openDB(databaseName(me), 990, {
    upgrade(made) {
      made.createObjectStore('journal', { keyPath: 'key' })
      void made.createObjectStore('moods', { autoIncrement: true }).add('froh')
    },
  })
  database.close()
}

async function newerCopy() {
  const database = await openDB(databaseName(me))
  const moods: unknown = await database.getAll('moods')
  const { version, objectStoreNames } = database
  database.close()
  return { version, tables: Array.from(objectStoreNames), moods }
}

// A file that ran before in the same worker may still have been opening its copy.
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})
afterEach(forgetTabs)

describe('a copy that a newer version of the app wrote', () => {
  it('stays as it is, and the journal goes on in memory', async () => {
    await putNewerCopy()
    const { store, journal } = await openTab('tab')
    expect(store.current()).toMatchObject({ kind: 'in-memory', fault: 'newer', isFromStart: true })
    journal.createEntry(note('In der alten App'))
    await store.written()
    expect(textsIn(store)).toEqual(['In der alten App'])
    expect(store.wouldLose()).toBe(true)
    store.close()
    expect(await newerCopy()).toEqual({
      version: 990,
      tables: ['journal', 'moods'],
      moods: ['froh'],
    })
  })

  it('is left to the newer app that opens it meanwhile, and what is shown stays', async () => {
    const { store, journal } = await openTab('tab')
    journal.createEntry(note('In der alten App'))
    await store.written()
    const newer = await openDB(databaseName(me), 990)
    newer.close()
    expect(store.current()).toMatchObject({ kind: 'in-memory', isFromStart: false })
    journal.createEntry(note('danach'))
    expect(textsIn(store)).toEqual(['In der alten App', 'danach'])
  })
})
