import { describe, expect, it } from 'vitest'
import type { EntryId, Instant, PartnerId } from '../../../domain/ids.ts'
import { reactionId, type ReactionEmoji } from '../../../domain/reaction.ts'
import type { ShownReaction } from '../../replica/journal.ts'
import { groupsOf } from './reaction-groups.ts'

const me = '11111111-1111-4111-8111-111111111111' as PartnerId
const partner = '22222222-2222-4222-8222-222222222222' as PartnerId
const entry = '33333333-3333-4333-8333-333333333333' as EntryId

const createdAt = '2026-03-02T10:00:00.000000Z' as Instant

function reaction(userId: PartnerId, emoji: ReactionEmoji, name?: string): ShownReaction {
  return { id: reactionId(entry, userId, emoji), userId, emoji, name, createdAt }
}

describe('groupsOf', () => {
  it('counts each emoji once, in the order of the grid, and calls me "Du"', () => {
    const reactions = [
      reaction(partner, '🔥', 'Željka'),
      reaction(me, '❤️', 'Jonas'),
      reaction(partner, '❤️', 'Željka'),
    ]
    expect(groupsOf(reactions, me)).toEqual([
      { emoji: '❤️', label: 'Herz', count: 2, isMine: true, names: 'Du und Željka' },
      { emoji: '🔥', label: 'Feuer', count: 1, isMine: false, names: 'Željka' },
    ])
  })

  it('says "Unbekannt" where the name is missing', () => {
    expect(groupsOf([reaction(partner, '😂')], me)[0]?.names).toBe('Unbekannt')
  })
})
