import * as v from 'valibot'
import type { QuoteKey } from '../../../domain/quote.ts'
import type { Drafts } from '../../replica/journal.ts'

const key = 'add-quote'
const schema = v.object({ text: v.string(), author: v.string() })

/** The unsent form of "Zitat hinzufügen" (D26). */
export const quoteDraft = {
  async read(drafts: Drafts): Promise<QuoteKey | undefined> {
    const result = v.safeParse(schema, await drafts.read(key))
    return result.success ? result.output : undefined
  },
  async write(drafts: Drafts, form: QuoteKey): Promise<void> {
    await (form.text === '' && form.author === '' ? drafts.clear(key) : drafts.write(key, form))
  },
  async clear(drafts: Drafts): Promise<void> {
    await drafts.clear(key)
  },
}
