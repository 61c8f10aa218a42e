import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTestTimers, type TestTimers } from '../../browser/test-timers.ts'
import { at, entryOn, idOf, reactionTo } from '../memory/test-journal.ts'
import type { Store } from '../store/store.ts'
import { forgetTabs, openStore, textsIn } from '../test-tabs.ts'
import { incomingChanges, type IncomingChanges, type ClearChange } from './incoming-changes.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

const entryFrame = (index: number, version: number): ClearChange => ({
  kind: 'row',
  table: 'entries',
  row: entryOn(index, { content: `Fassung ${version}`, updatedAt: at(version) }),
})
const reactionFrame = (index: number, version: number): ClearChange => ({
  kind: 'row',
  table: 'reactions',
  row: reactionTo(index, { updatedAt: at(version) }),
})
const deletedFrame = (index: number, time: number): ClearChange => ({
  kind: 'deleted',
  table: 'entries',
  id: idOf(index),
  at: at(time),
})

let store: Store
let timers: TestTimers
let incoming: IncomingChanges
const onNew = vi.fn<() => void>()
beforeEach(async () => {
  vi.resetAllMocks()
  store = await openStore()
  timers = createTestTimers()
  incoming = incomingChanges(store, timers, onNew)
})
afterEach(forgetTabs)

/** Frames that come in one turn, and the next turn. */
function come(...changes: readonly ClearChange[]): void {
  for (const change of changes) incoming.add(change)
  timers.advance(0)
}

it('merges the frames of an import together, so that screens are drawn a few times only', () => {
  let drawings = 0
  store.memory.subscribe(() => (drawings += 1))
  come(...numbers(3000).map((index) => entryFrame(index, 1)))
  expect(store.memory.state().entries.list).toHaveLength(3000)
  expect(drawings).toBe(3)
})

it('waits for the next turn', () => {
  incoming.add(entryFrame(1, 10))
  expect(textsIn(store)).toEqual([])
  timers.advance(0)
  expect(textsIn(store)).toEqual(['Fassung 10'])
})

it('keeps the newer version of a row that comes twice', () => {
  const first = [10, 30, 20].map((version) => entryFrame(1, version))
  come(...first, entryFrame(2, 20), entryFrame(2, 30))
  expect(textsIn(store)).toEqual(['Fassung 30', 'Fassung 30'])
})

it('keeps the order of what comes, of rows, deletions and other tables', () => {
  const about = [entryFrame(0, 5), entryFrame(1, 10), reactionFrame(1, 15), deletedFrame(1, 20)]
  const again = [entryFrame(2, 10), deletedFrame(2, 20), entryFrame(2, 30)]
  come(...about, ...again, entryFrame(3, 10), deletedFrame(3, 20))
  expect(textsIn(store)).toEqual(['Fassung 30', 'Fassung 5'])
  expect(store.memory.rows('reactions').size).toBe(0)
})

it('says that something was new once for what came together, and nothing of what is held', () => {
  come(entryFrame(1, 10), entryFrame(2, 10))
  expect(onNew).toHaveBeenCalledTimes(1)
  come(entryFrame(1, 10), entryFrame(1, 9), deletedFrame(7, 1))
  expect(onNew).toHaveBeenCalledTimes(1)
  come(entryFrame(1, 10), reactionFrame(7, 1))
  expect(onNew).toHaveBeenCalledTimes(2)
})

it('forgets what waits when it is stopped', () => {
  incoming.add(entryFrame(1, 10))
  incoming.stop()
  timers.advance(1000)
  expect(textsIn(store)).toEqual([])
  expect(onNew).not.toHaveBeenCalled()
})
