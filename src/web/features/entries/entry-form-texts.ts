import {
  contentLimit,
  photoDescriptionLimit,
  translationFieldLimit,
} from '../../../domain/limits.ts'
import type { Category } from '../../../domain/category.ts'
import { formTitles } from './entries-texts.ts'

export const formTexts = {
  createTitle: formTitles.create,
  createDescription: 'Was möchtest du festhalten?',
  /** Of the story of an idea. */
  storyDescription: 'Wie war’s?',
  storyPlaceholder: 'Erzähl davon …',
  sharedDescription: 'Das hast du geteilt. Eingetragen wird es erst, wenn du es möchtest.',
  editTitle: formTitles.edit,
  category: 'Bereich',
  content: 'Text',
  placeholder: {
    erzaehlen: 'Was hast du heute erlebt?',
    ideen: 'Was wollen wir zusammen machen?',
    gedanken: 'Was geht dir durch den Kopf?',
    uebersetzungen: '',
  } satisfies Record<Category, string>,
  german: 'Deutsch',
  croatian: 'Kroatisch',
  germanPlaceholder: 'Haus',
  croatianPlaceholder: 'kuća',
  missing: (count: number) =>
    count === 1
      ? 'Ein Zeichen passte nicht mehr hinein.'
      : `${count} Zeichen passten nicht mehr hinein.`,
  date: 'Datum',
  chooseDate: 'Datum wählen',
  clearDate: 'Datum entfernen',
  calendarLoading: 'Kalender wird geladen …',
  time: 'Uhrzeit',
  optional: 'optional',
  private: 'Nur du kannst diese Notiz sehen',
  sharesReplies: (count: number) =>
    count === 1
      ? 'Deine Antwort wird mit sichtbar.'
      : `Deine ${count} Antworten werden mit sichtbar.`,
  photosPreparing: 'Deine Fotos werden noch vorbereitet. Danach geht es von selbst weiter.',
  create: 'Eintragen',
  save: 'Speichern',
  cancel: 'Abbrechen',
  close: 'Schließen',
} as const

/** Why a form cannot be sent (docs/behaviour/entries.md "A new entry"). */
export const problemTexts = {
  empty: 'Bitte gib einen Text ein',
  'too-long': `Maximal ${contentLimit} Zeichen erlaubt`,
  'translation-field-missing': 'Bitte fülle beide Felder aus',
  'translation-field-too-long': `Maximal ${translationFieldLimit} Zeichen erlaubt`,
  'unknown-category': 'Bitte wähle einen Bereich',
  'invalid-time': 'Bitte gib eine gültige Uhrzeit ein',
  'description-too-long': `Maximal ${photoDescriptionLimit} Zeichen erlaubt`,
} as const

/** By which words a form that waits is known where nothing was typed in it. */
export const unsentWords = {
  photos: (count: number) => (count === 1 ? 'Ein Foto ohne Text' : `${count} Fotos ohne Text`),
} as const

/** Text that was typed for another category and has no room in this one. */
export const outOfSightTexts = {
  long: 'Dein Text ist zu lang für diese Felder. Er bleibt erhalten:',
  words: 'Deine Wörter bleiben unter „Übersetzungen“ erhalten:',
} as const

/** Above the field of a story that an idea became. */
export const storyIdeaTexts = {
  idea: 'Eure Idee:',
  gone: 'Diese Idee ist nicht mehr da. Erzählen kannst du trotzdem.',
} as const
