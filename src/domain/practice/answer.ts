import { foldText } from '../fold.ts'
import { isInvisible, normalise } from '../text.ts'
import { answerKey } from './words-hash.ts'

/** `different`: right, but not as the word is written. */
export type Verdict = 'exact' | 'different' | 'wrong'

/** What an answer is worth; an empty one is wrong. */
export function judge(answer: string, expected: string): Verdict {
  if (isInvisible(answer) || answerKey(answer) !== answerKey(expected)) return 'wrong'
  return normalise(answer) === normalise(expected) ? 'exact' : 'different'
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

/** What is read as one character: a letter with its marks, an emoji with its joiners. */
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
