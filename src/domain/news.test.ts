import { describe, expect, it } from 'vitest'
import { instantFromMilliseconds, type EntryId, type PartnerId, type ReactionId } from './ids.ts'
import { collectNews, isNews, seenUntilOf } from './news.ts'

const me = 'me' as PartnerId
const partner = 'partner' as PartnerId
const time = (second: number) => instantFromMilliseconds(second * 1000)
const entry = (id: string, userId: PartnerId, second: number) => ({
  id: id as EntryId,
  userId,
  visibleSince: time(second),
})
const reaction = (id: string, entryId: string, userId: PartnerId, second: number) => ({
  id: id as ReactionId,
  entryId: entryId as EntryId,
  userId,
  visibleSince: time(second),
})

const entries = [entry('e1', partner, 10), entry('e2', me, 20), entry('e3', partner, 30)]
const reactions = [
  reaction('r1', 'e2', partner, 40),
  reaction('r2', 'e1', me, 50),
  reaction('r3', 'gone', partner, 60),
  reaction('r4', 'e3', partner, 30),
]
const told = (seen: number | undefined) =>
  collectNews(entries, reactions, me, seen === undefined ? undefined : time(seen)).map(
    (row) => `${row.kind === 'entry' ? row.entry.id : row.reaction.id}${row.isNew ? ' new' : ''}`,
  )

describe('news', () => {
  it('are the partner’s entries and reactions, newest first', () => {
    expect(told(0)).toEqual(['r1 new', 'e3 new', 'r4 new', 'e1 new'])
  })

  it('are new only after the last look', () => {
    expect(told(30)).toEqual(['r1 new', 'e3', 'r4', 'e1'])
    expect(told(40)).toEqual(['r1', 'e3', 'r4', 'e1'])
  })

  it('are not new as long as the last look is unknown', () => {
    expect(told(undefined)).toEqual(['r1', 'e3', 'r4', 'e1'])
  })

  it('differ by a microsecond', () => {
    const seen = time(1)
    const later = { userId: partner, visibleSince: seen.replace('000Z', '001Z') as typeof seen }
    expect(isNews(later, me, seen)).toBe(true)
    expect(isNews({ ...later, userId: me }, me, seen)).toBe(false)
  })

  it('are seen up to the latest of them', () => {
    expect(seenUntilOf(entries)).toBe(time(30))
    expect(seenUntilOf([])).toBeUndefined()
  })
})
