import { describe, expect, it } from 'vitest'
import { inQuotationMarks, withPoemLines } from './quote-display.ts'

describe('a quote on a card', () => {
  it('is in German quotation marks', () => {
    expect(inQuotationMarks('Carpe diem')).toBe('„Carpe diem“')
  })

  it.each(['„Carpe diem“', '“Carpe diem”', '»Carpe diem«', '«Carpe diem»', '"Carpe diem"'])(
    '%s keeps the marks it was typed with',
    (text) => {
      expect(inQuotationMarks(text)).toBe(text)
    },
  )

  it.each(['„Ja“ und „nein“', '„Ja“, sagte er', '"', '“', '„“'])(
    '%s is not marked as a whole and gets the pair around it',
    (text) => {
      expect(inQuotationMarks(text)).toBe(`„${text}“`)
    },
  )

  it('breaks the lines of a poem, and no fraction', () => {
    expect(withPoemLines('Wer reitet so spät / durch Nacht und Wind?')).toBe(
      'Wer reitet so spät\ndurch Nacht und Wind?',
    )
    expect(withPoemLines('1/2 und und/oder')).toBe('1/2 und und/oder')
  })
})
