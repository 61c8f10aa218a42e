import type { ReactionEmoji } from '../../../domain/reaction.ts'

export const newsTexts = {
  title: 'Neu für dich',
  button: (count: number) => (count === 0 ? 'Neu für dich' : `Neu für dich, ${count} neu`),
  fresh: 'Neu',
  emptyTitle: 'Alles gesehen',
  emptyText: (name: string) => `Sobald ${name} etwas schreibt oder reagiert, steht es hier.`,
  somebody: 'dein Lieblingsmensch',
  unknown: 'Unbekannt',
  wrote: (name: string) => `${name} hat geschrieben`,
  reacted: (name: string, emoji: ReactionEmoji) => `${name} reagiert mit ${emoji}`,
  documentTitle: (title: string, count: number) => (count === 0 ? title : `(${count}) ${title}`),
} as const
