import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import { addDraft } from '../../replica/store/draft-rows.ts'
import { forgetTabs, openTab } from '../../replica/test-tabs.ts'
import { isBlank, leaveQuoteForm, openQuoteForm, parseQuoteDraft } from './use-quote-form.ts'

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

afterEach(forgetTabs)

it('the form of a quote holds all that were left, the oldest first, and leaves all to the next', async () => {
  const { journal, store } = await openTab('one')
  const texts = ['Erstes', 'Zweites', 'Drittes']
  for (const text of texts)
    await store.change((rows) => addDraft(rows, 'custom-quote', { ...quote, text })).stored
  for (let time = 0; time < 2; time++) {
    const opened = await openQuoteForm(journal)
    const all = [opened.start, ...opened.others.map(({ value }) => value)]
    expect(all.map(({ text }) => text)).toEqual(texts)
    leaveQuoteForm(opened)
  }
})
