import { describe, expect, it } from 'vitest'
import {
  favouriteCounts,
  favouritesIn,
  groupFavourites,
  type CustomQuoteRow,
  type LikeRow,
} from './favourites.ts'
import { instantFromMilliseconds, type CustomQuoteId, type PartnerId } from './ids.ts'

const me = 'me' as PartnerId
const partner = 'partner' as PartnerId
const time = (hour: number) => instantFromMilliseconds(hour * 3_600_000)
const like = (userId: PartnerId, text: string, hour: number): LikeRow => ({
  userId,
  text,
  author: 'A',
  createdAt: time(hour),
})
const own = (userId: PartnerId, text: string, hour: number): CustomQuoteRow => ({
  ...like(userId, text, hour),
  id: `${userId} ${text}` as CustomQuoteId,
})

const favourites = groupFavourites(
  [like(partner, 'both', 1), like(me, 'both', 5), like(me, 'mine', 2), like(partner, 'theirs', 3)],
  [own(me, 'my own', 4), own(partner, 'their own', 6), own(me, 'both', 0)],
  me,
)
const texts = (tab: 'all' | 'mine' | 'partner' | 'shared') =>
  favouritesIn(tab, favourites, me).map(({ text, custom }) =>
    custom === undefined ? text : `${text}*`,
  )

describe('favourites', () => {
  it('are newest first, personal quotes among liked ones', () => {
    expect(texts('all')).toEqual(['their own*', 'both', 'my own*', 'theirs', 'mine', 'both*'])
  })

  it('are mine if I like or wrote them, the partner’s likewise, shared if both like them', () => {
    expect(texts('mine')).toEqual(['both', 'my own*', 'mine', 'both*'])
    expect(texts('partner')).toEqual(['their own*', 'both', 'theirs'])
    expect(texts('shared')).toEqual(['both'])
    expect(favouriteCounts(favourites, me)).toEqual({ all: 6, mine: 4, partner: 3, shared: 1 })
  })

  it.each([
    ['both', 'shared', 'remove-like', [me, partner]],
    ['mine', undefined, 'remove-like', [me]],
    ['theirs', undefined, undefined, [partner]],
    ['my own', 'personal', 'delete-quote', []],
    ['their own', 'personal', undefined, []],
  ] as const)('%s: badge %s, button %s', (text, badge, removal, likers) => {
    expect(favourites.find((one) => one.text === text)).toMatchObject({ badge, removal, likers })
  })

  it('have different keys, and the time of the last like', () => {
    expect(new Set(favourites.map(({ key }) => key)).size).toBe(favourites.length)
    expect(favourites.find(({ text }) => text === 'both')?.createdAt).toBe(time(5))
  })

  it('with the same text by two authors are two', () => {
    const likes = [like(me, 'x', 1), { ...like(partner, 'x', 1), author: 'B' }]
    expect(groupFavourites(likes, [], me).map(({ badge }) => badge)).toEqual([undefined, undefined])
  })
})
