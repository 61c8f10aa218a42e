import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ReactionId, ReplyId, ReviewId, WordsHash } from '../../../domain/ids.ts'
import { quoteLikeId } from '../../../domain/quote.ts'
import { reactionId } from '../../../domain/reaction.ts'
import type { RowOf } from '../../../domain/table-schemas.ts'
import type { MutableTable } from '../mutations/kind.ts'
import { optimistic } from '../mutations/optimistic.ts'
import type { Mutation } from '../mutations/registry.ts'
import { inOrder } from './pending.ts'
import type { JournalMemory } from './journal-memory.ts'
import { isLargePart } from './tables.ts'
import {
  at,
  createEntry,
  entryOn,
  idOf,
  journalWith,
  me,
  note,
  reactionTo,
  replyTo,
} from './test-journal.ts'
import type { Transaction } from './transaction.ts'

const days = [1, 2, 3]
const edit = note('neu')
const partTables = ['reactions', 'replies', 'reviews'] as const

/** Own writes about the entry of a day. */
function mutationsOn(day: number): readonly Mutation[] {
  const about = { entryId: idOf(day), replyId: `reply ${day}` as ReplyId }
  const word = { direction: 'de-hr', grade: 3, wordsHash: 'hash' as WordsHash } as const
  const ownReactionId = reactionId(idOf(day), me, '👍')
  const reaction = { entryId: idOf(day), reactionId: ownReactionId, emoji: '👍' } as const
  const quote = { text: `Spruch ${day}`, author: 'wer' }
  const like = { quote, likeId: quoteLikeId(me, quote) }
  const createdAt = at(day)
  return [
    createEntry(day, { edit }),
    { action: 'edit-entry', entryId: idOf(day), edit, baseVersion: 1 },
    { action: 'toggle-completed', entryId: idOf(day), completedAt: at(9) },
    { action: 'delete-entry', entryId: idOf(day) },
    { action: 'add-reaction', ...reaction, createdAt },
    { action: 'remove-reaction', ...reaction },
    { action: 'create-reply', ...about, content: 'eigene', createdAt },
    { action: 'delete-reply', ...about },
    { action: 'add-review', reviewId: `own ${day}` as ReviewId, ...about, ...word, createdAt },
    { action: 'like-quote', ...like, createdAt },
    { action: 'unlike-quote', ...like },
  ]
}

type Step = (rows: Transaction) => void

/** Rows of the server come, change and go; own writes wait, in some order, and are answered. */
const step = fc
  .record({
    day: fc.constantFrom(...days),
    version: fc.integer({ min: 1, max: 4 }),
    kind: fc.nat({ max: 8 }),
    which: fc.nat({ max: 10 }),
  })
  .map(({ day, version, kind, which }): Step => {
    const changes = { content: `Text ${version}`, updatedAt: at(version) }
    const own = { userId: me, emoji: '👍' as const, updatedAt: at(version) }
    const steps: readonly Step[] = [
      (rows) => rows.put('entries', entryOn(day, { ...changes, createdAt: at(version) })),
      (rows) => rows.remove('entries', idOf(day)),
      (rows) => rows.put('reactions', reactionTo(day, { updatedAt: at(version) })),
      // The server may have given my reaction another id than the one that is derived here.
      (rows) => {
        const id = which > 5 ? reactionId(idOf(day), me, '👍') : (`another ${day}` as ReactionId)
        rows.put('reactions', reactionTo(day, { ...own, id }))
      },
      (rows) => rows.put('replies', replyTo(day, changes)),
      (rows) => rows.remove('replies', replyTo(day).id),
      (rows) => {
        const mutation = mutationsOn(day)[which]
        const seq = rows.size('outbox') + version
        if (mutation !== undefined)
          rows.put('outbox', { id: `${seq} ${day} ${which}`, seq, mutation })
      },
      (rows) => {
        const [first] = inOrder(rows.all('outbox'))
        if (first !== undefined) rows.remove('outbox', first.id)
      },
      (rows) => {
        const deleted =
          which < 5 ? { entryId: idOf(day) } : { entryId: replyTo(day).id, replyTo: idOf(day) }
        if (rows.get('deletions', deleted.entryId) !== undefined)
          rows.remove('deletions', deleted.entryId)
        else rows.put('deletions', { ...deleted, due: 0 })
      },
    ]
    return (rows) => steps[kind]?.(rows)
  })

/** All rows of a table computed once more from what is stored, without what screens do not show. */
function naive<Name extends MutableTable>(memory: JournalMemory, name: Name) {
  const stored: readonly unknown[] = memory.change((rows) =>
    isLargePart(name) ? days.flatMap((day) => rows.ofEntry(name, idOf(day))) : rows.all(name),
  ).value
  const mutations = memory.state().queue.map(({ mutation }) => mutation)
  const rows = optimistic(name, stored as readonly RowOf<Name>[], mutations, me)
  return shownOf(rows.filter(({ id }) => !memory.state().waitingDeletions.has(id)))
}

function shownOf<Row extends { readonly id: string }>(rows: readonly Row[]) {
  return rows
    .map((row) => ({ ...row, updatedAt: undefined }))
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

it('shows what a computation of all rows would, and leaves the others the identical objects', () => {
  const turn = fc.array(step, { minLength: 1, maxLength: 3 })
  fc.assert(
    fc.property(fc.array(turn, { maxLength: 30 }), (turns) => {
      const memory = journalWith([])
      const groups = () => [
        ...days.flatMap((day) => partTables.map((name) => memory.shown.of(name, idOf(day)))),
        memory.shown.all('quote_likes'),
        ...days.map((day) => memory.shown.get('entries', idOf(day))),
      ]
      let before = groups()
      for (const turn of turns) {
        memory.change((rows) => turn.forEach((one) => one(rows)))
        const entries = days.flatMap((day) => memory.shown.get('entries', idOf(day)) ?? [])
        expect(shownOf(entries)).toEqual(naive(memory, 'entries'))
        for (const name of partTables) {
          const shown = days.flatMap((day) => memory.shown.of(name, idOf(day)))
          expect(shownOf(shown)).toEqual(naive(memory, name))
        }
        expect(shownOf(memory.shown.all('quote_likes'))).toEqual(naive(memory, 'quote_likes'))
        const after = groups()
        const isSame = after.map(
          (group, at) => JSON.stringify(group) === JSON.stringify(before[at]),
        )
        expect(after.filter((group, at) => isSame[at] && group !== before[at])).toEqual([])
        before = after
      }
    }),
  )
})
