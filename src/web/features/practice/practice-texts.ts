import { formatDay } from '../../../domain/date-format.ts'
import { daysBetween, type JournalDay } from '../../../domain/journal-day.ts'
import type { CardsLeft } from '../../../domain/practice/practice-round.ts'
import type { Grade } from '../../../domain/practice/grade.ts'
import type { Direction } from '../../../domain/translation.ts'

export const practiceTexts = {
  title: 'Üben',
  loading: 'Deine Karten werden gemischt …',
  ask: {
    'de-hr': 'Wie heißt das auf Kroatisch?',
    'hr-de': 'Wie heißt das auf Deutsch?',
  } satisfies Record<Direction, string>,
  answer: 'Deine Antwort',
  answerHint: 'Fällt es dir nicht ein, dann lass das Feld leer.',
  show: 'Zeigen',
  exact: 'Richtig!',
  different: 'Richtig! Geschrieben wird es so:',
  wrong: 'Nicht ganz. Richtig ist:',
  empty: 'So heißt es:',
  onCard: (word: string) => `Auf der Karte steht „${word}“.`,
  yours: (answer: string) => `Du hast „${answer}“ geschrieben.`,
  copy: 'Schreib es einmal ab',
  notYet: 'Noch nicht ganz. Schau noch einmal hin und schreib es ab.',
  grades: 'Wie gut hast du es gewusst?',
  grade: { 1: 'Nochmal', 3: 'Gewusst' } satisfies Record<Grade, string>,
  keys: 'Mit den Tasten 1 und 2 änderst du die Wertung, weiter geht es mit Enter.',
  enter: 'Weiter geht es mit Enter.',
  next: 'Weiter',
  speak: (word: string) => `„${word}“ vorlesen`,
  used: 'So steht es bei euch',
  unknownAuthor: 'Unbekannt',
  close: 'Schließen',
} as const

/** How many cards are left; the first number falls with each card that is answered. */
export function leftInWords({ open, again }: CardsLeft): string {
  if (open + again === 1) return 'Letzte Karte'
  if (open === 0) return `Noch ${again} zum Wiederholen`
  const cards = open === 1 ? 'Noch 1 Karte' : `Noch ${open} Karten`
  return again === 0 ? cards : `${cards}, ${again} zum Wiederholen`
}

/** The words at the end, and if nothing is due. */
export const practiceEndTexts = {
  done: (count: number) =>
    count === 1 ? 'Du hast 1 Karte geübt.' : `Du hast ${count} Karten geübt.`,
  nothingDue: 'Für heute ist alles geübt.',
  next: (day: JournalDay, today: JournalDay) =>
    daysBetween(today, day) === 1
      ? 'Morgen geht es weiter.'
      : `Weiter geht es am ${formatDay(day)}.`,
  noWords: 'Hier gibt es noch nichts zu üben. Schreib eine Übersetzung auf, dann geht es los.',
} as const
