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
  /** True for words that were in quotation marks. */
  readonly isQuoted?: boolean
}

const monthNames =
  'januar februar marz maerz april mai juni juli august september oktober november dezember'
/** The name of a month, or its beginning from three letters on; the longest first. */
const monthPattern = monthNames
  .split(' ')
  .flatMap((name) =>
    Array.from({ length: name.length - 2 }, (_, cut) => name.slice(0, name.length - cut)),
  )
  .join('|')
/** In folded text: a quotation, open at the end while it is being typed, a day with spaces in it, or a word. */
const wordOrQuotation = new RegExp(
  [
    String.raw`"([^"]*)"?`,
    String.raw`(?<![^ "])\d{1,2}\.? ?(?:${monthPattern})(?:\.? \d{4}|\.)?(?![^ "])`,
    String.raw`(?<![^ "])\d{1,2}\. \d{1,2}\. ?(?:\d{4}|\d{2})(?![^ "])`,
    String.raw`[^ "]+`,
  ].join('|'),
  'gu',
)
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
    if (word === '') return []
    return { spellings: spellingsOf(word, wordWithMarks), isQuoted: quoted !== undefined }
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
