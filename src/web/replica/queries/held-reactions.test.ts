import 'fake-indexeddb/auto'
import { liveQuery } from 'dexie'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { emptyFilter } from '../../../domain/filter.ts'
import { instantFromMilliseconds, type EntryId, type PartnerId } from '../../../domain/ids.ts'
import type { ReactionEmoji } from '../../../domain/reaction.ts'
import { createDatabase, type ReplicaDatabase } from '../copy/database.ts'
import { createQueries } from './queries.ts'

const me = '00000000-0000-4000-8000-000000000001' as PartnerId
const at = instantFromMilliseconds(1)
const times = { visibleSince: at, createdAt: at, updatedAt: at }
const ids = ['a', 'b', 'c'].map((last) => `00000000-0000-4000-8000-00000000000${last}` as EntryId)
const [first] = ids as [EntryId]

let database: ReplicaDatabase
beforeEach(async () => {
  database = createDatabase(me)
  const rest = { content: '', completed: false, isPrivate: false, scheduledDate: null }
  await database.entries.bulkAdd(
    ids.map((id) => ({ id, userId: me, category: 'gedanken', ...rest, ...times }) as never),
  )
  await database.reactions.add(reaction('one', '❤️'))
})
afterEach(async () => database.delete())

const reaction = (id: string, emoji: ReactionEmoji, entryId = first) => ({
  id: id as never,
  entryId,
  userId: me,
  emoji,
  ...times,
})

const shown = async () => {
  const page = await createQueries(database, me).entries({ filter: emptyFilter, now: 0, limit: 20 })
  return page.entries.map(({ reactions }) => reactions.map(({ emoji }) => emoji).join(''))
}

it('reads reactions once, and after a change those of the changed entry', async () => {
  const asked = vi.spyOn(database.reactions, 'where')
  expect(await shown()).toEqual(['', '', '❤️'])
  expect(asked).toHaveBeenCalledTimes(3)
  await shown()
  expect(asked).toHaveBeenCalledTimes(3)
  await database.reactions.add(reaction('two', '🔥'))
  expect(await shown()).toEqual(['', '', '❤️🔥'])
  expect(asked).toHaveBeenCalledTimes(4)
})

it('a live query sees what any tab adds, changes, moves and deletes', async () => {
  const results: string[][] = []
  const subscription = liveQuery(shown).subscribe((result) => results.push(result))
  const shows = async (wanted: string[]) => {
    await expect.poll(() => results.at(-1)).toEqual(wanted)
  }
  const otherTab = createDatabase(me)
  await shows(['', '', '❤️'])
  await otherTab.reactions.add(reaction('two', '🔥', ids[1]))
  await shows(['', '🔥', '❤️'])
  await otherTab.reactions.put(reaction('two', '👍', ids[1]))
  await shows(['', '👍', '❤️'])
  await otherTab.reactions.put(reaction('two', '👍', ids[2]))
  await shows(['👍', '', '❤️'])
  await otherTab.reactions.delete('one' as never)
  await shows(['👍', '', ''])
  await otherTab.reactions.clear()
  await shows(['', '', ''])
  subscription.unsubscribe()
  otherTab.close()
})

it('holds nothing that changed while it was read', async () => {
  for (let round = 0; round < 20; round += 1) {
    const reading = shown()
    const emoji = round % 2 === 0 ? '🔥' : '❤️'
    await Promise.all([reading, database.reactions.put(reaction('one', emoji))])
    expect(await shown()).toEqual(['', '', emoji])
  }
})
