import { derivedId, type WordsHash } from '../ids.ts'
import { unmarkedWordKey } from '../quiz/word-key.ts'
import type { Translation } from '../translation.ts'

/** Fixed forever: another namespace would start every word again. */
const hashNamespace = '8c0e7f0b-6a57-4c1f-9a6f-1d0f5a0c8e27'

/**
 * A key under which two answers are the same: they differ at most in marks, case, spaces, punctuation and
 * characters that are not seen.
 */
export function answerKey(text: string): string {
  const key = unmarkedWordKey(text)
  return key.replace(/[()]/g, '') || key
}

/** Stands for a pair of words; a mark or a capital that is corrected leaves it as it is. */
export function wordsHash({ german, croatian }: Translation): WordsHash {
  return derivedId(hashNamespace, `${answerKey(german)}|${answerKey(croatian)}`)
}
