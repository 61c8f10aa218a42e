import { contentLimit, secondsOf, undoWindow } from '../../../domain/limits.ts'
import type { TextProblem } from '../../../domain/text.ts'
import type { UndoTexts } from '../../ui/undo-toast.ts'

/** The words of the cards and the form of a reply (docs/behaviour/replies.md). */
export const replyTexts = {
  label: 'Antworten',
  reply: 'Antworten',
  replyTo: 'Auf den Eintrag antworten',
  field: 'Deine Antwort',
  placeholder: 'Schreib etwas dazu …',
  send: 'Senden',
  save: 'Speichern',
  cancel: 'Abbrechen',
  close: 'Schließen',
  menu: 'Was tun mit dieser Antwort?',
  gone: 'Dieser Eintrag ist nicht mehr da. Deinen Text kannst du noch kopieren.',
  edit: 'Antwort bearbeiten',
  remove: 'Antwort löschen',
  more: (count: number) => (count === 1 ? '1 weitere Antwort' : `${count} weitere Antworten`),
  unknownAuthor: 'Unbekannt',
  translation: (german: string, croatian: string) => `${german} – ${croatian}`,
} as const

/** Why a reply cannot be sent. */
export const problemTexts: Readonly<Record<TextProblem, string>> = {
  empty: 'Bitte gib einen Text ein',
  'too-long': `Maximal ${contentLimit} Zeichen erlaubt`,
}

export const replyToastTexts = {
  deleted: 'Antwort gelöscht',
  deletedDescription: `Du hast ${secondsOf(undoWindow)} Sekunden zum Rückgängig machen.`,
  restored: 'Deine Antwort ist wieder da.',
  tooLate: 'Die Antwort ist schon gelöscht.',
  notDeleted: 'Die Antwort konnte nicht gelöscht werden.',
} as const

const isInNewEntry = 'Öffne „Neuer Eintrag“, dort ist dein Text noch da.'
const isThere = 'Öffne „Antworten“, dort ist dein Text noch da.'

/** The words after a reply was rejected, by the reason. */
export const replyRejectionTexts = {
  'create-reply': {
    rejected: { title: 'Deine Antwort wurde nicht angenommen', description: isThere },
    gone: { title: 'Dieser Eintrag ist nicht mehr da', description: isInNewEntry },
  },
  'edit-reply': {
    rejected: {
      title: 'Deine Antwort wurde nicht geändert',
      description: 'Öffne „Antwort bearbeiten“, dort ist dein Text noch da.',
    },
    gone: {
      title: 'Diese Antwort ist nicht mehr da',
      description: isInNewEntry,
    },
  },
} as const

/** The words about a deleted reply. */
export function replyUndo(id: string): UndoTexts {
  const { deleted: title, deletedDescription: description, restored, tooLate } = replyToastTexts
  return { id: `deleted-${id}`, title, description, restored, tooLate }
}
