import { describe, expect, it } from 'vitest'
import { isBlank, parseQuoteDraft } from './use-quote-form.ts'

const quote = { text: 'Carpe diem', author: 'Horaz' }

describe('the draft of a personal quote', () => {
  it('is read as it was written, also with one field only', () => {
    expect(parseQuoteDraft(quote)).toEqual(quote)
    expect(parseQuoteDraft({ text: '', author: 'Horaz' })).toEqual({ text: '', author: 'Horaz' })
  })

  it('of two empty fields is undefined', () => {
    expect(isBlank({ text: ' ', author: '' })).toBe(true)
    expect(parseQuoteDraft({ text: ' ', author: '' })).toBeUndefined()
  })

  it.each(['text', { text: 1, author: 'Horaz' }, null, undefined])(
    'ignores what is no quote: %j',
    (value) => {
      expect(parseQuoteDraft(value)).toBeUndefined()
    },
  )
})
