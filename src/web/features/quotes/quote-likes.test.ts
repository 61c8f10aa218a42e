import { describe, expect, it } from 'vitest'
import type { PartnerId } from '../../../domain/ids.ts'
import { likerNames } from './quote-likes.tsx'

const me = 'me' as PartnerId
const mine = { userId: me, name: 'Jonas' }
const theirs = { userId: 'partner' as PartnerId, name: 'Željka' }

describe('the names under the quote', () => {
  it.each([
    [[], ''],
    [[mine], 'Du'],
    [[theirs], 'Željka'],
    [[theirs, mine], 'Du und Željka'],
    [[{ ...theirs, name: undefined }], 'Unbekannt'],
  ])('%j reads "%s"', (likes, names) => {
    expect(likerNames(likes, me)).toBe(names)
  })
})
