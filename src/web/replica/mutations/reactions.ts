import type { EntryId, Instant, PartnerId, ReactionId } from '../../../domain/ids.ts'
import { type ReactionEmoji, reactionId } from '../../../domain/reaction.ts'
import type { Reaction } from '../../../domain/table-schemas.ts'
import { resultOfKeyedInsert } from './insert-result.ts'
import type { AnyMutation, IdChange, MutationKind } from './kind.ts'
import { newReactionId } from './new-ids.ts'
import { reactionKey } from './row-keys.ts'
import { resultOfDeletion } from './send-result.ts'

interface AboutReaction extends AnyMutation {
  readonly entryId: EntryId
  readonly reactionId: ReactionId
  readonly emoji: ReactionEmoji
}

/** What giving a reaction and taking it back share. */
const aboutReaction = {
  table: 'reactions',
  rowKey: ({ entryId, emoji }: AboutReaction, me: PartnerId) => reactionKey(entryId, me, emoji),
  aggregateId: ({ entryId }: AboutReaction) => entryId,
  merge: <Mutation extends AboutReaction>(before: AnyMutation, mutation: Mutation) =>
    isAboutReaction(before) && before.emoji === mutation.emoji ? mutation : undefined,
  basedOn: <Mutation extends AboutReaction>(mutation: Mutation, row: Reaction | undefined) =>
    row === undefined ? mutation : { ...mutation, reactionId: row.id },
  withId<Mutation extends AboutReaction>(
    mutation: Mutation,
    { from, to }: IdChange,
    me: PartnerId,
  ): Mutation {
    if (mutation.reactionId === from) return { ...mutation, reactionId: to as ReactionId }
    if (mutation.entryId !== from) return mutation
    const entryId = to as EntryId
    return { ...mutation, entryId, reactionId: reactionId(entryId, me, mutation.emoji) }
  },
} as const

function isAboutReaction(mutation: AnyMutation): mutation is AboutReaction {
  return mutation.action === 'add-reaction' || mutation.action === 'remove-reaction'
}

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

export interface RemoveReaction {
  readonly action: 'remove-reaction'
  readonly entryId: EntryId
  readonly reactionId: ReactionId
  readonly emoji: ReactionEmoji
}

export const removeReaction: MutationKind<RemoveReaction, 'reactions'> = {
  ...aboutReaction,
  action: 'remove-reaction',
  apply: () => undefined,
  send: async (calls, { reactionId, entryId, emoji }) =>
    resultOfDeletion('reactions', reactionId, calls.deleteReaction(entryId, emoji)),
}
