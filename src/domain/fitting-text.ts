import { emojiPattern, lengthOf } from './text.ts'

/** A text that is to come into a field, between what stands before and behind it there. */
export interface Insertion {
  readonly before: string
  readonly inserted: string
  readonly after: string
}

/** The part of an insertion for which a field has room. */
export interface Fitting {
  readonly taken: string
  /** How many code points (D21) have no room. */
  readonly missing: number
}

/** No text of a field's length has more UTF-16 units. It bounds the search in a long paste. */
const longestPart = 2000

/**
 * The beginning of an insertion that fits, in whole characters as people see them: no emoji is halved, and no letter
 * loses its accent.
 *
 * @param limit the most that the field holds afterwards, in code points (D21)
 */
export function fittingPart({ before, inserted, after }: Insertion, limit: number): Fitting {
  const lengthWith = (part: string) => lengthOf(before + part + after)
  const whole = lengthWith(inserted)
  if (whole <= limit) return { taken: inserted, missing: 0 }
  let taken = ''
  for (const character of charactersOf(inserted.slice(0, longestPart))) {
    if (lengthWith(taken + character) > limit) break
    taken += character
  }
  return { taken, missing: whole - lengthWith(taken) }
}

/** Firefox before 125 has no segmenter. */
const character = new RegExp(
  String.raw`${emojiPattern}|\p{Regional_Indicator}{2}|\P{M}\p{M}*|.`,
  'gsu',
)

function charactersOf(text: string): readonly string[] {
  if (!('Segmenter' in Intl)) return text.match(character) ?? []
  const segmenter = new Intl.Segmenter('de', { granularity: 'grapheme' })
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

/** The change from one text to the next, as one insertion; it halves no pair of surrogates. */
export function changeBetween(old: string, next: string): Insertion {
  const most = Math.min(old.length, next.length)
  let start = 0
  while (start < most && old[start] === next[start]) start += 1
  if (isLowSurrogate(next, start)) start -= 1
  let end = 0
  while (end < most - start && old.at(-1 - end) === next.at(-1 - end)) end += 1
  if (isLowSurrogate(next, next.length - end)) end -= 1
  return {
    before: next.slice(0, start),
    inserted: next.slice(start, next.length - end),
    after: next.slice(next.length - end),
  }
}

function isLowSurrogate(text: string, index: number): boolean {
  const unit = text.charCodeAt(index)
  return unit >= 0xdc_00 && unit <= 0xdf_ff
}
