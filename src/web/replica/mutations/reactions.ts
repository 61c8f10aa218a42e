import type { EntryId } from '../../../domain/ids.ts'
import { reactionId, type ReactionEmoji } from '../../../domain/reaction.ts'
import { keyedRows } from './keyed-rows.ts'

interface ReactionKey {
  readonly entryId: EntryId
  readonly emoji: ReactionEmoji
}

export const reactions = keyedRows({
  table: 'reactions',
  actions: ['add-reaction', 'remove-reaction'],
  idField: 'reactionId',
  idOf: ({ entryId, emoji }: ReactionKey, me) => reactionId(entryId, me, emoji),
  aggregateId: ({ entryId }) => entryId,
  fieldsOf: ({ entryId, emoji }) => ({ entryId, emoji }),
  rowOf: ({ entryId, emoji }, own) => ({ ...own, entryId, emoji, visibleSince: own.createdAt }),
})
