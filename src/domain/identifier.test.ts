import { describe, expect, it } from 'vitest'
import { expectedIdentifier, isIdentifier } from './identifier.ts'

describe('the sign-in identifier', () => {
  it.each([
    ['Jonas', 'jonas'],
    ['Željka', 'zeljka'],
    ['Z\u030celjka', 'zeljka'],
    ['Đurđica', 'durdica'],
    ['Jürgen', 'juergen'],
    ['Anna-Lena', 'annalena'],
    ['Strauß', 'strauss'],
  ])('of %s is expected to be %s', (name, local) => {
    expect(expectedIdentifier(name)).toBe(`${local}@tagebuch.internal`)
  })

  it('of a name without Latin letters is for its owner to choose', () => {
    expect(expectedIdentifier('Љубица')).toBeUndefined()
  })

  it.each(['jonas', 'Jonas@tagebuch.internal', 'željka@tagebuch.internal', '@tagebuch.internal'])(
    'is not %s',
    (text) => {
      expect(isIdentifier(text)).toBe(false)
    },
  )
})
