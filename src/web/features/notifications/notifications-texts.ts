import type { Category } from '../../../domain/category.ts'
import type { ReactionEmoji } from '../../../domain/reaction.ts'

const shownCount = (count: number) => (count > 99 ? '99+' : count)

export const newsTexts = {
  title: 'Neu für dich',
  button: (count: number) => (count === 0 ? 'Neu für dich' : `Neu für dich: ${shownCount(count)}`),
  list: 'Neuigkeiten',
  more: 'Ältere Neuigkeiten zeigen',
  fresh: 'Neu',
  emptyTitle: 'Noch ganz still hier',
  emptyText: (name: string) => `Sobald ${name} etwas schreibt oder reagiert, steht es hier.`,
  somebody: 'dein Lieblingsmensch',
  unknown: 'Unbekannt',
  wrote: {
    erzaehlen: (name) => `${name} hat etwas erzählt`,
    ideen: (name) => `${name} hat eine Idee`,
    gedanken: (name) => `${name} hat etwas notiert`,
    uebersetzungen: (name) => `${name} hat eine Übersetzung eingetragen`,
  } satisfies Readonly<Record<Category, (name: string) => string>>,
  reacted: (name: string, emoji: ReactionEmoji) => `${name} hat mit ${emoji} reagiert`,
  replied: (name: string, to: string) => `${name} hat auf „${to}“ geantwortet`,
  replyEmoji: '💬',
  addedPhotos: (name: string, count: number) =>
    count === 1 ? `${name} hat ein Foto geteilt` : `${name} hat ${count} Fotos geteilt`,
  photosEmoji: '📷',
  translation: (german: string, croatian: string) => `${german} – ${croatian}`,
  documentTitle: (title: string, count: number) =>
    count === 0 ? title : `(${shownCount(count)}) ${title}`,
} as const
