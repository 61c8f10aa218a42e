import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import {
  instantFromMilliseconds as at,
  type EntryId,
  type PartnerId,
  type ReactionId,
} from '../../../domain/ids.ts'
import type { Entry } from '../../../domain/entry.ts'
import type { Reaction } from '../../../domain/reaction.ts'
import { applyRows, scopeOf } from './apply-rows.ts'
import { createDatabase, type ReplicaDatabase } from './database.ts'

const me = '00000000-0000-4000-8000-000000000001' as PartnerId
const page = 300

const idOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
const every = <Value>(count: number, make: (index: number) => Value) =>
  Array.from({ length: count }, (_, index) => make(index))

const entry = (index: number, version: number, content = 'neu'): Entry => ({
  id: idOf(index) as EntryId,
  userId: me,
  category: 'gedanken',
  content,
  completed: false,
  completedAt: null,
  isPrivate: false,
  scheduledDate: null,
  createdAt: at(index),
  visibleSince: at(index),
  editVersion: 1,
  updatedAt: at(version),
})

const reaction = (index: number): Reaction => ({
  id: idOf(index) as ReactionId,
  entryId: idOf(10_000 + index) as EntryId,
  userId: me,
  emoji: '❤️',
  createdAt: at(index),
  visibleSince: at(index),
  updatedAt: at(1000),
})

let database: ReplicaDatabase
beforeEach(() => {
  database = createDatabase(me)
})
afterEach(async () => database.delete())

/** Whole pages are stored in another way than single rows. */
const ways = [
  ['as a page', (rows: readonly Entry[]) => [rows]],
  ['one by one', (rows: readonly Entry[]) => rows.map((row) => [row])],
] as const

async function apply(rows: readonly Entry[]): Promise<boolean> {
  return database.transaction('rw', scopeOf(database, 'entries'), async () =>
    applyRows(database, 'entries', rows),
  )
}

describe.each(ways)('rows that come %s', (_, split) => {
  it.each([
    ['few', 0],
    ['more than rows', 600],
  ])('count where they are newer than what is held and removed; removals: %s', async (__, more) => {
    // Of each four: unknown, held and older, held and newer, held in the same version.
    const held = every(page, (index) => entry(index, 1000 + ([0, -1, 1][index % 4] ?? 0), 'alt'))
    await database.entries.bulkPut(held.filter((___, index) => index % 4 !== 0))
    // Of each twelve one was removed later, and one before it came back.
    await database.tombstones.bulkPut([
      ...every(page, (index) => ({ index, time: [1001, 999][index % 12] })).flatMap(
        ({ index, time }) =>
          time === undefined
            ? []
            : [{ table: 'entries' as const, rowId: idOf(index), removedAt: at(time) }],
      ),
      ...every(more, (index) => ({
        table: 'entries' as const,
        // Before the page's own, in the order of ids.
        rowId: idOf(index).replace('-4000-', '-3000-'),
        removedAt: at(2000),
      })),
    ])

    const rows = every(page, (index) => entry(index, 1000))
    const answers: boolean[] = []
    for (const part of split(rows)) answers.push(await apply(part))
    expect(answers).toContain(true)

    const stored = await database.entries.toArray()
    const contents = every(page, (index) => stored.find(({ id }) => id === idOf(index))?.content)
    expect(contents).toEqual(
      every(page, (index) => {
        if (index % 12 === 0) return undefined
        return index % 4 < 2 ? 'neu' : 'alt'
      }),
    )
    for (const part of split(rows)) expect(await apply(part)).toBe(false)
  })
})

it('keeps reactions of a page away whose entry was removed after them', async () => {
  await database.tombstones.bulkPut(
    every(page, (index) => ({
      table: 'entries' as const,
      rowId: idOf(10_000 + index),
      removedAt: at(index % 2 === 0 ? 1001 : 999),
    })),
  )
  await database.transaction('rw', scopeOf(database, 'reactions'), async () =>
    applyRows(database, 'reactions', every(page, reaction)),
  )
  const stored = (await database.reactions.toArray()).map(({ id }) => id)
  expect(stored).toEqual(every(page, idOf).filter((_, index) => index % 2 === 1))
})
