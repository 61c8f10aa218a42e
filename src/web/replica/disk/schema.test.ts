import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { expect, it } from 'vitest'
import { me } from '../memory/test-journal.ts'
import { openDatabase } from './open-database.ts'
import { byEntry, byTime, databaseName, storeKeys } from './schema.ts'

/** The newest version of the copy that devices have, and its stores. */
const newest = {
  version: 120,
  keys: {
    ...Object.fromEntries(
      [
        ['entries', 'reactions', 'profiles', 'quote_likes', 'custom_quotes', 'replies'],
        ['photos', 'memory_marks', 'story_links', 'reviews', 'last_looks', 'outbox'],
        ['refusals', 'knownIds', 'unsentPhotos'],
      ].flatMap((names) => names.map((name) => [name, 'id'])),
    ),
    journal: 'key',
    drafts: 'key',
    lostRows: 'key',
    progress: 'table',
    tombstones: ['table', 'rowId'],
    sentEdits: 'entryId',
    deletions: 'entryId',
    leases: 'name',
    pictures: ['photoId', 'size'],
    pictureFacts: ['photoId', 'size'],
  },
}

it('a copy of the newest version has every table: one that is added raises the version', async () => {
  const made = await openDB(databaseName(me), newest.version, {
    upgrade(database) {
      for (const [name, keyPath] of Object.entries(newest.keys)) {
        const store = database.createObjectStore(name, { keyPath })
        if (name === 'entries') store.createIndex(byTime, ['createdAt', 'id'])
        if (['reactions', 'replies', 'photos', 'reviews'].includes(name))
          store.createIndex(byEntry, byEntry)
      }
    },
  })
  made.close()
  const copy = await openDatabase(me)
  copy.close()
  const opened = await openDB(databaseName(me))
  const names = [...opened.objectStoreNames]
  const held = names.map((name) => [name, opened.transaction(name).store.keyPath])
  opened.close()
  expect(Object.fromEntries(held)).toEqual(storeKeys)
})
