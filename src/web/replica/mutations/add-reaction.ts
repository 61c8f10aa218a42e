import type { EntryId, Instant, ReactionId } from '../../../domain/ids.ts'
import type { ReactionEmoji } from '../../../domain/reaction.ts'
import { aboutReaction } from './about-reaction.ts'
import { resultOfKeyedInsert } from './insert-result.ts'
import type { MutationKind } from './kind.ts'
import { newReactionId } from './new-ids.ts'

export interface AddReaction {
  readonly action: 'add-reaction'
  readonly entryId: EntryId
  readonly reactionId: ReactionId
  readonly emoji: ReactionEmoji
  /** By the device's clock. */
  readonly createdAt: Instant
}

export const addReaction: MutationKind<AddReaction, 'reactions'> = {
  ...aboutReaction,
  action: 'add-reaction',
  apply: (row, { reactionId: id, entryId, emoji, createdAt }, me) =>
    row ?? {
      id,
      entryId,
      userId: me,
      emoji,
      createdAt,
      visibleSince: createdAt,
      updatedAt: createdAt,
    },
  send: async (calls, { reactionId: id, entryId, emoji, createdAt }) =>
    resultOfKeyedInsert(
      'reactions',
      calls.insertReaction({ id, entryId, emoji, createdAt }),
      async () => calls.readReaction(entryId, emoji),
      newReactionId,
    ),
  insertedId: ({ reactionId: id }) => id,
}
