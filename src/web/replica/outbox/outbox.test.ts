import 'fake-indexeddb/auto'
import { liveQuery } from 'dexie'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { instantFromMilliseconds, type EntryId, type PartnerId } from '../../../domain/ids.ts'
import { createDatabase, type ReplicaDatabase } from '../copy/database.ts'
import { createQueries } from '../queries/queries.ts'
import { emptyFilter } from '../../../domain/filter.ts'
import { isInFlight, markInFlight } from './outbox.ts'
import { write } from './write.ts'

const me = '00000000-0000-4000-8000-000000000001' as PartnerId
const one = '00000000-0000-4000-8000-00000000000a' as EntryId
const at = instantFromMilliseconds

let database: ReplicaDatabase
const context = () => ({ database, me, now: () => 1_000_000, sender: () => undefined })

beforeEach(async () => {
  database = createDatabase(me)
  await database.open()
})
afterEach(async () => database.delete())

const like = (text: string, present = true) => {
  const about = { likeId: `like of ${text}` as never, quote: { text, author: 'A' } }
  return present
    ? ({ action: 'like-quote', ...about, createdAt: at(1) } as const)
    : ({ action: 'unlike-quote', ...about } as const)
}

describe('marking a mutation as in flight', () => {
  it('reruns no query of a screen', async () => {
    await write(context(), like('eins'))
    const queries = createQueries(database, me)
    const query = { filter: emptyFilter, now: 0, limit: 50 }
    let runs = 0
    const screens: (() => Promise<unknown>)[] = [
      () => queries.entries(query),
      () => queries.likes(),
      () => queries.news(40),
      () => queries.status(),
    ]
    const subscriptions = screens.map((run) => liveQuery(run).subscribe(() => (runs += 1)))
    await expect.poll(() => runs).toBe(4)
    const marked = await markInFlight(database)
    expect(marked && (await isInFlight(database, marked))).toBe(true)
    // A change that is seen shows that a rerun for the mark would have come by now.
    await write(context(), like('zwei'))
    // The list and the news concern no like.
    await expect.poll(() => runs).toBeGreaterThanOrEqual(6)
    expect(runs).toBe(6)
    for (const subscription of subscriptions) subscription.unsubscribe()
  })

  it('returns the mutation as it is then, whatever was written while it was chosen', async () => {
    for (let round = 0; round < 20; round += 1) {
      await write(context(), { action: 'last-look', seenUntil: at(1000 * round + 1) })
      const writing = write(context(), { action: 'last-look', seenUntil: at(1000 * round + 2) })
      const [marked] = await Promise.all([markInFlight(database), writing])
      const queue = await database.outbox.orderBy('seq').toArray()
      // Merged into it, or queued behind it: never changed after it was handed over.
      expect(queue[0]?.mutation).toEqual(marked?.mutation)
      expect(queue.at(-1)?.mutation).toMatchObject({ seenUntil: at(1000 * round + 2) })
      await database.outbox.clear()
      await database.inFlight.clear()
    }
  })

  it('goes on to the next where the first was taken back meanwhile, and leaves no mark', async () => {
    await write(context(), like('eins'))
    await write(context(), like('zwei'))
    const [marked] = await Promise.all([
      markInFlight(database),
      write(context(), like('eins', false)),
    ])
    const queue = await database.outbox.toArray()
    const marks = await database.inFlight.toArray()
    expect(marks).toEqual([{ id: marked?.id }])
    expect(queue.map(({ id }) => id)).toContain(marked?.id)
  })
})

describe('an entry that was created and deleted while its creation is in flight', () => {
  it('is not created again by the same special day', async () => {
    const edit = {
      category: 'erzaehlen',
      content: 'a',
      isPrivate: false,
      scheduledDate: null,
    } as const
    const create = {
      action: 'create-entry',
      entryId: one,
      edit,
      createdAt: at(1),
      automatic: true,
    } as const
    await write(context(), create)
    await markInFlight(database)
    await write(context(), { action: 'delete-entry', entryId: one })
    await write(context(), create)
    const queue = await database.outbox.orderBy('seq').toArray()
    expect(queue.map(({ mutation }) => mutation.action)).toEqual(['create-entry', 'delete-entry'])
  })
})
