import * as v from 'valibot'
import type { QuoteKey } from '../../../domain/quote.ts'
import { safeParse } from '../../../domain/parse.ts'

const schema = v.object({ text: v.string(), author: v.string() })

/** True if nothing was typed that is worth keeping. */
export function isBlank(form: QuoteKey): boolean {
  return (form.text + form.author).trim() === ''
}

/**
 * Reads the form's draft; a refused quote also becomes one. Undefined for anything that is not
 * ours, so that a broken draft never breaks the form.
 */
export function parseQuoteDraft(value: unknown): QuoteKey | undefined {
  const result = safeParse(schema, value)
  return result.success && !isBlank(result.output) ? result.output : undefined
}
