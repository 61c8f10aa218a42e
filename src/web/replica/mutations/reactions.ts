import type { EntryId } from '../../../domain/ids.ts'
import { reactionId, type ReactionEmoji } from '../../../domain/reaction.ts'
import { keyedRows } from './keyed-rows.ts'
import { reactionKey } from './row-keys.ts'

interface ReactionKey {
  readonly entryId: EntryId
  readonly emoji: ReactionEmoji
}

export const reactions = keyedRows({
  table: 'reactions',
  actions: ['add-reaction', 'remove-reaction'],
  idField: 'reactionId',
  idOf: ({ entryId, emoji }: ReactionKey, me) => reactionId(entryId, me, emoji),
  rowKey: ({ entryId, emoji }, me) => reactionKey(entryId, me, emoji),
  aggregateId: ({ entryId }) => entryId,
  rowOf: ({ entryId, emoji }, own) => ({ ...own, entryId, emoji, visibleSince: own.createdAt }),
  insert: async (calls, row) => calls.insertReaction(row),
  read: async (calls, { entryId, emoji }) => calls.readReaction(entryId, emoji),
  delete: async (calls, { entryId, emoji }) => calls.deleteReaction(entryId, emoji),
})
