import { pickOne, shuffled, type Random } from '../random.ts'
import { directions, type Direction } from '../translation.ts'
import { unmarkedWordKey, wordKey } from './word-key.ts'
import type { Language } from './confusions.ts'
import { misspelling } from './misspelling.ts'
import { optionCount, roundLength } from './quiz-rules.ts'
import { similarTo } from './similarity.ts'
import type { Word } from './vocabulary.ts'

/** A question of the quiz (docs/behaviour/quiz.md). */
export interface Question {
  readonly direction: Direction
  /** The word asked for, as its entry writes it. */
  readonly prompt: string
  readonly correctAnswer: string
  /** Exactly four, shuffled, different in more than case; one of them is `correctAnswer`. */
  readonly options: readonly string[]
  readonly source: Word
}

/**
 * The questions of a round: up to 10 words, none twice, each in a random direction (D6). Empty for
 * an empty vocabulary.
 */
export function makeQuestions(vocabulary: readonly Word[], random: Random): readonly Question[] {
  return shuffled(vocabulary, random)
    .slice(0, roundLength)
    .map((word) => makeQuestion(word, pickOne(directions, random) ?? 'de-hr', vocabulary, random))
}

/** A question about one word, with three wrong options (docs/behaviour/quiz.md "Wrong options"). */
export function makeQuestion(
  word: Word,
  direction: Direction,
  vocabulary: readonly Word[],
  random: Random,
): Question {
  const { prompt, answer } = sidesOf(word, direction)
  const wrong = new WrongOptions(word, direction, vocabulary, random)
  if (direction === 'hr-de') wrong.addSimilar(optionCount - 1)
  else {
    wrong.addSimilar(1)
    wrong.addMisspelling()
    // The last one is another word or a second misspelling, so that neither gives itself away.
    if (random() < 0.5) wrong.addRandom()
  }
  const options = shuffled([answer, ...wrong.fill()], random)
  return { direction, prompt, correctAnswer: answer, options, source: word }
}

/** Collects options that are neither right nor equal to another one except for case. */
class WrongOptions {
  readonly #answer: string
  readonly #language: Language
  readonly #random: Random
  /** The answers of other words, none of them right. */
  readonly #others: readonly string[]
  /** Comparison keys of all right answers and of the options chosen so far. */
  readonly #taken: Set<string>
  /** Unmarked keys of the other words chosen so far: `kuca` and `kuća` are one. */
  readonly #words = new Set<string>()
  readonly #chosen: string[] = []

  constructor(word: Word, direction: Direction, vocabulary: readonly Word[], random: Random) {
    const right = rightMeanings(word, direction, vocabulary)
    const rightKeys = keysOf(right, unmarkedWordKey)
    const answers = vocabulary.map((other) => sidesOf(other, direction).answer)
    this.#answer = sidesOf(word, direction).answer
    this.#language = direction === 'de-hr' ? 'croatian' : 'german'
    this.#random = random
    this.#others = answers.filter(
      (one) => !haveCommon(keysOf(meaningsOf(one), unmarkedWordKey), rightKeys),
    )
    this.#taken = keysOf(right, wordKey)
  }

  /** Up to `count` words that are similar to the answer, most similar first. */
  addSimilar(count: number): void {
    let left = count
    for (const option of similarTo(this.#answer, this.#others)) {
      if (left > 0 && this.#addWord(option)) left -= 1
    }
  }

  /** Any other word of the vocabulary; nothing when there is none left. */
  addRandom(): void {
    const free = this.#others.filter((option) => this.#isFreeWord(option))
    const option = pickOne(free, this.#random)
    if (option !== undefined) this.#addWord(option)
  }

  addMisspelling(): void {
    const isTaken = (option: string): boolean => this.#taken.has(wordKey(option))
    this.#add(misspelling(this.#answer, this.#language, this.#random, isTaken))
  }

  /** The three wrong options: German ones topped up with words, then all with misspellings (D6). */
  fill(): readonly string[] {
    const wanted = optionCount - 1
    if (this.#language === 'german') {
      for (let tries = this.#chosen.length; tries < wanted; tries += 1) this.addRandom()
    }
    while (this.#chosen.length < wanted) this.addMisspelling()
    return this.#chosen
  }

  #isFreeWord(option: string): boolean {
    return !this.#taken.has(wordKey(option)) && !this.#words.has(unmarkedWordKey(option))
  }

  #addWord(option: string): boolean {
    if (!this.#isFreeWord(option)) return false
    this.#words.add(unmarkedWordKey(option))
    this.#add(option)
    return true
  }

  #add(option: string): void {
    this.#taken.add(wordKey(option))
    this.#chosen.push(option)
  }
}

function sidesOf(word: Word, direction: Direction): { prompt: string; answer: string } {
  return direction === 'de-hr'
    ? { prompt: word.german, answer: word.croatian }
    : { prompt: word.croatian, answer: word.german }
}

/**
 * Every meaning that would also be right: the answers of all words that share a meaning with the
 * prompt, so that equal German words with different Croatian ones never make two right answers (D6).
 */
function rightMeanings(
  word: Word,
  direction: Direction,
  vocabulary: readonly Word[],
): readonly string[] {
  const asked = keysOf(meaningsOf(sidesOf(word, direction).prompt), unmarkedWordKey)
  return [word, ...vocabulary].flatMap((other) => {
    const { prompt, answer } = sidesOf(other, direction)
    return haveCommon(keysOf(meaningsOf(prompt), unmarkedWordKey), asked) ? meaningsOf(answer) : []
  })
}

/** A field as a whole and each of its parts: `bok, zdravo` means `bok` as well. */
function meaningsOf(field: string): readonly string[] {
  const parts = field.split(/[,;/|]/u).filter((part) => wordKey(part) !== '')
  return [field, ...parts]
}

function keysOf(texts: readonly string[], key: (text: string) => string): Set<string> {
  return new Set(texts.map(key))
}

/** `Set.prototype.isDisjointFrom` is missing in Node 20. */
function haveCommon(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return [...one].some((key) => other.has(key))
}
