import type { PartnerId } from '../../../domain/ids.ts'
import { reactionEmoji, type ReactionEmoji } from '../../../domain/reaction.ts'
import type { ShownReaction } from '../../replica/journal.ts'
import { emojiLabels, reactionTexts } from './reactions-texts.ts'

/** An emoji with those who chose it. */
export type ReactionGroup = ReturnType<typeof groupsOf>[number]

/** True for an emoji that I chose. */
export function isMine(groups: readonly ReactionGroup[], emoji: ReactionEmoji): boolean {
  return groups.some((group) => group.emoji === emoji && group.isMine)
}

/** The emoji that anyone chose, in the order of D18. */
export function groupsOf(reactions: readonly ShownReaction[], me: PartnerId) {
  return reactionEmoji.flatMap((emoji) => {
    const chosen = reactions.filter((one) => one.emoji === emoji)
    const others = chosen.filter((one) => one.userId !== me)
    const isMine = others.length < chosen.length
    const names = others.map((one) => one.name ?? reactionTexts.unknown)
    if (isMine) names.unshift(reactionTexts.you)
    if (names.length === 0) return []
    const group = { emoji, label: emojiLabels[emoji], count: names.length, isMine }
    return [{ ...group, names: namesOf(names) }]
  })
}

/** "Du", "Željka" or "Du und Željka". */
function namesOf(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : reactionTexts.and(names.slice(0, -1).join(', '), last)
}
