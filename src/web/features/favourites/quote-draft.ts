import * as v from 'valibot'
import type { QuoteKey } from '../../../domain/quote.ts'
import type { Drafts } from '../../replica/journal.ts'

/** Where the replica puts a refused quote too, so that it is found in the form again (D26). */
const key = 'custom-quote'
/** How many quotes that came back while another was typed are looked for. */
const cameBack = 9

const schema = v.object({ text: v.string(), author: v.string() })

/** The unsent form of "Zitat hinzufügen" (D26). Nothing here ever fails: typing goes on regardless. */
export interface QuoteDraft {
  /**
   * What was left unsent. Where there is nothing, a refused quote that had to wait under the key's
   * next name moves up.
   */
  read(): Promise<QuoteKey | undefined>
  write(form: QuoteKey): Promise<void>
  clear(): Promise<void>
}

/** Steps are taken in the order asked for, so that a clearing is never overtaken by a writing. */
export function createQuoteDraft(drafts: Drafts): QuoteDraft {
  let queue: Promise<unknown> = Promise.resolve()
  const inTurn = async <Value>(step: () => Promise<Value>): Promise<Value | undefined> => {
    const done = queue.then(step).catch(() => undefined)
    queue = done
    return done
  }
  return {
    read: () => inTurn(() => readFirst(drafts)),
    write: (form) => inTurn(() => (isBlank(form) ? drafts.clear(key) : drafts.write(key, form))),
    clear: () => inTurn(() => drafts.clear(key)),
  }
}

/** True when nothing was typed that would be a pity to lose. */
export function isBlank(form: QuoteKey): boolean {
  return (form.text + form.author).trim() === ''
}

async function readFirst(drafts: Drafts): Promise<QuoteKey | undefined> {
  const first = parse(await drafts.read(key))
  if (first !== undefined) return first
  for (let count = 2; count <= cameBack; count += 1) {
    const name = `${key}:${count}`
    const draft = parse(await drafts.read(name))
    if (draft === undefined) continue
    await drafts.write(key, draft)
    await drafts.clear(name)
    return draft
  }
  return undefined
}

/** Undefined for anything that is not ours, so that a broken draft never breaks the form. */
function parse(value: unknown): QuoteKey | undefined {
  const result = v.safeParse(schema, value)
  return result.success && !isBlank(result.output) ? result.output : undefined
}
