import { foldText } from '../fold.ts'
import { wordKey } from '../quiz/word-key.ts'
import { isInvisible, normalise } from '../text.ts'
import type { Direction, Translation } from '../translation.ts'
import { formsOf, meaningsOf } from './meanings.ts'
import { answerKey } from './words-hash.ts'

/** A translation in one direction. */
export interface AskedWord extends Translation {
  readonly direction: Direction
}

/** The expected answer: the other side of the card. */
export function expectedOf({ direction, german, croatian }: AskedWord): string {
  return direction === 'de-hr' ? croatian : german
}

export function promptOf({ direction, german, croatian }: AskedWord): string {
  return direction === 'de-hr' ? german : croatian
}

/** `different`: right, but not as the word is written. */
export type Verdict = 'exact' | 'different' | 'wrong'

/** The result of judging an answer. */
export interface Judgement {
  readonly verdict: Verdict
  /** The right word that the answer is, as it is written; the card's own word where the answer is wrong. */
  readonly word: string
}

/** The right answers to a prompt, and the answers that are another card's word. */
export interface Answers {
  /** The card's own word. */
  readonly expected: string
  /** Every right way of writing; those of the card itself come first. */
  readonly right: readonly string[]
  /** Marked keys of the words of all other prompts. */
  readonly others: ReadonlySet<string>
}

/**
 * The right answers to a card: the meanings of its word and of the words of other cards with the same prompt. It
 * can be left after each word, so that input and drawing go first: thousands of them take a tenth of a second.
 *
 * @param words all cards; those of the other direction do not count, the asked one may be among them
 */
export function* answersOf(
  asked: AskedWord,
  words: readonly AskedWord[],
): Generator<undefined, Answers> {
  const expected = expectedOf(asked)
  const prompt = new Set(meaningsOf(promptOf(asked)).map(markedKey))
  const right = [...formsOf(expected)]
  const others = new Set<string>()
  for (const word of words) {
    if (word.direction !== asked.direction) continue
    const forms = formsOf(expectedOf(word))
    const isSamePrompt = formsOf(promptOf(word)).some((form) => prompt.has(markedKey(form)))
    if (isSamePrompt) right.push(...forms)
    else for (const form of forms) others.add(markedKey(form))
    yield
  }
  return { expected, right, others }
}

/**
 * Whether an answer is right: one of the right words, or several of them. Marks make no difference, but what is exactly
 * the word of a card with another prompt is wrong.
 */
export function judge(answer: string, answers: Answers): Judgement {
  const wrong: Judgement = { verdict: 'wrong', word: answers.expected }
  if (isInvisible(answer)) return wrong
  const whole = judgeMeaning(answer, answers)
  if (whole !== undefined) return whole
  const parts = answer.split(/[,;/|]/u).filter((part) => !isInvisible(part))
  const right = parts.flatMap((part) => judgeMeaning(part, answers) ?? [])
  if (right.length === 0 || right.length < parts.length) return wrong
  const isExact = right.every(({ verdict }) => verdict === 'exact')
  return {
    verdict: isExact ? 'exact' : 'different',
    word: right.map(({ word }) => word).join(', '),
  }
}

function judgeMeaning(answer: string, { right, others }: Answers): Judgement | undefined {
  const typed = normalise(answer)
  if (right.includes(typed)) return { verdict: 'exact', word: typed }
  const key = markedKey(answer)
  const unmarked = answerKey(answer)
  const spelled = right.find((word) => markedKey(word) === key)
  const word =
    spelled ?? (others.has(key) ? undefined : right.find((one) => isUnmarked(one, unmarked)))
  return word === undefined ? undefined : { verdict: 'different', word }
}

/** A key under which marks count, but no case, punctuation, spaces or brackets. */
function markedKey(text: string): string {
  const key = wordKey(text)
  return key.replace(/[()]/gu, '') || key
}

const spelledOut: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' }

/** True if a keyboard without the letters of the word may have written the key: `schon` or `schoen` for `schön`. */
function isUnmarked(word: string, key: string): boolean {
  if (answerKey(word) === key) return true
  return (
    answerKey(word.toLowerCase().replace(/[äöü]/gu, (letter) => spelledOut[letter] ?? '')) === key
  )
}

/** A part of a word, and whether the answer wrote it otherwise. */
export interface SpelledPart {
  readonly text: string
  readonly isDifferent: boolean
}

/** The right spelling in parts: what the answer lacks or wrote otherwise is different. */
export function spelledParts(answer: string, expected: string): readonly SpelledPart[] {
  const typed = charactersOf(answer)
  const right = charactersOf(expected)
  const same = inBoth(typed, right)
  const parts: SpelledPart[] = []
  for (const [index, text] of right.entries()) {
    const isDifferent = !same.has(index)
    const last = parts.at(-1)
    if (last?.isDifferent === isDifferent)
      parts[parts.length - 1] = { text: last.text + text, isDifferent }
    else parts.push({ text, isDifferent })
  }
  return parts
}

/** The characters of a text as a reader counts them: a letter with its marks, an emoji with its joiners. */
function charactersOf(text: string): readonly string[] {
  const whole = normalise(text)
  const { starts, ends } = foldText(whole)
  const places = [...new Set([0, ...starts, ...ends, whole.length])].sort(
    (one, other) => one - other,
  )
  return places.slice(1).map((end, index) => whole.slice(places[index], end))
}

/** The places in the second list of the longest sequence that both have. */
function inBoth(one: readonly string[], other: readonly string[]): ReadonlySet<number> {
  const lengths = Array.from({ length: one.length + 1 }, () =>
    Array.from({ length: other.length + 1 }, () => 0),
  )
  const lengthAt = (row: number, column: number) => lengths[row]?.[column] ?? 0
  for (let row = one.length - 1; row >= 0; row -= 1)
    for (let column = other.length - 1; column >= 0; column -= 1) {
      const longer = Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1))
      const line = lengths[row]
      if (line !== undefined)
        line[column] = one[row] === other[column] ? lengthAt(row + 1, column + 1) + 1 : longer
    }
  const places = new Set<number>()
  for (let row = 0, column = 0; row < one.length && column < other.length;) {
    if (one[row] === other[column]) {
      places.add(column)
      row += 1
      column += 1
    } else if (lengthAt(row + 1, column) >= lengthAt(row, column + 1)) row += 1
    else column += 1
  }
  return places
}
