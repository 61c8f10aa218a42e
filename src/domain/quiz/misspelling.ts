import { shuffled, type Random } from '../random.ts'
import { comparisonKey } from '../text.ts'

export type Language = 'german' | 'croatian'

/** Spellings that learners mix up; each pair works in both directions. */
const confusions: Readonly<Record<Language, readonly (readonly [string, string])[]>> = {
  croatian: [
    ['č', 'ć'],
    ['č', 'c'],
    ['ć', 'c'],
    ['š', 's'],
    ['ž', 'z'],
    ['đ', 'dj'],
    ['đ', 'dž'],
    ['ije', 'je'],
    ['lj', 'l'],
    ['nj', 'n'],
  ],
  german: [
    ['ie', 'ei'],
    ['ie', 'i'],
    ['ß', 'ss'],
    ['ä', 'e'],
    ['ö', 'o'],
    ['ü', 'u'],
    ['v', 'f'],
    ['ck', 'k'],
    ['tz', 'z'],
    ['d', 't'],
    ['eu', 'äu'],
  ],
}

/** Most mistakes in one misspelling, before made-up endings take over. */
const deepest = 3
/** Enough to choose from; keeps three mistakes in a long phrase from growing without bound. */
const breadth = 40
/** How often a spelling that learners mix up comes before a doubled or a dropped letter. */
const confusionShare = 0.75

/**
 * A misspelling of `word` that looks like its language and that `isTaken` does not refuse: with one
 * mistake if possible, else with up to three, else with a made-up ending. So there always is one, as
 * long as `isTaken` refuses finitely many. The same random numbers give the same word (D6).
 */
export function misspelling(
  word: string,
  language: Language,
  random: Random,
  isTaken: (candidate: string) => boolean,
): string {
  const isFree = (candidate: string): boolean =>
    comparisonKey(candidate) !== comparisonKey(word) && !isTaken(candidate)
  let seeds: readonly string[] = [word]
  for (let mistakes = 1; mistakes <= deepest; mistakes += 1) {
    const made = oneMistakeMore(seeds, language, random)
    const found = made.find(isFree)
    if (found !== undefined) return found
    seeds = made.slice(0, breadth)
  }
  let ending = 'a'
  while (!isFree(word + ending)) ending += 'a'
  return word + ending
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
  const slipped = shuffled([...new Set(seeds.flatMap(slippedWords))], random)
  return random() < confusionShare ? [...confused, ...slipped] : [...slipped, ...confused]
}

/** Every word with one spelling that the language's learners mix up, e.g. `kuča` for `kuća`. */
export function confusedWords(word: string, language: Language): readonly string[] {
  return confusions[language].flatMap(([one, other]) => [
    ...replacements(word, one, other),
    ...replacements(word, other, one),
  ])
}

/** Every word with one letter doubled or dropped, e.g. `kućaa` and `kća`. */
export function slippedWords(word: string): readonly string[] {
  return [...doubledLetters(word), ...droppedLetters(word)]
}

/** `from` replaced by `to` at one place at a time, keeping a capital letter capital. */
function replacements(word: string, from: string, to: string): readonly string[] {
  const found: string[] = []
  const lower = word.toLowerCase()
  // Case changes that change the length ("İ") would shift the places.
  if (lower.length !== word.length) return found
  for (let at = lower.indexOf(from); at !== -1; at = lower.indexOf(from, at + 1)) {
    // The "je" inside "ije" or the "l" of "lj" is spelt the other way already.
    const after = at + from.length
    if (to.endsWith(from) && lower.slice(0, after).endsWith(to)) continue
    if (to.startsWith(from) && lower.startsWith(to, at)) continue
    const original = word.slice(at, after)
    const written = isCapital(original) ? capitalised(to) : to
    found.push(word.slice(0, at) + written + word.slice(after))
  }
  return found
}

function isCapital(text: string): boolean {
  const first = text.slice(0, 1)
  return first !== first.toLowerCase()
}

function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

const doublable = /^[bdfgklmnprstzaeou]$/u

function doubledLetters(word: string): readonly string[] {
  const letters = Array.from(word)
  return letters.flatMap((letter, at) => {
    const isSingle = letters[at - 1] !== letter && letters[at + 1] !== letter
    if (!doublable.test(letter) || !isSingle) return []
    return [[...letters.slice(0, at), letter, ...letters.slice(at)].join('')]
  })
}

/** Inner letters only: without its first letter or its ending a word gives itself away. */
function droppedLetters(word: string): readonly string[] {
  const letters = Array.from(word)
  return letters.flatMap((letter, at) => {
    const isInner = isLetter(letters[at - 1]) && isLetter(letters[at + 1])
    if (!isLetter(letter) || !isInner) return []
    return [[...letters.slice(0, at), ...letters.slice(at + 1)].join('')]
  })
}

function isLetter(text: string | undefined): boolean {
  return text !== undefined && /^\p{Letter}$/u.test(text)
}
