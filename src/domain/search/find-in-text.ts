import { foldText, type FoldedText } from '../fold.ts'
import type { SearchWord, Spelling } from './search-words.ts'

/** A folded text; its marked form is computed only if a word needs it. */
export interface SearchableText {
  readonly bare: string
  marked(): string
}

/** True when the text holds the word, also inside another word. */
export function holdsWord(text: SearchableText, { spellings }: SearchWord): boolean {
  return spellings.some((spelling) => placeOf(text, spelling, 0) !== -1)
}

function placeOf(text: SearchableText, { bare, marks }: Spelling, from: number): number {
  let at = text.bare.indexOf(bare, from)
  while (at !== -1 && marks.length > 0 && !hasMarks(text.marked(), at, marks))
    at = text.bare.indexOf(bare, at + 1)
  return at
}

function hasMarks(marked: string, start: number, marks: Spelling['marks']): boolean {
  return marks.every(({ at, letter }) => marked.charAt(start + at) === letter)
}

/** A name needs three letters, so that "an" does not find everything that Anna wrote. */
const leastLetters = 3

/** True when the word is one of these names or the beginning of one, such as a person's or a month's. */
export function startsName(names: string, { spellings }: SearchWord): boolean {
  const folded = foldText(names)
  return spellings.some((spelling) => startsOfNames(folded, spelling).length > 0)
}

function startsOfNames({ bare, marked }: FoldedText, spelling: Spelling): readonly number[] {
  return placesOf({ bare, marked: () => marked }, spelling).filter((at) => {
    const isStart = at === 0 || /[ -]/.test(bare.charAt(at - 1))
    const end = bare.charAt(at + spelling.bare.length)
    return isStart && (spelling.bare.length >= leastLetters || end === '' || end === ' ')
  })
}

/** A part of a text, as for `slice`. */
export interface TextRange {
  readonly start: number
  readonly end: number
}

/** The places at which a text holds any of the words, in order and without overlaps; whole characters only. */
export function foundRanges(text: string, words: readonly SearchWord[]): readonly TextRange[] {
  return rangesOf(text, words, ({ bare, marked }, spelling) =>
    placesOf({ bare, marked: () => marked }, spelling),
  )
}

/** The places at which names, such as a person's or those in a date, are or begin with any of the words. */
export function nameRanges(text: string, words: readonly SearchWord[]): readonly TextRange[] {
  return rangesOf(text, words, startsOfNames)
}

function rangesOf(
  text: string,
  words: readonly SearchWord[],
  placesIn: (folded: FoldedText, spelling: Spelling) => readonly number[],
): readonly TextRange[] {
  if (words.length === 0) return []
  const folded = foldText(text)
  const ranges = words.flatMap(({ spellings }) =>
    spellings.flatMap((spelling) =>
      placesIn(folded, spelling).map((at) => ({
        start: folded.starts[at] ?? 0,
        end: folded.ends[at + spelling.bare.length - 1] ?? text.length,
      })),
    ),
  )
  return joined(ranges.sort((one, other) => one.start - other.start))
}

/** The places of a spelling in the folded form of a text. */
export function placesOf(text: SearchableText, spelling: Spelling): readonly number[] {
  const places: number[] = []
  let at = placeOf(text, spelling, 0)
  while (at !== -1) {
    places.push(at)
    at = placeOf(text, spelling, at + spelling.bare.length)
  }
  return places
}

/** Ranges in the order of their beginnings, those that overlap as one. */
export function joined(ranges: readonly TextRange[]): readonly TextRange[] {
  const whole: TextRange[] = []
  for (const range of ranges) {
    const last = whole.at(-1)
    if (last === undefined || range.start > last.end) whole.push(range)
    else whole[whole.length - 1] = { start: last.start, end: Math.max(last.end, range.end) }
  }
  return whole
}
