import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import type { Entry } from '../../../domain/entry.ts'
import { emptyFilter } from '../../../domain/filter.ts'
import {
  instantFromMilliseconds,
  type EntryId,
  type PartnerId,
  type ReactionId,
} from '../../../domain/ids.ts'
import type { Reaction } from '../../../domain/reaction.ts'
import { createDatabase, type ReplicaDatabase } from '../copy/database.ts'
import { watchTable } from '../copy/watch-table.ts'
import { readNewestFirst } from './read-entries.ts'
import { SearchEngine } from './search-engine.ts'
import type { SearchPart, SearchRequest } from './search-request.ts'

const me = '00000000-0000-4000-8000-000000000001' as PartnerId
const start = Date.UTC(2025, 7, 17)
let database: ReplicaDatabase | undefined
const stops: (() => void)[] = []

afterEach(async () => {
  for (const stop of stops.splice(0)) stop()
  await database?.delete()
})

async function copyWith(entries: readonly Entry[]): Promise<ReplicaDatabase> {
  await database?.delete()
  database = createDatabase(me)
  await database.open()
  await database.entries.bulkAdd([...entries])
  return database
}

function entry(index: number, content: string, at = start + index * 60_000): Entry {
  const written = instantFromMilliseconds(at)
  return {
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}` as EntryId,
    userId: me,
    category: 'gedanken',
    content,
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

function reactions(count: number, entryId: EntryId): readonly Reaction[] {
  const at = instantFromMilliseconds(start)
  return Array.from({ length: count }, (_, index) => ({
    id: `10000000-0000-4000-8000-${String(index).padStart(12, '0')}` as ReactionId,
    entryId,
    userId: me,
    emoji: '❤️',
    visibleSince: at,
    createdAt: at,
    updatedAt: at,
  }))
}

function request(words: string, without: readonly string[] = []): SearchRequest {
  const profiles = [{ id: me, name: 'Jonas' }]
  return { words, filter: emptyFilter, me, profiles, now: start, timeZone: 'UTC', without }
}

function engineOver(copy: ReplicaDatabase, onChange = () => {}): SearchEngine {
  const engine = new SearchEngine({
    database: copy,
    now: () => performance.now(),
    onChange,
    onFault: (cause) => {
      throw cause
    },
  })
  for (const table of ['entries', 'reactions'] as const)
    stops.push(watchTable(copy, table, (keys) => engine.take(table, keys?.map(String))))
  return engine
}

/** Asks until everything has been looked at. */
async function whole(engine: SearchEngine, words: string, part?: SearchPart) {
  return expect
    .poll(
      async () => {
        const answer = await engine.find(request(words), part ?? { after: undefined, limit: 20 })
        return answer.isWhole && answer
      },
      // Nothing is read for a moment after each question.
      { interval: 500, timeout: 20_000 },
    )
    .not.toBe(false)
    .then(async () => engine.find(request(words), part ?? { after: undefined, limit: 20 }))
}

describe('readNewestFirst', () => {
  it('reads every entry once, newest first, however they lie in time', async () => {
    const gap = fc.oneof(fc.constant(0), fc.nat(1000), fc.nat(400 * 86_400_000))
    await fc.assert(
      fc.asyncProperty(fc.array(gap, { maxLength: 40 }), async (gaps) => {
        let at = start
        const entries = gaps.map((step, index) => entry(index, 'x', (at += step)))
        const copy = await copyWith(entries)
        const parts: (readonly Entry[])[] = []
        for await (const rows of readNewestFirst(copy)) parts.push(rows)
        const read = parts.flatMap((rows) => rows.toReversed().map(({ id }) => id))
        expect(read).toEqual(entries.map(({ id }) => id).toReversed())
      }),
      { numRuns: 10 },
    )
  })
})

describe('SearchEngine', () => {
  it('finds in all entries and shows one part after the other', async () => {
    const entries = Array.from({ length: 300 }, (_, index) =>
      entry(index, index % 3 === 0 ? `Zürich ${index}` : 'nichts'),
    )
    const engine = engineOver(await copyWith(entries))
    const first = await whole(engine, 'zuerich')
    expect(first).toMatchObject({ count: 100, more: true, passed: 0 })
    expect(first.entries).toHaveLength(20)
    expect(first.entries[0]?.entry.id).toBe(entries[297]?.id)
    const last = entries[300 - 3 * 20]
    const after = { createdAt: last?.createdAt ?? start, id: last?.id } as never
    const second = await engine.find(request('zuerich'), { after, limit: 100 })
    expect(second).toMatchObject({ passed: 20, more: false, count: 100 })
    expect(second.entries).toHaveLength(80)
    const before = await engine.find(request('zuerich'), { before: after, distance: 5 })
    expect(before.passed).toBe(14)
    engine.close()
  })

  it('leaves out what the page looks at itself', async () => {
    const entries = [entry(1, 'Zürich'), entry(2, 'Zürich')]
    const engine = engineOver(await copyWith(entries))
    await whole(engine, 'zürich')
    const id = entries[1]?.id ?? ''
    const answer = await engine.find(request('zürich', [id]), { after: undefined, limit: 20 })
    expect(answer.entries.map((one) => one.entry.id)).toEqual([entries[0]?.id])
    engine.close()
  })

  it('answers with the reactions, and with what changed before it was asked', async () => {
    const copy = await copyWith([entry(1, 'Zürich'), entry(2, 'Bern')])
    const liked = reactions(3_000, entry(1, '').id)
    await copy.reactions.bulkAdd(liked)
    const engine = engineOver(copy)
    const find = async () => engine.find(request('zürich'), { after: undefined, limit: 20 })
    const [found] = (await whole(engine, 'zürich')).entries
    expect(found?.entry).toEqual(entry(1, 'Zürich'))
    expect(found?.reactions).toHaveLength(3_000)
    await copy.reactions.bulkDelete(liked.slice(1).map(({ id }) => id))
    expect((await find()).entries[0]?.reactions).toEqual(liked.slice(0, 1))
    await copy.reactions.put({ ...liked[0], emoji: '🔥' } as Reaction)
    expect((await find()).entries[0]?.reactions).toMatchObject([{ emoji: '🔥' }])
    await copy.entries.put({ ...entry(1, 'Zürich'), completed: true })
    expect((await find()).entries[0]?.entry).toMatchObject({ completed: true })
    await copy.reactions.clear()
    await expect.poll(async () => (await find()).entries[0]?.reactions).toEqual([])
    engine.close()
  })

  it('tells of further results once until it is asked again', async () => {
    const year = 365 * 86_400_000
    const entries = Array.from({ length: 40 }, (_, index) =>
      entry(index, 'Zürich', start - index * year),
    )
    let changes = 0
    const engine = engineOver(await copyWith(entries), () => (changes += 1))
    await engine.find(request('zürich'), { after: undefined, limit: 1 })
    await expect.poll(() => changes).toBeGreaterThan(0)
    await new Promise((resolve) => {
      setTimeout(resolve, 500)
    })
    // Once while it reads, and once when all has been read.
    expect(changes).toBeLessThanOrEqual(2)
    expect((await whole(engine, 'zürich')).count).toBe(40)
    engine.close()
  })

  it('follows what is stored, changed and removed', async () => {
    const copy = await copyWith([entry(1, 'Zürich'), entry(2, 'Bern')])
    let changes = 0
    const engine = engineOver(copy, () => (changes += 1))
    expect((await whole(engine, 'zürich')).count).toBe(1)
    const found = async () =>
      (await engine.find(request('zürich'), { after: undefined, limit: 20 })).count
    const before = changes
    await copy.entries.put(entry(3, 'Wieder Zürich'))
    await expect.poll(found).toBe(2)
    await copy.entries.put(entry(2, 'Doch Zürich'))
    await expect.poll(found).toBe(3)
    await copy.entries.delete(entry(1, '').id)
    await expect.poll(found).toBe(2)
    expect(changes).toBeGreaterThan(before)
    await copy.entries.clear()
    await expect.poll(found).toBe(0)
    engine.close()
  })
})
