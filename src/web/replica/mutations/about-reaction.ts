import type { EntryId, PartnerId, ReactionId } from '../../../domain/ids.ts'
import { reactionId, type Reaction, type ReactionEmoji } from '../../../domain/reaction.ts'
import type { AnyMutation, IdChange } from './kind.ts'
import { reactionKey } from './row-keys.ts'

interface AboutReaction extends AnyMutation {
  readonly entryId: EntryId
  readonly reactionId: ReactionId
  readonly emoji: ReactionEmoji
}

/** What giving a reaction and taking it back share. */
export const aboutReaction = {
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
