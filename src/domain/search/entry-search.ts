import type { Entry } from '../entry.ts'
import type { PartnerId } from '../ids.ts'
import type { Profile } from '../partner.ts'
import { parseTranslation } from '../translation.ts'
import { bareText, markedText } from '../fold.ts'
import { holdsWord, startsName, type SearchableText } from './find-in-text.ts'
import { parseSearch, type SearchWord } from './search-words.ts'
import { writtenIn } from './written-in.ts'

/** The parts of an entry that search reads. */
export interface SearchableEntry extends Pick<Entry, 'userId' | 'createdAt'> {
  readonly text: SearchableText
  readonly replies?: readonly SearchableText[]
  /** The descriptions of its photos. */
  readonly descriptions?: readonly SearchableText[]
}

export interface SearchContext {
  readonly profiles: readonly Profile[]
  /** Milliseconds since 1970. */
  readonly now: number
  readonly timeZone: string
}

/**
 * Tells which entries a person searches for: each word must be in the text, a reply or a photo's description, begin
 * the author's name or stand for the time of writing (docs/behaviour/search.md). Undefined if no word was
 * typed.
 */
export function entryMatcher(
  input: string,
  context: SearchContext,
): ((entry: SearchableEntry) => boolean) | undefined {
  const words = parseSearch(input)
  if (words.length === 0) return undefined
  const matchers = words.map((word) => wordMatcher(word, context))
  return (entry) => matchers.every((matches) => matches(entry))
}

function wordMatcher(word: SearchWord, { profiles, now, timeZone }: SearchContext) {
  const authors = new Set<PartnerId>(
    profiles.filter(({ name }) => startsName(name, word)).map(({ id }) => id),
  )
  const isWritten = writtenIn(word, now, timeZone)
  return ({ text, replies, descriptions, userId, createdAt }: SearchableEntry) =>
    holdsWord(text, word) ||
    replies?.some((reply) => holdsWord(reply, word)) === true ||
    descriptions?.some((description) => holdsWord(description, word)) === true ||
    authors.has(userId) ||
    isWritten?.(createdAt) === true
}

/** The searchable text of an entry; of a translation both words, without the flags. */
export function searchableText({ category, content }: Pick<Entry, 'category' | 'content'>) {
  const sides = category === 'uebersetzungen' ? parseTranslation(content) : undefined
  return foldedLazily(sides === undefined ? content : `${sides.german}\n${sides.croatian}`)
}

/** A text whose marked form is computed only if a word needs it. */
export function foldedLazily(text: string): SearchableText {
  return new LazilyFolded(text)
}

/** A class, because a hundred thousand closures need half as much memory again. */
class LazilyFolded implements SearchableText {
  readonly bare: string
  readonly #text: string
  #marked: string | undefined

  constructor(text: string) {
    this.bare = bareText(text)
    this.#text = text
  }

  marked(): string {
    this.#marked ??= markedText(this.#text)
    return this.#marked
  }
}
