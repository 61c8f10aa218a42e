import { expect, it } from 'vitest'
import type { ReviewId, WordsHash } from '../../../domain/ids.ts'
import { at, createEntry, idOf, journalWith, queued } from '../memory/test-journal.ts'
import { giveNewId } from '../outbox/new-id.ts'
import { queueOf } from '../store/queue.ts'
import { nextOf } from '../outbox/retry-state.ts'
import type { Mutation } from './registry.ts'

const entryId = idOf(1)
const review: Mutation = {
  action: 'add-review',
  reviewId: 'review' as ReviewId,
  entryId,
  direction: 'de-hr',
  grade: 3,
  wordsHash: 'hash' as WordsHash,
  createdAt: at(2),
}

const [first, second] = queued(createEntry(1), review)

it('a review waits until its word was sent, which the server may fail on for a while', () => {
  const parked = { ...first, trouble: { kind: 'set-aside', again: false } } as const
  expect(nextOf([parked, second])).toBeUndefined()
  expect(nextOf([first, second])).toBe(first)
  expect(nextOf([second])).toBe(second)
})

it('a review follows its word to another id', () => {
  const memory = journalWith([])
  memory.change((rows) => {
    for (const one of [first, second]) rows.put('outbox', one)
    giveNewId(rows, first, idOf(2))
    expect(queueOf(rows).map(({ mutation }) => mutation)).toMatchObject([
      { entryId: idOf(2) },
      { reviewId: 'review', entryId: idOf(2) },
    ])
  })
})
