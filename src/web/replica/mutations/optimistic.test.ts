import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { writtenEntry, type Entry } from '../../../domain/entry.ts'
import type { EntryId, PartnerId, QuoteLikeId } from '../../../domain/ids.ts'
import type { Reaction } from '../../../domain/table-schemas.ts'
import { at, createEntry } from '../memory/test-journal.ts'
import { optimistic, optimisticRow } from './optimistic.ts'
import type { Mutation } from './registry.ts'

const me = 'me' as PartnerId
const entryId = 'entry' as EntryId
const shownEntry = (held: Entry | undefined, mutations: readonly Mutation[]) =>
  optimisticRow('entries', entryId, held, mutations, me)

const text = fc.record({
  category: fc.constantFrom('ideen' as const, 'gedanken' as const),
  content: fc.string(),
  isPrivate: fc.boolean(),
  scheduledDate: fc.constant(null),
})
const row: fc.Arbitrary<Entry> = fc
  .tuple(text, fc.record({ completed: fc.boolean(), editVersion: fc.nat() }))
  .map(([edit, fields]) => {
    const made = { id: entryId, userId: me, createdAt: at(0) }
    return { ...writtenEntry(edit, made), updatedAt: at(1), ...fields }
  })
const mutation: fc.Arbitrary<Mutation> = fc.oneof(
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
  it('is the last pending text and state, whichever echo the server sends', () => {
    fc.assert(
      fc.property(row, row, fc.array(mutation), (before, echo, mutations) => {
        const last = mutations.filter((one) => one.action === 'edit-entry').at(-1)
        const toggle = mutations.filter((one) => one.action === 'toggle-completed').at(-1)
        for (const held of [before, echo]) {
          const shown = shownEntry(held, mutations)
          expect(shown?.content).toBe(last?.edit.content ?? held.content)
          const completed = toggle === undefined ? held.completed : toggle.completedAt !== null
          expect(shown?.completed).toBe(completed)
          expect(shown?.editVersion).toBe(held.editVersion)
        }
      }),
    )
  })

  it('is the server’s row where nothing is pending, nothing while a deletion is, and never a row the server does not show', () => {
    fc.assert(
      fc.property(row, fc.array(mutation), (held, mutations) => {
        const deletion = { action: 'delete-entry', entryId } as const
        expect(shownEntry(held, [])).toEqual(held)
        expect(shownEntry(held, [...mutations, deletion])).toBeUndefined()
        expect(shownEntry(undefined, mutations)).toBeUndefined()
      }),
    )
  })

  it('is the same for a pending creation before and after its row has arrived', () => {
    fc.assert(
      fc.property(row, text, (held, edit) => {
        const create = createEntry(0, { entryId, edit })
        expect(shownEntry(undefined, [create])).toMatchObject({ ...edit, completed: false })
        expect(shownEntry(held, [create])).toEqual(held)
      }),
    )
  })
})

it('reactions are shown once each, in the state last wanted', () => {
  fc.assert(
    fc.property(fc.array(mutation), (mutations) => {
      const shown = optimistic('reactions', [], mutations, me).map((reaction) => reaction.emoji)
      for (const emoji of ['🔥', '🐱']) {
        const last = mutations.filter((one) => 'emoji' in one && one.emoji === emoji).at(-1)
        const wanted = last?.action === 'add-reaction' ? 1 : 0
        expect(shown.filter((one) => one === emoji)).toHaveLength(wanted)
      }
    }),
  )
})

it('the read marker never goes back', () => {
  const move = (day: number) => ({ action: 'last-look', seenUntil: at(day) }) as const
  const held = { id: me, seenUntil: at(5), updatedAt: at(6) }
  const shown = (mutations: readonly Mutation[], row?: typeof held) =>
    optimisticRow('last_looks', me, row, mutations, me)
  expect(shown([move(3), move(9), move(7)], held)).toEqual({ ...held, seenUntil: at(9) })
  expect(shown([move(3)], held)).toBe(held)
  expect(shown([])).toBeUndefined()
})

describe('the likes shown', () => {
  const quote = { text: 'Worte', author: 'A' }
  const times = { createdAt: at(1), updatedAt: at(1) }
  const kept = { id: 'kept id' as QuoteLikeId, userId: me, ...quote, ...times }
  const other = { ...kept, id: 'theirs' as QuoteLikeId, userId: 'partner' as PartnerId }
  const about = { likeId: 'made here' as QuoteLikeId, quote }
  const like: Mutation = { action: 'like-quote', ...about, createdAt: at(9) }
  const unlike: Mutation = { action: 'unlike-quote', ...about }

  it('lose one’s own at once, also if the server’s row has another id, and never the partner’s', () => {
    expect(optimistic('quote_likes', [kept, other], [unlike], me)).toEqual([other])
  })

  it('hold a person’s like of a quote once, also if the server’s row has another id', () => {
    expect(optimistic('quote_likes', [kept], [like], me)).toEqual([kept])
    const shown = optimistic('quote_likes', [kept], [unlike, like], me)
    expect(shown).toMatchObject([{ id: 'made here' }])
  })
})
