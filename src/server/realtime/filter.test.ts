import { describe, expect, it } from 'vitest'
import { postgresChangesFilter } from '@supabase/realtime-js'
import * as fc from 'fast-check'
import { parseFilter } from './filter.ts'

const eq = (column: string, ...values: string[]) => ({
  column,
  negated: false,
  operator: values.length > 1 ? 'in' : 'eq',
  values,
})

describe('parseFilter', () => {
  it.each([
    ['', []],
    ['id=eq.1', [eq('id', '1')]],
    ['a=eq.', [eq('a', '')]],
    ['a=eq.x.y=z', [eq('a', 'x.y=z')]],
    ['a=eq."x,y"', [eq('a', 'x,y')]],
    ['a=eq."say \\"hi\\" \\\\ bye"', [eq('a', 'say "hi" \\ bye')]],
    ['a=eq.1,b=eq.2', [eq('a', '1'), eq('b', '2')]],
    ['a=in.("x,y","(z)")', [eq('a', 'x,y', '(z)')]],
    ['a=not.is.NULL', [{ column: 'a', negated: true, operator: 'is', values: ['null'] }]],
    ['a=is.maybe', null],
    ['a=eq.1,', null],
    ['a=eq.1, b=eq.2', null],
    ['a=eq."x', null],
    ['a=eq."x"y', null],
    ['a=in.()x', null],
    ['a=cs.{1}', null],
    ['a;b=eq.1', null],
    ['=eq.1', null],
    ['a=eq', null],
    [Array.from({ length: 17 }, () => 'a=eq.1').join(','), null],
  ])('reads %j', (text, expected) => {
    expect(parseFilter(text)).toEqual(expected)
  })

  it('reads back whatever the client’s builder writes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), (one, two) => {
        const text = postgresChangesFilter()
          .eq('a', one)
          .in('b', [two, `${two},`])
          .build()
        expect(parseFilter(text)).toEqual([eq('a', one), eq('b', two, `${two},`)])
      }),
    )
  })
})
