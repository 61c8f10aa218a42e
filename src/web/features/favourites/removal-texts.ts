import type { UndoTexts } from '../../ui/undo-toast.ts'

/** Success and failure of the delete button (docs/behaviour/favourites.md "Cards"). */
export const removalTexts = {
  failedTitle: 'Fehler',
  tooLate: 'Das Zitat ist schon gelöscht.',
  quote: {
    doneTitle: 'Zitat gelöscht',
    done: 'Das Zitat wurde erfolgreich entfernt',
    restored: 'Dein Zitat ist wieder da.',
    failed: 'Das Zitat konnte nicht gelöscht werden',
  },
  like: {
    doneTitle: 'Like entfernt',
    done: 'Das Zitat wurde von deinen Favoriten entfernt',
    restored: 'Das Zitat ist wieder bei deinen Favoriten.',
    failed: 'Like konnte nicht entfernt werden',
  },
} as const

/** The words about a deleted quote or a removed like. */
export function favouriteUndo(key: string, kind: 'quote' | 'like'): UndoTexts {
  const { doneTitle: title, done: description, restored } = removalTexts[kind]
  const { tooLate } = removalTexts
  return { id: `deleted-${key}`, title, description, tone: 'success', restored, tooLate }
}
