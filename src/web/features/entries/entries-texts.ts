import { mostSelected, secondsOf, undoWindow } from '../../../domain/limits.ts'
import type { Category } from '../../../domain/category.ts'
import type { UndoTexts } from '../../ui/undo-toast.ts'

export const toastTexts = {
  created: 'Eintrag erstellt! ✨',
  updated: 'Eintrag aktualisiert! ✨',
  completed: 'Als erledigt markiert ✓',
  reopened: 'Als unerledigt markiert',
  deleted: 'Eintrag gelöscht',
  restored: 'Dein Eintrag ist wieder da.',
  tooLate: 'Der Eintrag ist schon gelöscht.',
  copied: 'Text kopiert',
  notCopied: 'Der Text konnte nicht kopiert werden.',
} as const

export const selectionTexts = {
  tooLong: {
    id: 'selection-too-long',
    title: 'Zu viele Einträge auf einmal',
    description: `Eine Auswahl fasst höchstens ${mostSelected}. Kopiert wird nur, was sie fasst.`,
    duration: 10_000,
  },
} as const

/** The titles of the two forms, also while their code is not there. */
export const formTitles = { create: 'Neuer Eintrag', edit: 'Eintrag bearbeiten' } as const

export const editTexts = {
  restoredDraft: 'Dein Text von vorhin ist noch da.',
  restoredPhotos: (count: number) =>
    count === 1 ? 'Dein Foto von vorhin ist noch da.' : 'Deine Fotos von vorhin sind noch da.',
  discard: 'Verwerfen',
  changed: 'Dieser Eintrag wurde inzwischen geändert. Dein Text ist noch da.',
  changedHint: 'Gespeichert ist jetzt:',
  keepMine: 'Meinen Text behalten',
  takeSaved: 'Gespeicherten Text übernehmen',
  chooseFirst: 'Entscheide dich bitte erst für einen der beiden Texte.',
  gone: 'Dieser Eintrag ist nicht mehr da. Deinen Text kannst du noch kopieren.',
  copy: 'Text kopieren',
} as const

/** The words about a deleted entry, with its first words if they are known. */
export function entryUndo(id: string, words: string | undefined): UndoTexts {
  const { deleted: title, restored, tooLate } = toastTexts
  const description = quoted(
    words,
    `Du hast ${secondsOf(undoWindow)} Sekunden zum Rückgängig machen.`,
  )
  return { id: `deleted-${id}`, title, description, restored, tooLate }
}

/** A sentence behind the first words of the entry that it is about. */
function quoted(words: string | undefined, sentence: string): string {
  return words === undefined ? sentence : `„${words}“ ${sentence}`
}

export const deleteTexts = {
  title: 'Eintrag löschen?',
  confirmLabel: 'Löschen',
  cancelLabel: 'Abbrechen',
} as const

/** The first words of an entry, and what is deleted with it, by the number of its replies. */
export function deleteDescription(words: string | undefined, replies: number): string {
  if (replies === 0)
    return quoted(
      words,
      `Du hast danach ${secondsOf(undoWindow)} Sekunden, um es dir anders zu überlegen.`,
    )
  const answers = replies === 1 ? '1 Antwort' : `${replies} Antworten`
  return quoted(
    words,
    `Er wird mit ${answers} gelöscht. Du hast danach ${secondsOf(undoWindow)} Sekunden, um es dir anders zu überlegen.`,
  )
}

/** The words if a link, a nudge or a line leads to an entry that cannot be shown, for any reason. */
export const goneTexts = { entry: 'Dieser Eintrag ist nicht mehr da' } as const

export const cardTexts = {
  unknownAuthor: 'Unbekannt',
  label: (author: string, category: string) => `${category} von ${author}`,
  private: 'Privat',
  privateHint: 'Nur du kannst diesen Eintrag sehen',
  complete: 'Erledigt',
  edit: 'Bearbeiten',
  remove: 'Löschen',
  copy: 'Text kopieren',
  pending: 'wird gesendet',
  unsent: 'noch nicht gesendet',
  scheduled: 'Geplant für',
  past: 'War geplant für',
  german: 'Deutsch',
  croatian: 'Kroatisch',
  swipeComplete: 'Erledigt',
  swipeReopen: 'Unerledigt',
  swipeRemove: 'Löschen',
} as const

export const listTexts = {
  label: 'Einträge',
  loading: 'Laden...',
  fresh: 'Neu',
} as const

export const emptyTexts = {
  alle: {
    title: 'Euer Tagebuch wartet auf euch',
    description: 'Hier sammelt ihr, was ihr erlebt, träumt und denkt.',
  },
  erzaehlen: {
    title: 'Noch nichts erzählt',
    description: 'Was war heute schön, lustig oder ganz gewöhnlich?',
  },
  ideen: {
    title: 'Noch keine Ideen',
    description: 'Ein Ausflug, ein Abendessen, eine Reise – wozu hättet ihr Lust?',
  },
  gedanken: {
    title: 'Noch keine Gedanken',
    description: 'Hier ist Platz für alles, was euch durch den Kopf geht.',
  },
  uebersetzungen: {
    title: 'Noch keine Übersetzungen',
    description: 'Sammelt Wörter auf Deutsch und Kroatisch für euer Quiz.',
  },
} as const satisfies Record<Category | 'alle', object>

/** The hint about the place at which a new entry begins; the phone's button shows a plus and no words. */
export const emptyHints = {
  phone: 'Tippe auf das Plus, um den ersten Eintrag zu schreiben.',
  desktop: 'Klicke auf „Neuer Eintrag“, um den ersten zu schreiben.',
} as const

export const nothingFoundTexts = {
  emoji: '🔎',
  title: 'Nichts gefunden',
  description: 'Zu diesen Filtern passt gerade kein Eintrag.',
  clear: 'Filter zurücksetzen',
} as const

/** The words after the server rejected a write (docs/behaviour/entries.md). */
export const entryRejectionTexts = {
  'create-entry': {
    title: 'Fehler beim Erstellen des Eintrags',
    description: 'Öffne „Neuer Eintrag“, dort ist dein Text noch da.',
  },
  'toggle-completed': { title: 'Fehler beim Aktualisieren' },
  'make-private': {
    title: 'Ein Eintrag ließ sich nicht wieder privat machen',
    description: 'Öffne „Bearbeiten“ und mach ihn dort privat.',
  },
  'delete-entry': { title: 'Fehler', description: 'Eintrag konnte nicht gelöscht werden.' },
} as const

/** The same for an edit, by the reason. */
export const editRejectionTexts = {
  rejected: {
    title: 'Fehler beim Aktualisieren des Eintrags',
    description: 'Öffne „Bearbeiten“, dort ist dein Text noch da.',
  },
  stale: {
    title: 'Fehler beim Aktualisieren des Eintrags',
    description:
      'Der Eintrag wurde inzwischen geändert. Öffne „Bearbeiten“, dort ist dein Text noch da.',
  },
  gone: {
    title: 'Dieser Eintrag ist nicht mehr da',
    description: 'Öffne „Neuer Eintrag“, dort ist dein Text noch da.',
  },
} as const
