import { describe, expect, it } from 'vitest'
import { inQuotationMarks, linesBelow, withPoemLines } from './quote-display.ts'

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

  it.each([
    ['Horaz', 'Oden I, 11', { by: 'Horaz', source: 'Oden I, 11' }],
    ['Dhammapada', 'Dhammapada, Vers 81', { by: 'Dhammapada, Vers 81', source: undefined }],
    ['Udana', 'Udana 5.5', { by: 'Udana 5.5', source: undefined }],
    ['Sprichwort', 'Sprichwort', { by: 'Sprichwort', source: undefined }],
    ['Hus', 'Husitische Lieder', { by: 'Hus', source: 'Husitische Lieder' }],
  ])('by %s, from %s, says each once', (author, source, lines) => {
    expect(linesBelow({ author, source })).toEqual(lines)
  })

  it('breaks the lines of a poem, and no fraction', () => {
    expect(withPoemLines('Wer reitet so spät / durch Nacht und Wind?')).toBe(
      'Wer reitet so spät\ndurch Nacht und Wind?',
    )
    expect(withPoemLines('1/2 und und/oder')).toBe('1/2 und und/oder')
  })
})
