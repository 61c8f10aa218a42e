import 'fake-indexeddb/auto'
import { liveQuery } from 'dexie'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { emptyFilter } from '../../../domain/filter.ts'
import { instantFromMilliseconds, type EntryId, type PartnerId } from '../../../domain/ids.ts'
import { createDatabase, type ReplicaDatabase } from '../copy/database.ts'
import { write } from '../outbox/write.ts'
import { createQueries } from './queries.ts'

const me = '00000000-0000-4000-8000-000000000001' as PartnerId
const partner = '00000000-0000-4000-8000-000000000002' as PartnerId
const at = (day: number) => instantFromMilliseconds(Date.UTC(2026, 0, day))
const idOf = (day: number) => `00000000-0000-4000-8000-0000000000${day}` as EntryId

let database: ReplicaDatabase
let stops: (() => void)[]
beforeEach(async () => {
  database = createDatabase(me)
  stops = []
  const profile = { createdAt: at(1), updatedAt: at(1) }
  await database.profiles.bulkAdd([
    { id: me, name: 'Ich', ...profile },
    { id: partner, name: 'Du', ...profile },
  ] as never)
  await database.last_looks.add({ id: me, seenUntil: at(10), updatedAt: at(10) })
  for (const day of [11, 12]) await writes(day)
})
afterEach(async () => {
  for (const stop of stops) stop()
  await database.delete()
})

const writes = async (day: number) =>
  database.entries.add({
    id: idOf(day),
    userId: partner,
    category: 'gedanken',
    content: `${day}`,
    completed: false,
    isPrivate: false,
    createdAt: at(day),
    visibleSince: at(day),
    updatedAt: at(day),
  } as never)

const looks = async (day: number) =>
  write(
    { database, me, now: () => 1, sender: () => undefined },
    { action: 'last-look', seenUntil: at(day) },
  )

/** What a query yields, each time that it is read. */
function watch<Value>(query: (queries: ReturnType<typeof createQueries>) => Promise<Value>) {
  const results: Value[] = []
  const subscription = liveQuery(async () => query(createQueries(database, me))).subscribe(
    (value) => results.push(value),
  )
  stops.push(() => subscription.unsubscribe())
  return results
}

it('a look moves the count alone: neither the lines nor the list are read again', async () => {
  const counts = watch(async ({ newsCount }) => (await newsCount()).count)
  const lines = watch(async ({ news }) => (await news(40)).items.map(({ excerpt }) => excerpt))
  const lists = watch(
    async ({ entries }) =>
      (await entries({ filter: emptyFilter, now: 0, limit: 20 })).entries.length,
  )
  await expect.poll(() => [counts, lines, lists]).toEqual([[2], [['12', '11']], [2]])
  await looks(11)
  await expect.poll(() => counts).toEqual([2, 1])
  await looks(12)
  await expect.poll(() => counts).toEqual([2, 1, 0])
  await writes(13)
  await expect.poll(() => counts).toEqual([2, 1, 0, 1])
  await expect.poll(() => lists).toEqual([2, 3])
  const both = [
    ['12', '11'],
    ['13', '12', '11'],
  ]
  await expect.poll(() => lines).toEqual(both)
})

it('a deletion that waits takes its lines and its count away, and gives them back', async () => {
  const shown = watch(async ({ news, newsCount }) => ({
    count: (await newsCount()).count,
    lines: (await news(40)).items.map(({ excerpt }) => excerpt),
  }))
  await expect.poll(() => shown.at(-1)).toEqual({ count: 2, lines: ['12', '11'] })
  await database.deletions.put({ entryId: idOf(12), due: 1 })
  await expect.poll(() => shown.at(-1)).toEqual({ count: 1, lines: ['11'] })
  await database.deletions.delete(idOf(12))
  await expect.poll(() => shown.at(-1)).toEqual({ count: 2, lines: ['12', '11'] })
})
