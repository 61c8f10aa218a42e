import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonMistake } from './json-mistake.ts'

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('the place of a mistake in JSON', () => {
  it.each([
    ['a missing comma', '{\n  "a": 1\n  "b": 2\n}', 3, 3],
    ['a comma too many', '{\n  "a": 1,\n}', 3, 1],
    ['a comma too many in a list', '[1, 2,]', 1, 7],
    ['a comment', '{\n  // Titel\n  "a": 1\n}', 2, 3],
    ['single quotes', "{'a': 1}", 1, 2],
    ['quotes of a word processor', '{“a“: 1}', 1, 2],
    ['a name without quotes', '{\r\n  title: "x"\r\n}', 2, 3],
    ['a line end in a text', '{"a": "x\ny"}', 1, 9],
    ['an unknown escape', '{"a": "C:\\Pfad"}', 1, 10],
    ['a text that does not end', '{\n"a": "x', 2, 8],
    ['a missing bracket', '{"a": [1, 2}', 1, 12],
    ['a missing end', '{\n  "a": 1\n', 3, 1],
    ['a word', '{"a": ja}', 1, 7],
    ['a number with a zero in front', '{"a": 08}', 1, 8],
    ['something after the end', '{}\n{}', 2, 1],
    ['characters of several code units before it', '{"🥰": ž}', 1, 7],
    ['an empty text', '', 1, 1],
  ])('is found for %s', (_, text, line, column) => {
    expect(jsonMistake(text)).toEqual({ line, column })
  })

  it('is none exactly where JSON.parse takes the text', () => {
    const damaged = fc
      .tuple(fc.json(), fc.nat(200), fc.constantFrom('', ',', '"', '}', ']', '\\', '\n', '0', 'x'))
      .map(([text, at, put]) => text.slice(0, at) + put + text.slice(at + 1))
    fc.assert(
      fc.property(fc.oneof(fc.json(), damaged, fc.string()), (text) => {
        expect(jsonMistake(text) === undefined).toBe(isJson(text))
      }),
      { numRuns: 2_000 },
    )
  })

  it('is a place also in a text nested deeper than a program can follow', () => {
    expect(jsonMistake('['.repeat(200_000))).toMatchObject({ line: 1 })
  })
})
