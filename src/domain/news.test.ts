import { describe, expect, it } from 'vitest'
import { instantFromMilliseconds, type PartnerId } from './ids.ts'
import { isNews, readMarkerFor } from './news.ts'

const me = 'me' as PartnerId
const partner = 'partner' as PartnerId
const time = (second: number) => instantFromMilliseconds(second * 1000)
const row = (userId: PartnerId, second: number) => ({ userId, visibleSince: time(second) })

describe('news', () => {
  it('are the partner’s rows after the read marker', () => {
    const rows = [row(partner, 10), row(me, 40), row(partner, 30), row(partner, 40)]
    expect(rows.map((one) => isNews(one, me, time(30)))).toEqual([false, false, false, true])
    expect(rows.map((one) => isNews(one, me, time(0)))).toEqual([true, false, true, true])
  })

  it('are not new as long as the read marker is unknown', () => {
    expect(isNews(row(partner, 10), me, undefined)).toBe(false)
  })

  it('differ by a microsecond', () => {
    const seen = time(1)
    const later = { userId: partner, visibleSince: seen.replace('000Z', '001Z') as typeof seen }
    expect(isNews(later, me, seen)).toBe(true)
    expect(isNews({ ...later, userId: me }, me, seen)).toBe(false)
  })

  it('are seen up to the latest of them', () => {
    expect(readMarkerFor([row(partner, 10), row(partner, 30), row(me, 20)])).toBe(time(30))
    expect(readMarkerFor([])).toBeUndefined()
  })
})
