import type { EntryId, Instant, PartnerId, ReactionId } from './ids.ts'

/** The 15 allowed emoji, these code points, in this order (D18). */
export const reactionEmoji = [
  '❤️',
  '😊',
  '🥰',
  '😂',
  '😢',
  '🎉',
  '👍',
  '👎',
  '✅',
  '😎',
  '🐱',
  '🔥',
  '❗',
  '⏰',
  '👀',
] as const
export type ReactionEmoji = (typeof reactionEmoji)[number]

export interface Reaction {
  readonly id: ReactionId
  readonly entryId: EntryId
  readonly userId: PartnerId
  readonly emoji: ReactionEmoji
  readonly visibleSince: Instant
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

/** True for one of the 15 emoji, compared by code points. */
export function isReactionEmoji(text: string): text is ReactionEmoji {
  return (reactionEmoji as readonly string[]).includes(text)
}
