import { describe, expect, it } from 'vitest'
import { postgresChangesFilter } from '@supabase/realtime-js'
import * as fc from 'fast-check'
import { parseFilter } from './filter.ts'

const eq = (column: string, value: string) => ({ column, value })

describe('parseFilter', () => {
  it.each([
    ['id=eq.1', eq('id', '1')],
    ['a=eq.', eq('a', '')],
    ['a=eq.x.y=z', eq('a', 'x.y=z')],
    ['a=eq."x,y"', eq('a', 'x,y')],
    ['a=eq."say \\"hi\\" \\\\ bye"', eq('a', 'say "hi" \\ bye')],
    [' a=eq. 1\n', eq('a', ' 1')],
    ['a=eq."x', eq('a', '"x')],
    ['a=eq."x"y', eq('a', '"x"y')],
    ['a=eq.6" hoch', eq('a', '6" hoch')],
    ['', null],
    ['a=eq.1,b=eq.2', null],
    ['a=eq."1",b=eq."2"', null],
    ['a=eq.1,', null],
    [',a=eq.1', null],
    ['a=neq.1', null],
    ['a=not.eq.1', null],
    ['a=in.(1,2)', null],
    ['a=is.null', null],
    ['a=like.x%', null],
    ['a=match.^x', null],
    ['a;b=eq.1', null],
    ['=eq.1', null],
    ['a=eq', null],
    ['undefined', null],
  ])('reads %j', (text, expected) => {
    expect(parseFilter(text)).toEqual(expected)
  })

  it('reads back every value that the client’s builder writes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        expect(parseFilter(postgresChangesFilter().eq('a', value).build())).toEqual(eq('a', value))
      }),
    )
  })
})
