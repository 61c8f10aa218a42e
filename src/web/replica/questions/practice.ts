import type { Entry } from '../../../domain/entry.ts'
import type { Review } from '../../../domain/practice/review.ts'
import { isAheadOf, scheduleOf } from '../../../domain/practice/scheduler.ts'
import type { PracticeCard } from '../../../domain/practice/today.ts'
import { wordsHash } from '../../../domain/practice/words-hash.ts'
import { directions } from '../../../domain/translation.ts'
import { vocabularyOf } from '../../../domain/quiz/vocabulary.ts'
import type { RowReader } from '../memory/journal-rows.ts'
import type { JournalState } from '../memory/journal-state.ts'
import { isTranslation } from './list.ts'

interface Known {
  readonly reviews: readonly Review[]
  readonly cards: readonly PracticeCard[]
}

/**
 * The cards of each translation, as its reviews have made them: ten years of reviews take a quarter of a second. They
 * are freed with the translation, and computed again once one of its reviews is another.
 */
const known = new WeakMap<Entry, Known>()

/**
 * Both cards of each translation, newest first; it can be left after each of them, so that input and drawing go first.
 *
 * @param now milliseconds since 1970
 */
export function* practiceCards(
  { entries }: Pick<JournalState, 'entries'>,
  rows: RowReader,
  now: number,
): Generator<undefined, readonly PracticeCard[]> {
  const cards: PracticeCard[] = []
  for (const { id } of entries.list) {
    const entry = rows.get('entries', id)
    if (entry === undefined || !isTranslation(entry)) continue
    cards.push(...cardsOf(entry, rows.of('reviews', id), now))
    yield
  }
  return cards
}

function cardsOf(entry: Entry, reviews: readonly Review[], now: number): readonly PracticeCard[] {
  const before = known.get(entry)
  if (before?.reviews === reviews) return before.cards
  const cards = computeCards(entry, reviews, now)
  if (isAheadOf(reviews, now)) known.delete(entry)
  else known.set(entry, { reviews, cards })
  return cards
}

function computeCards(
  entry: Entry,
  reviews: readonly Review[],
  now: number,
): readonly PracticeCard[] {
  return vocabularyOf([entry]).flatMap((word) => {
    const hash = wordsHash(word)
    const ofWord = reviews.filter((review) => review.wordsHash === hash)
    return directions.map((direction) => {
      const schedule = scheduleOf(
        ofWord.filter((review) => review.direction === direction),
        now,
      )
      return { ...word, direction, wordsHash: hash, createdAt: entry.createdAt, schedule }
    })
  })
}
