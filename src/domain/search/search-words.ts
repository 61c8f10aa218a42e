import { foldText } from './fold.ts'

/** One way in which a text can hold a word. */
export interface Spelling {
  readonly bare: string
  /** Letters that the text must have with exactly these marks, with their place in the word. */
  readonly marks: readonly { readonly at: number; readonly letter: string }[]
}

/** A word to be found, or several that were in quotation marks. */
export interface SearchWord {
  /** The first is the word as it was typed. */
  readonly spellings: readonly [Spelling, ...Spelling[]]
}

/** A quotation in any of the usual marks, open at the end while it is being typed, a day, or a word. */
const wordOrQuotation = /["„“”«»]([^"„“”«»]*)["„“”«»]?|\d{1,2}\.\s?\p{L}{3,}\s\d{4}|[^\s"„“”«»]+/gu
/** How many `ae`, `oe` and `ue` of a word are also read as `ä`, `ö` and `ü`. */
const mostUmlauts = 3
const umlauts: Readonly<Record<string, string>> = { ae: 'ä', oe: 'ö', ue: 'ü' }

/**
 * The words of the search field's text. All of them must be found. Words in quotation marks stay
 * together. Empty for an input without any letter.
 */
export function parseSearch(input: string): readonly SearchWord[] {
  return [...input.matchAll(wordOrQuotation)].flatMap(([whole, quoted]) => {
    const typed = (quoted ?? whole).trim().replace(/\s+/gu, ' ')
    const { bare, marked } = foldText(typed)
    return bare.trim() === '' ? [] : { spellings: spellingsOf(bare, marked) }
  })
}

function spellingsOf(bare: string, marked: string): SearchWord['spellings'] {
  const marks = Array.from(marked.split(''), (letter, at) => ({ at, letter })).filter(
    ({ at, letter }) => letter !== bare.charAt(at),
  )
  const typed: Spelling = { bare, marks }
  const umlautPlaces = [...bare.matchAll(/[aou]e/g)]
    .map(({ index }) => index)
    .filter((at) => marked.slice(at, at + 2) === bare.slice(at, at + 2))
    .slice(0, mostUmlauts)
  // From the last to the first, so that earlier positions stay valid.
  const others = umlautPlaces
    .toReversed()
    .reduce<readonly Spelling[]>(
      (spellings, at) => [...spellings, ...spellings.map((spelling) => withUmlaut(spelling, at))],
      [typed],
    )
  return [typed, ...others.slice(1)]
}

/** The spelling with an umlaut in place of the two letters that begin there. */
function withUmlaut({ bare, marks }: Spelling, at: number): Spelling {
  const letter = umlauts[bare.slice(at, at + 2)] ?? ''
  return {
    bare: bare.slice(0, at + 1) + bare.slice(at + 2),
    marks: [
      { at, letter },
      ...marks.map((mark) => (mark.at > at ? { ...mark, at: mark.at - 1 } : mark)),
    ],
  }
}
