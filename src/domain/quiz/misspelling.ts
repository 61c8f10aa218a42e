import { shuffled, type Random } from '../random.ts'
import { wordKey } from './word-key.ts'
import { confusedWords, hasNoNewDouble, type Language } from './confusions.ts'

/** Most mistakes in one misspelling; after that come invented endings. */
const deepest = 3
/** Enough to choose from; keeps three mistakes in a long phrase from growing without bound. */
const breadth = 40
/** How often a spelling that learners confuse is preferred to a typing error. */
const confusionShare = 0.75

/**
 * A misspelling of `word` that looks like its language and that `isTaken` does not refuse: with one
 * mistake if possible, else with up to three, else with an invented ending. So there is always one,
 * as long as `isTaken` refuses finitely many. The same random numbers give the same word (D6).
 */
export function misspelling(
  word: string,
  language: Language,
  random: Random,
  isTaken: (candidate: string) => boolean,
): string {
  const isFree = (candidate: string): boolean =>
    wordKey(candidate) !== wordKey(word) && !isTaken(candidate)
  let seeds: readonly string[] = [word]
  for (let mistakes = 1; mistakes <= deepest; mistakes += 1) {
    const made = oneMistakeMore(seeds, language, random)
    const found = made.find(isFree)
    if (found !== undefined) return found
    seeds = made.slice(0, breadth)
  }
  return withEnding(word, isFree)
}

const endings = ['na', 'ra', 'la', 'ta']

/** The last way, as for "?": one of endlessly many invented endings is free. */
function withEnding(word: string, isFree: (candidate: string) => boolean): string {
  for (let times = 1; ; times += 1) {
    const candidates = endings.map((ending) => word + ending.repeat(times))
    const found = candidates.find((one) => isFree(one) && hasNoNewDouble(one, word))
    if (found !== undefined) return found
  }
}

function oneMistakeMore(
  seeds: readonly string[],
  language: Language,
  random: Random,
): readonly string[] {
  const confused = shuffled(
    [...new Set(seeds.flatMap((seed) => confusedWords(seed, language)))],
    random,
  )
  const slipped = shuffled(
    [...new Set(seeds.flatMap((seed) => slippedWords(seed, language)))],
    random,
  )
  return random() < confusionShare ? [...confused, ...slipped] : [...slipped, ...confused]
}

/**
 * Every word with a typing error: in German a consonant doubled or a letter dropped, e.g. `Rabbe`
 * and `Rae` for `Rabe`; in Croatian, where short words would give themselves away, a letter of a
 * long word dropped, e.g. `priatelj`. None makes an unpronounceable cluster of consonants.
 */
export function slippedWords(word: string, language: Language): readonly string[] {
  const made =
    language === 'german'
      ? [...doubledLetters(word), ...droppedLetters(word, 4)]
      : droppedLetters(word, 6).filter((one) => hasNoNewDouble(one, word))
  return made.filter((one) => longestCluster(one) <= Math.max(2, longestCluster(word)))
}

/** Without s: `Strasse` is no wrong `Strase`. */
const doublable = /(?<=[aeiouäöü])[bdfglmnprt](?=[aeiouäöü])/giu

/** A single consonant between vowels, as in `Rabbe`. */
function doubledLetters(word: string): readonly string[] {
  return Array.from(
    word.matchAll(doublable),
    ({ index, 0: letter }) => word.slice(0, index) + letter + word.slice(index),
  )
}

/**
 * Of words of at least `shortest` letters, inner ones only, because a missing first or last letter
 * is obvious.
 */
function droppedLetters(text: string, shortest: number): readonly string[] {
  return Array.from(text.matchAll(/\p{L}+/gu)).flatMap(({ index, 0: word }) => {
    const letters = Array.from(word)
    if (letters.length < shortest) return []
    const [before, after] = [text.slice(0, index), text.slice(index + word.length)]
    return letters
      .slice(1, -1)
      .map((_, at) => before + letters.toSpliced(at + 1, 1).join('') + after)
  })
}

/** The most consonants that follow each other. */
function longestCluster(text: string): number {
  const clusters = text.toLowerCase().match(/[^aeiouäöü\P{L}]+/gu) ?? []
  return Math.max(0, ...clusters.map((cluster) => cluster.length))
}
