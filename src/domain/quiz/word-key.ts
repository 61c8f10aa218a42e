import { bareText, markedText } from '../fold.ts'

/**
 * A key under which two words of the quiz are the same: they differ at most in case, spaces, punctuation,
 * characters that are not seen, or an empty or repeated bracket. Text in brackets counts.
 */
export function wordKey(text: string): string {
  return withoutSigns(markedText(text))
}

/**
 * A `wordKey` for which marks do not count either: `kuca` equals `kuća`, and `djak` equals `đak`. For words
 * that a keyboard without such letters may have written (D6).
 */
export function unmarkedWordKey(text: string): string {
  return withoutSigns(bareText(text)).replaceAll('dj', 'd')
}

/**
 * A character that is no letter, number, symbol or round bracket; and the symbols that people write as dots or at
 * an end.
 */
const sign = /[^\p{L}\p{M}\p{N}\p{S}()]|[∙⋅⋮-⋱❓-❕❗]/gu

/** A text of signs alone keeps them. */
function withoutSigns(folded: string): string {
  const brackets = folded.replace(/\p{Ps}/gu, '(').replace(/\p{Pe}/gu, ')')
  const rest = withFewBrackets(brackets.replace(sign, ''))
  return rest === '' ? folded.trim() : rest
}

/** Each bracket that has a text, once. */
function withFewBrackets(text: string): string {
  if (!/[()]/.test(text)) return text
  const rest = text
    .replaceAll('()', '')
    .replace(/\({2,}/g, '(')
    .replace(/\){2,}/g, ')')
  if (rest !== text) return withFewBrackets(rest)
  const seen = new Set<string>()
  const once = text.replace(/\([^()]*\)/g, (bracket) =>
    seen.has(bracket) ? '' : (seen.add(bracket), bracket),
  )
  return once.replaceAll(')', '').replace(/\($/, '')
}
