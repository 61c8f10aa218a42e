import { foldText } from '../fold.ts'
import { joined, placesOf, type SearchableText, type TextRange } from '../search/find-in-text.ts'
import { parseSearch, type SearchWord } from '../search/search-words.ts'
import type { Translation } from '../translation.ts'
import { formsOf } from './meanings.ts'

/** One side of a translation, to be found in texts. */
export interface UsedWord {
  /** Every form of it, as the search reads a phrase. */
  readonly searched: readonly SearchWord[]
  /** Folded letters that may follow it in the same word. */
  readonly endings: ReadonlySet<string>
}

const germanEndings = 'e em en ens er ern es et in innen n ne nen ns s st t te ten'
const croatianEndings =
  'a ama ega em emu eva eve evi evima e i ih im ima ju la le li lo m ma mi mo o og oga oj om ome omu ova ove ovi ovima te u'
const endingsOf = (list: string): ReadonlySet<string> => new Set(list.split(' '))
const languages = { croatian: endingsOf(croatianEndings), german: endingsOf(germanEndings) }
/** A shorter word has no endings: `dama` is no form of `da`. */
const leastLetters = 3

/** Both sides of a translation, the Croatian one first. */
export function usedWords(translation: Translation): readonly UsedWord[] {
  return (['croatian', 'german'] as const).map((language) => ({
    searched: formsOf(translation[language]).flatMap(asPhrase),
    endings: languages[language],
  }))
}

/** Words in quotation marks stay together; the signs at the ends of a word are none of it. */
function asPhrase(form: string): readonly SearchWord[] {
  const words = form.replace(/"/gu, ' ').replace(/^[\p{P}\s]+|[\p{P}\s]+$/gu, '')
  return parseSearch(`"${words}"`)
}

/** True where a text has a form of the word, whole or with an ending; letters inside another word do not count. */
export function isUsedIn(text: SearchableText, word: UsedWord): boolean {
  return placesOfWord(text, word).length > 0
}

/** The places at which a text uses any of the words, with their endings. */
export function usesIn(text: string, words: readonly UsedWord[]): readonly TextRange[] {
  const folded = foldText(text)
  const searchable = { bare: folded.bare, marked: () => folded.marked }
  const ranges = words
    .flatMap((word) => placesOfWord(searchable, word))
    .map(({ start, end }) => ({
      start: folded.starts[start] ?? 0,
      end: folded.ends[end - 1] ?? text.length,
    }))
  return joined(ranges.toSorted((one, other) => one.start - other.start))
}

/** Places in the folded text. */
function placesOfWord(text: SearchableText, { searched, endings }: UsedWord): readonly TextRange[] {
  return searched
    .flatMap(({ spellings }) => spellings)
    .flatMap((spelling) =>
      placesOf(text, spelling).flatMap((start) => {
        const after = start + spelling.bare.length
        const [ending = ''] = /^[\p{L}\p{N}]*/u.exec(text.bare.slice(after)) ?? []
        const hasBegun = /[\p{L}\p{N}]$/u.test(text.bare.slice(Math.max(0, start - 2), start))
        const isWhole =
          ending === '' || (spelling.bare.length >= leastLetters && endings.has(ending))
        return !hasBegun && isWhole ? [{ start, end: after + ending.length }] : []
      }),
    )
}
