import { foldText } from '../fold.ts'

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

/** In folded text: a quotation, open at the end while it is being typed, a day, or a word. */
const wordOrQuotation = /"([^"]*)"?|\d{1,2}\. ?\p{L}{3,} \d{4}|[^ "]+/gu
/** How many of the letters that a word spells out are also read as one. */
const mostSpelledOut = 3
const spelledOut: Readonly<Record<string, string>> = { ae: 'ä', oe: 'ö', ue: 'ü', dj: 'đ' }

/**
 * The words of the search field's text. All of them must be found. Words in quotation marks stay
 * together. Empty for an input without any letter.
 */
export function parseSearch(input: string): readonly SearchWord[] {
  const { bare, marked } = foldText(input)
  return [...bare.matchAll(wordOrQuotation)].flatMap(({ index, 0: whole, 1: quoted }) => {
    const start = quoted === undefined ? index : index + 1
    const end = start + (quoted ?? whole).length
    const [word, wordWithMarks] = [bare, marked].map((form) =>
      form.slice(start, end).trim().replace(/ +/g, ' '),
    ) as [string, string]
    return word === '' ? [] : { spellings: spellingsOf(word, wordWithMarks) }
  })
}

function spellingsOf(bare: string, marked: string): SearchWord['spellings'] {
  const marks = Array.from(marked.split(''), (letter, at) => ({ at, letter })).filter(
    ({ at, letter }) => letter !== bare.charAt(at),
  )
  const typed: Spelling = { bare, marks }
  const places = [...bare.matchAll(/[aou]e|dj/g)]
    .map(({ index }) => index)
    .filter((at) => marked.slice(at, at + 2) === bare.slice(at, at + 2))
    .slice(0, mostSpelledOut)
  // From the last to the first, so that earlier positions stay valid.
  const others = places
    .toReversed()
    .reduce<readonly Spelling[]>(
      (spellings, at) => [
        ...spellings,
        ...spellings.map((spelling) => withOneLetter(spelling, at)),
      ],
      [typed],
    )
  return [typed, ...others.slice(1)]
}

/** The spelling with one letter in place of the two that begin there. */
function withOneLetter({ bare, marks }: Spelling, at: number): Spelling {
  const letter = spelledOut[bare.slice(at, at + 2)] ?? ''
  return {
    bare: bare.slice(0, at + 1) + bare.slice(at + 2),
    marks: [
      { at, letter },
      ...marks.map((mark) => (mark.at > at ? { ...mark, at: mark.at - 1 } : mark)),
    ],
  }
}
