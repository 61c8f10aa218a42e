import { contentLimit } from './limits.ts'

/** `\p{Surrogate}` matches lone halves only: under the `u` flag a pair is one code point. */
const unstorable = /[\0\p{Surrogate}]/gu

/**
 * The form in which every text is counted, compared and stored (D21): without NUL and lone
 * surrogates, which PostgreSQL refuses, in NFC, trimmed. Applying it twice changes nothing.
 */
export function normalise(text: string): string {
  return text.replace(unstorable, '').normalize('NFC').trim()
}

/**
 * Spaces, controls, joiners and the other invisible characters; U+2800 and U+1D159 are blank
 * symbols.
 */
const inkless = /[\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u{2800}\u{1D159}]/gu

/**
 * True for a text without visible characters. New text like this counts as empty; joiners inside
 * emoji and words stay, and stored text is never checked by this.
 */
export function isInvisible(text: string): boolean {
  return normalise(text).replace(inkless, '') === ''
}

const inklessEnds = new RegExp(`^(?:${inkless.source})+|(?:${inkless.source})+$`, 'gu')

/** A text without spaces and invisible characters at its ends. */
export function withoutInvisibleEnds(text: string): string {
  return text.replace(inklessEnds, '')
}

const pictograph = String.raw`\p{Extended_Pictographic}[\uFE0E\uFE0F\u{1F3FB}-\u{1F3FF}\u{E0020}-\u{E007F}]*`
/** A whole emoji as the source of a pattern: joiners, tags and variation selectors are part of it. */
export const emojiPattern = String.raw`${pictograph}(?:\u200D${pictograph})*`
/** One character that is not seen and is no space: format characters, joiners, selectors, controls. */
export const invisiblePattern = String.raw`(?!\p{White_Space})[\p{Default_Ignorable_Code_Point}\p{Cc}\uFFF9-\uFFFB]`
const emojiOrInvisible = new RegExp(
  String.raw`(${emojiPattern}|[0-9#*]\uFE0F\u20E3)|${invisiblePattern}`,
  'gu',
)

/** A text without characters that are not seen, such as a soft hyphen; each emoji stays as it is. */
export function withoutInvisible(text: string): string {
  return text.replace(emojiOrInvisible, (_, emoji: string = '') => emoji)
}

/**
 * A text without the controls that change the order of characters, for places where it shares a
 * line with other words. Right-to-left scripts keep their order without them.
 */
export function withoutBidiControls(text: string): string {
  return text.replace(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '')
}

/** Code points of the normalised text: what the limits and the counter count (D21). */
export function lengthOf(text: string): number {
  return Array.from(normalise(text)).length
}

export type TextProblem = 'empty' | 'too-long'

/** The text of an entry or a reply as it is stored, or why it cannot be. */
export function checkContent(
  text: string,
):
  | { readonly ok: true; readonly content: string }
  | { readonly ok: false; readonly reason: TextProblem } {
  const content = normalise(text)
  if (isInvisible(content)) return { ok: false, reason: 'empty' }
  const isTooLong = lengthOf(content) > contentLimit
  return isTooLong ? { ok: false, reason: 'too-long' } : { ok: true, content }
}

/** A text for a field of one line: a line's end between two words becomes a space. */
export function oneLine(text: string): string {
  return normalise(text).replace(/\s+/gu, ' ')
}

/**
 * A key under which two texts are the same when they differ only in case, normal form of their
 * accents or width of their spaces. Not for storing. Upper case first, so that "ß" equals "SS".
 */
export function comparisonKey(text: string): string {
  const folded = normalise(text).toUpperCase().toLowerCase()
  return folded.normalize('NFC').replace(/\s+/gu, ' ')
}
