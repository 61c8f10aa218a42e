import 'fake-indexeddb/auto'
import type { Subscription } from 'dexie'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { createTestTimers, type TestTimers } from '../../browser/test-timers.ts'
import { instantFromMilliseconds, type PartnerId } from '../../../domain/ids.ts'
import { createDatabase, type ReplicaDatabase } from '../copy/database.ts'
import { AnswerWait } from './answer-wait.ts'
import { write } from './write.ts'

const me = '00000000-0000-4000-8000-000000000001' as PartnerId

let database: ReplicaDatabase
let timers: TestTimers
let answers: AnswerWait
/** What the screen was told, one after the other, and how often it read. */
let seen: (readonly string[])[]
let reads: number
let screen: Subscription

beforeEach(async () => {
  database = createDatabase(me)
  await database.open()
  timers = createTestTimers()
  answers = new AnswerWait(timers)
  seen = []
  reads = 0
  screen = answers.liveQuery(readIds).subscribe((ids) => seen.push(ids))
  await expect.poll(() => seen).toEqual([[]])
})
afterEach(async () => {
  screen.unsubscribe()
  await database.delete()
})

async function readIds(): Promise<readonly string[]> {
  reads += 1
  const { knownIds } = database
  const rows = await database.transaction('r', knownIds, async () => knownIds.toArray())
  return rows.map(({ id }) => id)
}

const note = async (id: string) => database.knownIds.put({ id })
/** Long enough for a live query that does not wait. */
const aWhile = async () => new Promise((resolve) => setTimeout(resolve, 50))

describe('a screen, while a write is on its way', () => {
  it('reads what changes once, with the answer', async () => {
    answers.begin()
    await note('a')
    await aWhile()
    await note('b')
    await aWhile()
    expect(reads).toBe(1)
    answers.end()
    timers.advance(0)
    await expect.poll(() => seen.at(-1)).toEqual(['a', 'b'])
    expect(reads).toBe(2)
  })

  it('reads once where the answer is announced after the wait has ended', async () => {
    answers.begin()
    await note('a')
    await aWhile()
    answers.end()
    await note('b')
    await aWhile()
    expect(reads).toBe(1)
    timers.advance(0)
    await expect.poll(() => seen.at(-1)).toEqual(['a', 'b'])
    expect(reads).toBe(2)
  })

  it('is told with the others, in one step', async () => {
    const told: string[] = []
    let isHeld = false
    let letGo: () => void = () => undefined
    const slow = answers.liveQuery(async () => {
      const ids = await readIds()
      if (isHeld) await new Promise<void>((resolve) => (letGo = resolve))
      return ids
    })
    const first = answers.liveQuery(readIds).subscribe(() => {
      told.push('first')
      queueMicrotask(() => told.push('after'))
    })
    const second = slow.subscribe(() => told.push('second'))
    await expect.poll(() => told).toHaveLength(3)
    told.length = 0
    isHeld = true
    answers.begin()
    await note('a')
    await aWhile()
    answers.end()
    timers.advance(0)
    await expect.poll(() => reads).toBe(6)
    await aWhile()
    expect(told).toEqual([])
    letGo()
    await expect.poll(() => told.at(-1)).toBe('after')
    expect(told.toSorted()).toEqual(['after', 'first', 'second'])
    first.unsubscribe()
    second.unsubscribe()
  })

  it('goes on following its tables after it has waited', async () => {
    answers.begin()
    await note('a')
    await aWhile()
    answers.end()
    timers.advance(0)
    await expect.poll(() => seen.at(-1)).toEqual(['a'])
    await note('b')
    await expect.poll(() => seen.at(-1)).toEqual(['a', 'b'])
  })

  it('waits a tenth of a second at most, and not for what is read for the first time', async () => {
    answers.begin()
    await note('a')
    const other: (readonly string[])[] = []
    const opened = answers.liveQuery(readIds).subscribe((ids) => other.push(ids))
    await expect.poll(() => other).toEqual([['a']])
    opened.unsubscribe()
    timers.advance(99)
    await aWhile()
    expect(seen).toEqual([[]])
    timers.advance(1)
    await expect.poll(() => seen.at(-1)).toEqual(['a'])
  })
})

