import { describe, expect, it } from 'vitest'

import { syncedTables, type SyncedTable } from '../../../domain/journal-tables.ts'
import type { PullResult } from './reading.ts'
import { PullSchedule } from './schedule.ts'
import { createTestTimers } from '../../browser/test-timers.ts'

function setUp() {
  const timers = createTestTimers()
  const pulls: (readonly SyncedTable[])[] = []
  const yields: (() => boolean)[] = []
  let finish: (result: PullResult) => void = () => undefined
  const schedule = new PullSchedule({
    timers,
    async pull(tables, shouldYield) {
      pulls.push(tables)
      yields.push(shouldYield)
      return new Promise((resolve) => {
        finish = resolve
      })
    },
    onResult: () => undefined,
    onFault: () => undefined,
  })
  const answer = async (result: PullResult) => {
    finish(result)
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
  }
  /** Asks for everything, which is pulled at once. */
  const pullAll = () => {
    schedule.requestAll()
    timers.advance(100)
  }
  return { timers, pulls, yields, schedule, answer, pullAll }
}

describe('when to pull', () => {
  it('waits for 100 ms of quiet and reads only what changed, with the removals', () => {
    const { timers, pulls, schedule } = setUp()
    schedule.request('reactions')
    timers.advance(90)
    schedule.request('entries')
    timers.advance(99)
    expect(pulls).toEqual([])
    timers.advance(1)
    expect(pulls).toHaveLength(1)
    expect(new Set(pulls[0])).toEqual(new Set(['reactions', 'entries', 'removals']))
  })

  it('reads older pages one after the other, and what has changed meanwhile first', async () => {
    const { timers, pulls, schedule, answer, pullAll } = setUp()
    pullAll()
    schedule.request('entries')
    await answer('more')
    timers.advance(0)
    expect(pulls.map((tables) => new Set(tables))).toEqual([
      new Set(syncedTables),
      new Set(['entries', 'removals']),
    ])
    await answer('more')
    timers.advance(0)
    expect(pulls[2]).toEqual([])
    await answer('done')
    timers.advance(10_000)
    expect(pulls).toHaveLength(3)
  })

  it('waits one second at most, however much changes', () => {
    const { timers, pulls, schedule } = setUp()
    for (let passed = 0; passed < 1000; passed += 50) {
      schedule.request('entries')
      timers.advance(50)
    }
    expect(pulls).toHaveLength(1)
  })

  it('looks at everything once after frames that brought their rows, and not while they come', () => {
    const { timers, pulls, schedule } = setUp()
    for (let passed = 0; passed < 60_000; passed += 10_000) {
      schedule.requestWhenQuiet()
      timers.advance(10_000)
    }
    expect(pulls).toEqual([])
    timers.advance(20_100)
    expect(pulls).toHaveLength(1)
    expect(new Set(pulls[0])).toEqual(new Set(syncedTables))
    timers.advance(1_000_000)
    expect(pulls).toHaveLength(1)
  })

  it('trusts frames that never stop for five minutes', () => {
    const { timers, pulls, schedule } = setUp()
    for (let passed = 0; passed < 301_000; passed += 1000) {
      schedule.requestWhenQuiet()
      timers.advance(1000)
    }
    expect(pulls).toHaveLength(1)
  })

  it('does not look again where everything was pulled anyway', () => {
    const { timers, pulls, schedule, pullAll } = setUp()
    schedule.requestWhenQuiet()
    pullAll()
    timers.advance(1_000_000)
    expect(pulls).toHaveLength(1)
  })

  it('asks a long pull to end when something else is wanted', () => {
    const { schedule, yields, pullAll } = setUp()
    pullAll()
    expect(yields.map((shouldYield) => shouldYield())).toEqual([false])
    schedule.request('entries')
    expect(yields.map((shouldYield) => shouldYield())).toEqual([true])
  })

  it('has one in flight, and another after it for what changed meanwhile', async () => {
    const { timers, pulls, schedule, answer, pullAll } = setUp()
    pullAll()
    schedule.request('entries')
    timers.advance(5000)
    expect(pulls).toHaveLength(1)
    await answer('done')
    timers.advance(100)
    expect(pulls).toHaveLength(2)
  })

  it('tries again after a fault, later each time, with the same tables', async () => {
    const { timers, pulls, answer, pullAll } = setUp()
    pullAll()
    for (const [index, result] of (['network', 'server'] as const).entries()) {
      await answer(result)
      timers.advance([499, 999][index] ?? 0)
      expect(pulls).toHaveLength(index + 1)
      timers.advance(1)
      expect(pulls).toHaveLength(index + 2)
      expect(new Set(pulls[index + 1])).toEqual(new Set(syncedTables))
    }
  })

  it('goes on at once while older pages are left', async () => {
    const { timers, pulls, answer, pullAll } = setUp()
    pullAll()
    await answer('more')
    timers.advance(0)
    expect(pulls).toHaveLength(2)
  })

  it('does nothing after it was stopped', async () => {
    const { timers, pulls, schedule, answer } = setUp()
    schedule.requestAll()
    const stopped = schedule.stop()
    await answer('done')
    await stopped
    schedule.requestAll()
    timers.advance(5000)
    expect(pulls).toEqual([])
  })
})
