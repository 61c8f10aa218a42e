export type Language = 'german' | 'croatian'

/** A spelling that learners write another way: each place that matches may become `to`. */
interface Confusion {
  /** Matched against the word in lower case. */
  readonly from: RegExp
  readonly to: string
}

function rule(from: string, to: string): Confusion {
  return { from: new RegExp(from, 'gu'), to }
}

/** A pair that is confused in both directions, anywhere in a word. */
function pair(one: string, other: string): readonly Confusion[] {
  return [rule(one, other), rule(other, one)]
}

/** Without j, which softens the letter before it. */
const hardConsonant = '[bcčćdđfghklmnprsštvzž]'
const germanVowel = '[aeiouäöü]'
/**
 * The last letter of a word shows its case, number and gender: another vowel there may be another
 * right form.
 */
const isInner = String.raw`(?=\p{L})`

/**
 * The confusions of learners of each language. No rule adds a mark (č ć đ š ž, ä ö ü) to a bare letter: a person
 * without such keys types `kuca` and `schon`, and the "mistake" would be the right spelling (D6).
 */
const confusions: Readonly<Record<Language, readonly Confusion[]>> = {
  croatian: [
    ...pair('č', 'ć'),
    rule('[čć]', 'c'),
    rule('š', 's'),
    rule('ž', 'z'),
    rule('š', 'ž'),
    rule('(?<!d)ž', 'š'),
    rule('đ', 'dj'),
    ...pair('đ', 'dž'),
    rule('ije', 'je'),
    rule(`(?<=${hardConsonant})je`, 'ije'),
    rule(`(?<=${hardConsonant})je`, 'e'),
    rule('(?<=[bdfgmprstvz])e', 'je'),
    rule(`(?<=${hardConsonant})i(?=${hardConsonant})`, 'ije'),
    rule('lj', 'l'),
    rule('l(?!j|ije)', 'lj'),
    rule('nj', 'n'),
    rule('n(?!j|ije)', 'nj'),
    ...pair('c', 'z'),
    ...pair('z', 's'),
    rule('d(?!ž)', 't'),
    rule('t', 'd'),
    ...pair('b', 'p'),
    ...pair('g', 'k'),
    ...pair('v', 'f'),
    rule('h', 'k'),
    rule('(?<=[aeiou])k(?=[aeiou])', 'h'),
    // A German ear puts a vowel before an r that is a syllable of its own, as in "drvo".
    rule(String.raw`(?<![aeiou])r(?=[^aeiouj\P{L}])`, 'er'),
    rule('(?<=[aeou])j(?![aeiou])', 'i'),
    rule(`o${isInner}`, 'u'),
    rule(`u${isInner}`, 'o'),
    rule(`a${isInner}`, 'o'),
    rule(`o${isInner}`, 'a'),
    rule(String.raw`(?<!\p{L}j)e(?=\p{L})`, 'i'),
    rule(`i(?!j)${isInner}`, 'e'),
  ],
  german: [
    ...pair('ie', 'ei'),
    rule('ie', 'i'),
    rule(`(?<!${germanVowel})i(?!e)`, 'ie'),
    rule('ß', 's'),
    rule('ä', 'e'),
    rule('ö', 'o'),
    rule('ü', 'u'),
    ...pair('eu', 'äu'),
    rule('v', 'f'),
    rule('(?<!f)f(?!f)', 'v'),
    rule('ck', 'k'),
    rule(`(?<=${germanVowel})k(?!k)`, 'ck'),
    rule('tz', 'z'),
    rule(`(?<=${germanVowel})z`, 'tz'),
    rule('d(?!t)', 't'),
    rule('(?<![dst])t(?![thz])', 'd'),
    rule(`(?<=${germanVowel})h(?=[lmnr])`, ''),
  ],
}

/** Every word with one spelling that the language's learners confuse, e.g. `kuča` for `kuća`. */
export function confusedWords(word: string, language: Language): readonly string[] {
  const lower = word.toLowerCase()
  // Case changes that change the length ("İ") would shift the places.
  if (lower.length !== word.length) return []
  const made = confusions[language].flatMap((confusion) => replacements(word, lower, confusion))
  return language === 'croatian' ? made.filter((one) => hasNoNewDouble(one, word)) : made
}

/** One replacement at a time, keeping a capital letter capital. */
function replacements(word: string, lower: string, { from, to }: Confusion): readonly string[] {
  return Array.from(lower.matchAll(from), ({ index, 0: found }) => {
    const after = index + found.length
    const written = isCapital(word.slice(index, after)) ? capitalised(to) : to
    return word.slice(0, index) + written + word.slice(after)
  })
}

function isCapital(text: string): boolean {
  const first = text.slice(0, 1)
  return first !== first.toLowerCase()
}

function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

/** Croatian writes hardly any double letter, so a new one would give the misspelling away. */
export function hasNoNewDouble(candidate: string, word: string): boolean {
  const double = /(\p{L})\1/iu
  return double.test(word) || !double.test(candidate)
}
