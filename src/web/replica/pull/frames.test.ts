import 'fake-indexeddb/auto'
import { liveQuery } from 'dexie'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import type { Entry } from '../../../domain/entry.ts'
import {
  instantFromMilliseconds as at,
  type EntryId,
  type PartnerId,
  type ReactionId,
} from '../../../domain/ids.ts'
import type { Reaction } from '../../../domain/reaction.ts'
import { createDatabase, type ReplicaDatabase } from '../copy/database.ts'
import { Frames, type ClearChange } from './frames.ts'

const me = '00000000-0000-4000-8000-000000000001' as PartnerId
const idOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

function entryFrame(index: number, version: number): ClearChange {
  const row: Entry = {
    id: idOf(index) as EntryId,
    userId: me,
    category: 'gedanken',
    content: `Fassung ${version}`,
    completed: false,
    completedAt: null,
    isPrivate: false,
    scheduledDate: null,
    createdAt: at(index),
    visibleSince: at(index),
    editVersion: 1,
    updatedAt: at(version),
  }
  return { kind: 'row', table: 'entries', row }
}

function reactionFrame(index: number, version: number): ClearChange {
  const row: Reaction = {
    id: idOf(50_000 + index) as ReactionId,
    entryId: idOf(index) as EntryId,
    userId: me,
    emoji: '❤️',
    createdAt: at(index),
    visibleSince: at(index),
    updatedAt: at(version),
  }
  return { kind: 'row', table: 'reactions', row }
}

const deletedFrame = (index: number, time: number): ClearChange => ({
  kind: 'deleted',
  table: 'entries',
  id: idOf(index),
  at: at(time),
})

let database: ReplicaDatabase
let frames: Frames
const onNew = vi.fn<() => void>()
const onLost = vi.fn<(table: string, cause: unknown) => void>()
beforeEach(async () => {
  vi.resetAllMocks()
  database = createDatabase(me)
  await database.open()
  frames = new Frames({ database, onNew, onLost })
})
afterEach(async () => database.delete())

const textsHeld = async () => (await database.entries.toArray()).map(({ content }) => content)

it('stores the frames of an import together, so that a screen is read anew a few times only', async () => {
  let runs = 0
  const screen = liveQuery(async () => database.entries.orderBy('[createdAt+id]').last())
  const subscription = screen.subscribe(() => (runs += 1))
  for (const index of numbers(3000)) frames.add(entryFrame(index, 1))
  await vi.waitFor(async () => expect(await database.entries.count()).toBe(3000), 10_000)
  await vi.waitFor(() => expect(onNew).toHaveBeenCalledTimes(4))
  expect(runs).toBeLessThan(8)
  subscription.unsubscribe()
})

it.each([
  ['few', 0],
  ['many', 100],
])('keeps the newer version of a row that comes twice, among %s', async (_, others) => {
  for (const frame of [entryFrame(1, 10), entryFrame(1, 30), entryFrame(1, 20)]) frames.add(frame)
  for (const frame of [entryFrame(2, 20), entryFrame(2, 30)]) frames.add(frame)
  for (const index of numbers(others)) frames.add(entryFrame(10 + index, 30))
  await vi.waitFor(async () => expect(await database.entries.count()).toBe(2 + others))
  expect(new Set(await textsHeld())).toEqual(new Set(['Fassung 30']))
})

it('keeps the order of what comes, of rows, deletions and other tables', async () => {
  const about = [entryFrame(0, 5), entryFrame(1, 10), reactionFrame(1, 15), deletedFrame(1, 20)]
  const again = [entryFrame(2, 10), deletedFrame(2, 20), entryFrame(2, 30)]
  for (const frame of [...about, ...again, entryFrame(3, 10), deletedFrame(3, 20)])
    frames.add(frame)
  await vi.waitFor(async () => expect(await textsHeld()).toEqual(['Fassung 5', 'Fassung 30']))
  expect(await database.reactions.count()).toBe(0)
})

it('tells nobody about what is held', async () => {
  frames.add(entryFrame(1, 10))
  await vi.waitFor(() => expect(onNew).toHaveBeenCalledTimes(1))
  for (const frame of [entryFrame(1, 10), entryFrame(1, 10), reactionFrame(7, 1)]) frames.add(frame)
  await vi.waitFor(async () => expect(await database.reactions.count()).toBe(1))
  await vi.waitFor(() => expect(onNew).toHaveBeenCalledTimes(2))
})

it('says what could not be stored, and goes on with what comes after it', async () => {
  const unstorable = entryFrame(1, 10) as Extract<ClearChange, { table: 'entries' }>
  if (unstorable.kind !== 'row') throw new Error('a row was made')
  const row = { ...unstorable.row, id: undefined as unknown as EntryId }
  frames.add({ ...unstorable, row })
  frames.add(reactionFrame(1, 10))
  await vi.waitFor(async () => expect(await database.reactions.count()).toBe(1))
  expect(onLost).toHaveBeenCalledExactlyOnceWith('entries', expect.any(Error))
})

it('forgets what waits when it is stopped', async () => {
  frames.add(entryFrame(1, 10))
  frames.add(entryFrame(2, 10))
  frames.stop()
  await vi.waitFor(() => expect(onNew).toHaveBeenCalledTimes(1))
  expect(await database.entries.count()).toBe(1)
})
