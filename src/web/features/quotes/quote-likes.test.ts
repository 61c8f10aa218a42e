import { describe, expect, it } from 'vitest'
import type { PartnerId } from '../../../domain/ids.ts'
import { likerNames } from './quote-likes.tsx'

const me = 'me' as PartnerId
const mine = { userId: me, name: 'Jonas' }
const theirs = { userId: 'partner' as PartnerId, name: 'Željka' }

describe('the names under the quote', () => {
  it.each([
    [[], false, ''],
    [[mine], true, 'Du'],
    [[theirs], false, 'Željka'],
    [[theirs, mine], true, 'Du und Željka'],
    [[{ ...theirs, name: undefined }], false, 'Unbekannt'],
  ])('%j with my heart %s reads "%s"', (likes, liked, names) => {
    expect(likerNames(likes, me, liked)).toBe(names)
  })

  it('follow the heart at once, before the like is stored or removed', () => {
    expect(likerNames([theirs], me, true)).toBe('Du und Željka')
    expect(likerNames([mine], me, false)).toBe('')
  })
})
