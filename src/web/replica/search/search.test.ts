import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { emptyFilter } from '../../../domain/filter.ts'
import { instantFromMilliseconds, type EntryId, type PartnerId } from '../../../domain/ids.ts'
import { createDatabase, type ReplicaDatabase } from '../copy/database.ts'
import { write } from '../outbox/write.ts'
import { Search } from './search.ts'

const me = '00000000-0000-4000-8000-000000000001' as PartnerId
const partner = '00000000-0000-4000-8000-000000000002' as PartnerId
const at = instantFromMilliseconds
const meal = id('a')
const walk = id('b')

let database: ReplicaDatabase
let search: Search
let told: boolean[] = []

function id(last: string) {
  return `00000000-0000-4000-8000-00000000000${last}` as EntryId
}

beforeEach(async () => {
  told = []
  database = createDatabase(me)
  await database.open()
  await database.profiles.bulkAdd([
    { id: me, name: 'Jonas', updatedAt: at(0) },
    { id: partner, name: 'Željka', updatedAt: at(0) },
  ])
  await database.entries.bulkAdd([row(meal, 'Zürich am Abend', 1), row(walk, 'Bern am Abend', 2)])
  search = new Search({ database, me, now: () => performance.now() })
  search.subscribe((isDue) => told.push(isDue))
})
afterEach(async () => {
  search.close()
  await database.delete()
})

function row(entryId: EntryId, content: string, time: number) {
  return {
    id: entryId,
    userId: partner,
    category: 'gedanken' as const,
    content,
    completed: false,
    completedAt: null,
    isPrivate: false,
    scheduledDate: null,
    createdAt: at(time),
    visibleSince: at(time),
    editVersion: 1,
    updatedAt: at(time),
  }
}

const everything = { filter: emptyFilter, now: 10, limit: 20 }
const context = () => ({ database, me, now: () => 1_000_000, sender: () => undefined })
const find = async (words: string) => search.entries(words, everything)
const found = async (words: string) => {
  const { entries } = await find(words)
  return entries.map(({ content, reactions, completed, pending }) => ({
    content,
    completed,
    pending,
    reactions: reactions.map(({ emoji, name }) => `${emoji} ${name ?? ''}`),
  }))
}
async function partnerReacts(): Promise<void> {
  await database.reactions.add(reaction('r', meal))
}

function reaction(reactionId: string, entryId: EntryId) {
  const times = { visibleSince: at(3), createdAt: at(3), updatedAt: at(3) }
  return { id: reactionId as never, entryId, userId: partner, emoji: '❤️' as const, ...times }
}
const asStored = { completed: false, pending: false, reactions: [] }

it('finds entries with the reactions that are stored', async () => {
  await partnerReacts()
  const shown = { ...asStored, content: 'Zürich am Abend', reactions: ['❤️ Željka'] }
  await expect.poll(async () => found('zurich')).toEqual([shown])
})

it('shows the stored reactions also while all are being read', async () => {
  await expect.poll(async () => (await find('zurich')).isWhole).toBe(true)
  // So all is read anew, the reactions in several parts.
  await database.reactions.clear()
  const others = Array.from({ length: 2_000 }, (_, index) => reaction(`s${index}`, walk))
  await database.reactions.bulkAdd([...others, reaction('r', meal)])
  const shown: number[] = []
  const isWhole = async () => {
    const { entries, ...page } = await find('zurich')
    shown.push(...entries.map(({ reactions }) => reactions.length))
    return page.isWhole
  }
  await expect.poll(isWhole, { timeout: 20_000 }).toBe(true)
  expect(new Set(shown)).toEqual(new Set([1]))
})

it('tells at once when somebody reacts to what was found', async () => {
  await expect.poll(async () => found('zurich')).toHaveLength(1)
  told = []
  await partnerReacts()
  await expect.poll(() => told).toContain(true)
  await expect.poll(async () => (await found('zurich'))[0]?.reactions).toEqual(['❤️ Željka'])
})

it('tells at once of a change made here, and shows it before the server has it', async () => {
  await expect.poll(async () => found('abend')).toHaveLength(2)
  told = []
  await write(context(), { action: 'toggle-completed', entryId: walk, completedAt: at(5) })
  await expect.poll(() => told).toContain(true)
  expect(await found('abend')).toEqual([
    { content: 'Bern am Abend', completed: true, pending: true, reactions: [] },
    { ...asStored, content: 'Zürich am Abend' },
  ])
})

it('finds again what was stored under other words', async () => {
  await expect.poll(async () => found('bern')).toHaveLength(1)
  await database.entries.put(row(walk, 'Wien am Abend', 2))
  await expect.poll(async () => found('bern')).toEqual([])
  await expect.poll(async () => found('wien')).toHaveLength(1)
})

it('says that the storage failed where the copy cannot be read', async () => {
  database.close()
  const closed = new Search({ database, me, now: () => performance.now() })
  const asked = closed.entries('bern', everything)
  await expect(asked).rejects.toMatchObject({ name: 'StorageError', code: 'closed' })
  closed.close()
})
