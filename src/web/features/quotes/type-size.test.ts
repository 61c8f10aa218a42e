import { describe, expect, it } from 'vitest'
import { typeSize } from './type-size.ts'

describe('the size of a quote', () => {
  it.each([
    ['a short one', 'Kurz.', 'ordinary', 'ordinary'],
    ['a poem of four short lines', 'a\nb\nc\nd', 'ordinary', 'ordinary'],
    ['a poem of five lines', 'a\nb\nc\nd\ne', 'small', 'small'],
    ['four lines too long for a phone', `${'x'.repeat(50)}\nb\nc\nd`, 'small', 'ordinary'],
    ['the last that fits', 'x'.repeat(132), 'ordinary', 'ordinary'],
    ['the first that does not', 'x'.repeat(133), 'small', 'ordinary'],
  ])('of %s', (_, text, phone, desktop) => {
    expect(typeSize(text)).toEqual({ phone, desktop })
  })
})
