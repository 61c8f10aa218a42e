import { markedText } from '../fold.ts'

/** From this value on two words count as similar. */
export const similarEnough = 0.35

/** How much each likeness counts; the sum is 1 (docs/behaviour/quiz.md). */
const shares = {
  editDistance: 0.35,
  sharedLetters: 0.25,
  length: 0.2,
  firstLetter: 0.1,
  lastLetter: 0.1,
}

/**
 * How similar two words are, from 0 to 1 (equal except for case), by length, first and last letter,
 * shared letters and edit distance. Symmetric.
 */
export function similarity(one: string, other: string): number {
  const a = Array.from(markedText(one))
  const b = Array.from(markedText(other))
  const longest = Math.max(a.length, b.length)
  if (longest === 0) return 1
  return (
    shares.editDistance * (1 - editDistance(a, b) / longest) +
    shares.sharedLetters * (sharedLetters(a, b) / longest) +
    shares.length * (Math.min(a.length, b.length) / longest) +
    shares.firstLetter * Number(a[0] === b[0]) +
    shares.lastLetter * Number(a.at(-1) === b.at(-1))
  )
}

/** The candidates similar enough to `word`, most similar first. Equal ones keep their order. */
export function similarTo(word: string, candidates: readonly string[]): readonly string[] {
  return candidates
    .map((candidate) => ({ candidate, score: similarity(word, candidate) }))
    .filter(({ score }) => score >= similarEnough)
    .sort((one, other) => other.score - one.score)
    .map(({ candidate }) => candidate)
}

/** Letters the two have in common, each counted as often as it occurs in both. */
function sharedLetters(a: readonly string[], b: readonly string[]): number {
  const rest = [...b]
  return a.filter((letter) => {
    const index = rest.indexOf(letter)
    if (index !== -1) rest.splice(index, 1)
    return index !== -1
  }).length
}

/** Levenshtein: fewest insertions, deletions and replacements of code points. */
export function editDistance(a: readonly string[], b: readonly string[]): number {
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column)
  a.forEach((letter, row) => {
    const current = [row + 1]
    b.forEach((otherLetter, column) => {
      const replaced = (previous[column] ?? 0) + Number(letter !== otherLetter)
      const removed = (previous[column + 1] ?? 0) + 1
      current.push(Math.min(replaced, removed, (current[column] ?? 0) + 1))
    })
    previous = current
  })
  return previous[b.length] ?? 0
}
