import { describe, expect, it } from 'vitest'
import type { Drafts } from '../../replica/journal.ts'
import { createQuoteDraft } from './quote-draft.ts'

const quote = { text: 'Carpe diem', author: 'Horaz' }

function draftsWith(stored: Record<string, unknown> = {}) {
  const values = new Map(Object.entries(stored))
  const drafts: Drafts = {
    read: async (key) => values.get(key),
    // A slow disk: the order of calls alone must not decide what is kept.
    write: async (key, value) => {
      await new Promise(setImmediate)
      values.set(key, value)
    },
    clear: async (key) => {
      values.delete(key)
    },
  }
  return { drafts, values }
}

describe('the draft of a personal quote', () => {
  it('is read as it was written, and gone once cleared', async () => {
    const draft = createQuoteDraft(draftsWith().drafts)
    await draft.write(quote)
    expect(await draft.read()).toEqual(quote)
    await draft.clear()
    expect(await draft.read()).toBeUndefined()
  })

  it('is not brought back by a writing that began before the clearing', async () => {
    const { drafts, values } = draftsWith()
    const draft = createQuoteDraft(drafts)
    void draft.write(quote)
    await draft.clear()
    expect(values.size).toBe(0)
  })

  it('of two emptied fields is none', async () => {
    const { drafts, values } = draftsWith({ 'custom-quote': quote })
    await createQuoteDraft(drafts).write({ text: ' ', author: '' })
    expect(values.size).toBe(0)
  })

  it('finds a refused quote that had to wait behind another', async () => {
    const { drafts, values } = draftsWith({ 'custom-quote:3': quote })
    expect(await createQuoteDraft(drafts).read()).toEqual(quote)
    expect([...values.keys()]).toEqual(['custom-quote'])
  })

  it.each([['text'], [{ text: 1, author: 'Horaz' }], [null]])(
    'ignores what is no quote: %j',
    async (value) => {
      const { drafts } = draftsWith({ 'custom-quote': value })
      expect(await createQuoteDraft(drafts).read()).toBeUndefined()
    },
  )

  it('reads as empty where the storage fails', async () => {
    const fails = async () => {
      throw new Error('no storage')
    }
    const draft = createQuoteDraft({ read: fails, write: fails, clear: fails })
    await draft.write(quote)
    expect(await draft.read()).toBeUndefined()
  })
})
