import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { Entry } from '../../../domain/entry.ts'
import {
  instantFromMilliseconds,
  type EntryId,
  type PartnerId,
  type QuoteLikeId,
} from '../../../domain/ids.ts'
import type { Reaction } from '../../../domain/reaction.ts'
import type { Operation } from './operation.ts'
import { overlayEntry, overlayLastLook, overlayLikes, overlayReactions } from './optimistic.ts'

const me = 'me' as PartnerId
const entryId = 'entry' as EntryId
const at = (milliseconds: number) => instantFromMilliseconds(milliseconds)

const text = fc.record({
  category: fc.constantFrom('ideen' as const, 'gedanken' as const),
  content: fc.string(),
  isPrivate: fc.boolean(),
  scheduledDate: fc.constant(null),
})
const row: fc.Arbitrary<Entry> = fc.record({
  id: fc.constant(entryId),
  userId: fc.constant(me),
  category: fc.constantFrom('ideen' as const, 'gedanken' as const),
  content: fc.string(),
  completed: fc.boolean(),
  completedAt: fc.constant(null),
  isPrivate: fc.boolean(),
  scheduledDate: fc.constant(null),
  createdAt: fc.constant(at(0)),
  visibleSince: fc.constant(at(0)),
  editVersion: fc.nat(),
  updatedAt: fc.constant(at(1)),
})
const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({
    action: fc.constant('edit-entry' as const),
    entryId: fc.constant(entryId),
    edit: text,
    baseVersion: fc.constant(1),
  }),
  fc.record({
    action: fc.constant('toggle-completed' as const),
    entryId: fc.constant(entryId),
    completedAt: fc.constantFrom(null, at(5)),
  }),
  fc.record({
    action: fc.constantFrom('add-reaction' as const, 'remove-reaction' as const),
    entryId: fc.constant(entryId),
    reactionId: fc.constantFrom('r1', 'r2').map((id) => id as Reaction['id']),
    emoji: fc.constantFrom('🔥' as const, '🐱' as const),
    createdAt: fc.constant(at(9)),
  }),
)

describe('what is shown of an entry', () => {
  it('is the server row where nothing is pending', () => {
    fc.assert(
      fc.property(row, (held) => {
        expect(overlayEntry(held, [], me)).toEqual(held)
      }),
    )
  })

  it('is the last pending text and state, whatever an echo of the server says', () => {
    fc.assert(
      fc.property(row, row, fc.array(operation), (before, echo, operations) => {
        const last = operations.filter((one) => one.action === 'edit-entry').at(-1)
        const toggle = operations.filter((one) => one.action === 'toggle-completed').at(-1)
        for (const held of [before, echo]) {
          const shown = overlayEntry(held, operations, me)
          expect(shown?.content).toBe(last?.edit.content ?? held.content)
          const completed = toggle === undefined ? held.completed : toggle.completedAt !== null
          expect(shown?.completed).toBe(completed)
          expect(shown?.editVersion).toBe(held.editVersion)
        }
      }),
    )
  })

  it('is nothing while a deletion is pending, and never a row the server does not show', () => {
    fc.assert(
      fc.property(row, fc.array(operation), (held, operations) => {
        const deletion = { action: 'delete-entry', entryId } as const
        expect(overlayEntry(held, [...operations, deletion], me)).toBeUndefined()
        expect(overlayEntry(undefined, operations, me)).toBeUndefined()
      }),
    )
  })

  it('is the same for a pending creation before and after its row has arrived', () => {
    fc.assert(
      fc.property(row, text, (held, edit) => {
        const create = {
          action: 'create-entry',
          entryId,
          edit,
          createdAt: at(0),
          automatic: false,
        } as const
        expect(overlayEntry(undefined, [create], me)).toMatchObject({ ...edit, completed: false })
        expect(overlayEntry(held, [create], me)).toEqual(held)
      }),
    )
  })
})

describe('what is shown of reactions', () => {
  it('has each reaction once, in the state last wanted', () => {
    fc.assert(
      fc.property(fc.array(operation), (operations) => {
        const shown = overlayReactions([], operations, me).map((reaction) => reaction.emoji)
        for (const emoji of ['🔥', '🐱']) {
          const last = operations.filter((one) => 'emoji' in one && one.emoji === emoji).at(-1)
          const wanted = last?.action === 'add-reaction' ? 1 : 0
          expect(shown.filter((one) => one === emoji)).toHaveLength(wanted)
        }
      }),
    )
  })
})

describe('the last look', () => {
  it('never goes back', () => {
    const look = (milliseconds: number) =>
      ({ action: 'last-look', seenUntil: at(milliseconds) }) as const
    expect(overlayLastLook(at(5), [look(3), look(9), look(7)])).toBe(at(9))
    expect(overlayLastLook(undefined, [])).toBeUndefined()
  })
})

describe('the likes shown', () => {
  const quote = { text: 'Worte', author: 'A' }
  const like = (id: string, userId = me) => ({
    id: id as QuoteLikeId,
    userId,
    ...quote,
    createdAt: at(1),
    updatedAt: at(1),
  })
  const other = like('theirs', 'partner' as PartnerId)
  const change = (action: 'like-quote' | 'unlike-quote'): Operation =>
    action === 'like-quote'
      ? { action, likeId: 'made here' as QuoteLikeId, quote, createdAt: at(9) }
      : { action, likeId: 'made here' as QuoteLikeId, quote }

  it('lose one’s own at once, whatever id the server’s row has, and never the partner’s', () => {
    expect(overlayLikes([like('kept id'), other], [change('unlike-quote')], me)).toEqual([other])
  })

  it('hold a person’s like of a quote once, whatever id the server’s row has', () => {
    expect(overlayLikes([like('kept id')], [change('like-quote')], me)).toEqual([like('kept id')])
    const operations = [change('unlike-quote'), change('like-quote')]
    expect(overlayLikes([like('kept id')], operations, me)).toMatchObject([{ id: 'made here' }])
  })
})