describe('a form, while its write is on its way', () => {
  it('goes once the screens have read the answer', async () => {
    answers.begin()
    await note('a')
    const gone = goneWith(answers.allRead())
    await aWhile()
    expect(gone()).toBe(false)
    answers.end()
    timers.advance(0)
    await expect.poll(gone).toBe(true)
    expect(reads).toBe(2)
  })

  it('goes where nothing reads', async () => {
    answers.begin()
    const gone = goneWith(answers.allRead())
    answers.end()
    timers.advance(0)
    await expect.poll(gone).toBe(true)
  })

  it('goes with what is read by then, 50 ms later, where a screen never reads to its end', async () => {
    const { watching, gone } = await stuckAmidReading()
    timers.advance(49)
    await aWhile()
    expect([seen, gone()]).toEqual([[[]], false])
    timers.advance(1)
    expect(seen.at(-1)).toEqual(['a'])
    await expect.poll(gone).toBe(true)
    watching.unsubscribe()
  })

  it('waits no longer for a screen that is closed', async () => {
    const { watching, gone } = await stuckAmidReading()
    watching.unsubscribe()
    await expect.poll(gone).toBe(true)
    expect(seen.at(-1)).toEqual(['a'])
  })

  it('waits for no screen that was closed while it waited', async () => {
    answers.begin()
    await note('a')
    await aWhile()
    screen.unsubscribe()
    const gone = goneWith(answers.allRead())
    answers.end()
    timers.advance(0)
    await expect.poll(gone).toBe(true)
    expect(seen).toEqual([[]])
  })

  it('waits for its own answer where an earlier one is read just now', async () => {
    const { watching } = await stuckAmidReading()
    const earlier = goneWith(answers.allRead())
    answers.begin()
    const gone = goneWith(answers.allRead())
    timers.advance(50)
    await expect.poll(earlier).toBe(true)
    await aWhile()
    expect(gone()).toBe(false)
    timers.advance(50)
    await expect.poll(gone).toBe(true)
    watching.unsubscribe()
  })

  it('goes at once where nothing is on its way', async () => {
    await note('a')
    await answers.allRead()
  })

  it('goes where a screen fails to read', async () => {
    let mayFail = false
    const failing = answers.liveQuery(async () => {
      const ids = await readIds()
      if (mayFail) throw new Error('No more')
      return ids
    })
    const failures: unknown[] = []
    const watching = failing.subscribe({ error: (cause) => failures.push(cause) })
    await expect.poll(() => reads).toBe(2)
    mayFail = true
    answers.begin()
    await note('a')
    await aWhile()
    const gone = goneWith(answers.allRead())
    answers.end()
    timers.advance(0)
    await expect.poll(gone).toBe(true)
    expect(failures).toHaveLength(1)
    watching.unsubscribe()
  })
})

/** All read an answer, for which a form waits; one screen never reads to its end. */
async function stuckAmidReading() {
  let isStuck = false
  const told: unknown[] = []
  const watching = answers
    .liveQuery(async () => {
      const ids = await readIds()
      if (isStuck) await new Promise(() => undefined)
      return ids
    })
    .subscribe((ids) => told.push(ids))
  await expect.poll(() => told).toEqual([[]])
  isStuck = true
  answers.begin()
  await note('a')
  await aWhile()
  const gone = goneWith(answers.allRead())
  answers.end()
  timers.advance(0)
  await expect.poll(() => reads).toBe(4)
  return { watching, gone }
}

/** Tells whether a promise has been fulfilled. */
function goneWith(end: Promise<unknown>): () => boolean {
  let isOver = false
  void end.then(() => (isOver = true))
  return () => isOver
}

describe('a write', () => {
  const mutation = { action: 'last-look', seenUntil: instantFromMilliseconds(1) } as const
  const begun = async (isReady: boolean, isShown: boolean): Promise<number> => {
    let count = 0
    const sender = () => ({ isReady, ring: () => undefined })
    const context = { database, me, now: () => 1, sender, answers: { begin: () => (count += 1) } }
    await write(context, mutation, { isShown })
    return count
  }

  it('has screens wait where its control shows it and it goes out at once', async () => {
    expect(await begun(true, true)).toBe(1)
  })

  it('has no screen wait without a network', async () => {
    expect(await begun(false, true)).toBe(0)
  })

  it('has no screen wait where nothing else shows it', async () => {
    expect(await begun(true, false)).toBe(0)
  })
})
