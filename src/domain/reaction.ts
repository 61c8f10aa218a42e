import { derivedId, type EntryId, type PartnerId, type ReactionId } from './ids.ts'

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

/** Fixed forever: another namespace would give the same reaction a second id. */
const reactionNamespace = 'a7d73c9e-f128-4032-918f-9d114cca834a'

/** The id of a reaction, the same on every device (UUID v5 of entry, person and emoji, D15). */
export function reactionId(entryId: EntryId, userId: PartnerId, emoji: ReactionEmoji): ReactionId {
  return derivedId(reactionNamespace, `${entryId} ${userId} ${emoji}`)
}
