import type { PartnerId } from '../../../domain/ids.ts'
import { reactionEmoji, type ReactionEmoji } from '../../../domain/reaction.ts'
import type { ShownReaction } from '../../replica/journal.ts'
import { emojiLabels, reactionTexts } from './reactions-texts.ts'

/** An emoji with those who chose it. */
export type ReactionGroup = ReturnType<typeof groupsOf>[number]

/** My emoji as one word, comparable: in the order of D18, separated by spaces. */
export function mineOf(reactions: readonly ShownReaction[], me: PartnerId): string {
  const mine = reactions.filter((one) => one.userId === me).map((one) => one.emoji)
  return wordOf(new Set(mine))
}

/** True when the word of `mineOf` holds the emoji. */
export function holds(mine: string, emoji: ReactionEmoji): boolean {
  return mine.split(' ').includes(emoji)
}

function wordOf(chosen: ReadonlySet<string>): string {
  return reactionEmoji.filter((emoji) => chosen.has(emoji)).join(' ')
}

/** The emoji that anyone chose, in the order of D18; mine are those of the word `mine`. */
export function groupsOf(reactions: readonly ShownReaction[], me: PartnerId, mine: string) {
  return reactionEmoji.flatMap((emoji) => {
    const isMine = holds(mine, emoji)
    const others = reactions.filter((one) => one.emoji === emoji && one.userId !== me)
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
