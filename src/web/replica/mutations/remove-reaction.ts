import type { EntryId, ReactionId } from '../../../domain/ids.ts'
import type { ReactionEmoji } from '../../../domain/reaction.ts'
import { aboutReaction } from './about-reaction.ts'
import type { MutationKind } from './kind.ts'
import { resultOfDeletion } from './send-result.ts'

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
