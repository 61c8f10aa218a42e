import type { ReactionEmoji } from '../../../domain/reaction.ts'

/** How each emoji is called aloud, in the order of D18. */
export const emojiLabels: Readonly<Record<ReactionEmoji, string>> = {
  '❤️': 'Herz',
  '😊': 'Lächeln',
  '🥰': 'Verliebt',
  '😂': 'Lachen',
  '😢': 'Weinen',
  '🎉': 'Party',
  '👍': 'Daumen hoch',
  '👎': 'Daumen runter',
  '✅': 'Häkchen',
  '😎': 'Sonnenbrille',
  '🐱': 'Katze',
  '🔥': 'Feuer',
  '❗': 'Ausrufezeichen',
  '⏰': 'Wecker',
  '👀': 'Augen',
}

export const reactionTexts = {
  add: 'Reagieren',
  title: 'Reaktionen',
  grid: 'Reaktion wählen',
  you: 'Du',
  unknown: 'Unbekannt',
  and: (first: string, last: string) => `${first} und ${last}`,
  chip: (label: string, count: number, names: string) => `${label}: ${count}, ${names}`,
} as const

/** The words after the server rejected a reaction (docs/behaviour/reactions.md). */
export const reactionRejectionTexts = {
  'add-reaction': { title: 'Fehler beim Hinzufügen der Reaktion' },
  'remove-reaction': { title: 'Fehler beim Entfernen der Reaktion' },
} as const
