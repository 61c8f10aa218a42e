import 'fake-indexeddb/auto'
import { liveQuery } from 'dexie'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Entry } from '../../../domain/entry.ts'
import {
  instantFromMilliseconds,
  type EntryId,
  type PartnerId,
  type ReactionId,
} from '../../../domain/ids.ts'
import { applyRows, scopeOf } from '../copy/apply-rows.ts'
import { createDatabase, type ReplicaDatabase } from '../copy/database.ts'
import type { StoredJournal } from '../copy/stored-rows.ts'
import { write } from '../outbox/write.ts'
import { createQueries } from './queries.ts'

const me = '00000000-0000-4000-8000-000000000001' as PartnerId
const now = Date.UTC(2026, 5, 15, 12)
const day = 86_400_000

const entry = (last: string, age: number): Entry => {
  const written = instantFromMilliseconds(now - age * day)
  return {
    id: `00000000-0000-4000-8000-00000000000${last}` as EntryId,
    userId: me,
    category: 'ideen',
    content: last,
    completed: false,
    completedAt: null,
    isPrivate: false,
    scheduledDate: null,
    createdAt: written,
    visibleSince: written,
    editVersion: 1,
    updatedAt: written,
  }
}
const before = entry('a', 365)
const between = entry('b', 40)
const after = entry('c', 730)

let database: ReplicaDatabase
beforeEach(async () => {
  database = createDatabase(me)
  await database.journal.put({ key: 'journal', timeZone: 'UTC' } as StoredJournal)
  await database.entries.bulkAdd([before, between, after])
})
afterEach(async () => database.delete())

const store = async (row: Entry) =>
  database.transaction('rw', scopeOf(database, 'entries'), async () =>
    applyRows(database, 'entries', [{ ...row, updatedAt: instantFromMilliseconds(now) }]),
  )

const complete = async ({ id }: Entry) =>
  write(
    { database, me, now: () => now, sender: () => undefined },
    { action: 'toggle-completed', entryId: id, completedAt: instantFromMilliseconds(now) },
  )

/** What they showed each time they were read, the first of them chosen unless given. */
function watch(chosen = 0) {
  const shown: string[] = []
  const subscription = liveQuery(async () =>
    createQueries(database, me).memories(now, chosen),
  ).subscribe((memories) =>
    shown.push(
      memories
        .map(
          ({ entry }) =>
            `${entry.content}${entry.completed ? '✓' : ''}${entry.pending ? '…' : ''}${entry.reactions.map(({ emoji }) => emoji).join('')}`,
        )
        .join(' '),
    ),
  )
  const last = () => shown.at(-1)
  return { shown, last, stop: () => subscription.unsubscribe() }
}

it('memories are not read again for a write about another entry, nor for its answer', async () => {
  const { shown, last, stop } = watch()
  await expect.poll(last).toBe('a c')
  await complete(between)
  await store({ ...between, completed: true })
  await complete(before)
  await expect.poll(last).toBe('a✓… c')
  const queued = await database.outbox.where('aggregateId').equals(before.id).primaryKeys()
  await database.outbox.bulkDelete(queued)
  await expect.poll(last).toBe('a c')
  expect(shown).toEqual(['a c', 'a✓… c', 'a c'])
  stop()
})

it('memories follow what is written about them, and older entries that come', async () => {
  const { last, stop } = watch()
  await expect.poll(last).toBe('a c')
  await store({ ...after, completed: true })
  await expect.poll(last).toBe('a c✓')
  await store(entry('d', 1096))
  await expect.poll(last).toBe('a c✓ d')
  await database.deletions.put({ entryId: after.id, due: 1 })
  await expect.poll(last).toBe('a d')
  await database.deletions.delete(after.id)
  await expect.poll(last).toBe('a c✓ d')
  await database.entries.delete(before.id)
  await expect.poll(last).toBe('c✓ d')
  stop()
})

const reactionOf = (last: string) => `00000000-0000-4000-9000-00000000000${last}` as ReactionId
const react = async (last: string, { id }: Entry) =>
  database.reactions.put({
    id: reactionOf(last),
    entryId: id,
    userId: me,
    emoji: '❤️',
    createdAt: before.createdAt,
    visibleSince: before.createdAt,
    updatedAt: before.createdAt,
  })

it('memories follow the reactions to them, and no others', async () => {
  await react('a', before)
  const { shown, last, stop } = watch()
  await expect.poll(last).toBe('a❤️ c')
  await react('b', between)
  await react('c', after)
  await expect.poll(last).toBe('a❤️ c❤️')
  await database.reactions.delete(reactionOf('a'))
  await expect.poll(last).toBe('a c❤️')
  await database.reactions.delete(reactionOf('c'))
  await expect.poll(last).toBe('a c')
  await react('d', before)
  await expect.poll(last).toBe('a❤️ c')
  expect(shown).toEqual(['a❤️ c', 'a❤️ c❤️', 'a c❤️', 'a c', 'a❤️ c'])
  stop()
})

it('of many memories the chosen one and its neighbours have their reactions', async () => {
  const many = ['d', 'e', 'f', '1', '2', '3'].map((last) => entry(last, 730))
  await database.entries.bulkAdd(many)
  for (const one of [before, after, ...many]) await react(one.content, one)
  const { shown, last, stop } = watch()
  await expect.poll(last).toBe('a❤️ 1❤️ 2❤️ 3 c d e❤️ f❤️')
  await database.reactions.delete(reactionOf('c'))
  await database.reactions.delete(reactionOf('2'))
  await expect.poll(last).toBe('a❤️ 1❤️ 2 3 c d e❤️ f❤️')
  expect(shown).toHaveLength(2)
  stop()
  const other = watch(4)
  await expect.poll(other.last).toBe('a 1 2 3❤️ c d❤️ e❤️ f')
  other.stop()
  const beyond = watch(99)
  await expect.poll(beyond.last).toBe('a❤️ 1❤️ 2 3 c d❤️ e❤️ f❤️')
  beyond.stop()
})
