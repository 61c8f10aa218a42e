import { bookParts, type BookPart } from '../../../domain/book-format.ts'
import type { Imported } from '../../../domain/imported.ts'
import type { BringBackProblem } from './use-bring-back.ts'

const whole = new Intl.NumberFormat('de')

/** How many rows came back, or would. */
export function countOf({ added }: Imported): number {
  return Object.values(added).reduce((sum, count) => sum + count, 0)
}

/** Singular and plural of each part. */
const names: Readonly<Record<BookPart, readonly [string, string]>> = {
  entries: ['Eintrag', 'Einträge'],
  reactions: ['Reaktion', 'Reaktionen'],
  replies: ['Antwort', 'Antworten'],
  likes: ['Herz für ein Zitat', 'Herzen für Zitate'],
  quotes: ['eigenes Zitat', 'eigene Zitate'],
  marks: ['ausgeblendete Erinnerung', 'ausgeblendete Erinnerungen'],
  stories: ['Geschichte zu einer Idee', 'Geschichten zu Ideen'],
  reviews: ['Antwort beim Üben', 'Antworten beim Üben'],
}

/** "12 Einträge, 1 Reaktion"; omits a part whose count is zero. */
function rowsOf(added: Imported['added']): string {
  return bookParts
    .filter((part) => added[part] > 0)
    .map((part) => `${whole.format(added[part])} ${names[part][added[part] === 1 ? 0 : 1]}`)
    .join(', ')
}

const problems: Readonly<Record<BringBackProblem, string>> = {
  foreign: 'Das ist keine Datei von „Alles mitnehmen“.',
  newer:
    'Diese Datei kommt von einer neueren Version des Tagebuchs. Lade die Seite neu und versuche es dann noch einmal.',
  'cut-off': 'Diese Datei ist nicht vollständig. Vielleicht wurde sie nicht ganz kopiert.',
  broken: 'Diese Datei ist beschädigt oder wurde verändert. Aus ihr kommt nichts zurück.',
  'too-large': 'Diese Datei ist zu groß für ein Tagebuch.',
  unreadable: 'Diese Datei lässt sich auf diesem Gerät nicht lesen.',
  others: 'Diese Datei gehört zum Tagebuch von anderen.',
  offline:
    'Dafür braucht es eine Verbindung zu eurem Server. Versuche es noch einmal, wenn sie wieder da ist.',
  refused: 'Euer Server nimmt diese Datei nicht an.',
}

export const bringBackTexts = {
  title: 'Zurückholen',
  hint: 'Aus einer Datei von „Alles mitnehmen“ kommt zurück, was du selbst geschrieben hast und was hier fehlt. Alles andere bleibt, wie es ist; jeder von euch holt das Eigene zurück.',
  choose: 'Datei auswählen',
  file: 'Datei von „Alles mitnehmen“',
  looking: 'Es wird nachgesehen, was fehlt …',
  found: (added: Imported['added']) => `Das käme zurück: ${rowsOf(added)}.`,
  nothing: 'Hier fehlt nichts, was du geschrieben hast.',
  deleted: (count: number) =>
    count === 1
      ? '1 wurde seither gelöscht und bleibt es.'
      : `${whole.format(count)} wurden seither gelöscht und bleiben es.`,
  withoutEntry: (count: number) =>
    count === 1
      ? '1 Reaktion oder Antwort bleibt weg, weil es ihren Eintrag nicht mehr gibt.'
      : `${whole.format(count)} Reaktionen und Antworten bleiben weg, weil es ihre Einträge nicht mehr gibt.`,
  unproven:
    'Diese Datei ist von einer älteren Version des Tagebuchs: Ob darin etwas verändert wurde, lässt sich nicht prüfen.',
  add: 'Zurückholen',
  leave: 'Doch nicht',
  adding: 'Es kommt zurück …',
  done: (added: Imported['added']) => `Wieder da: ${rowsOf(added)}.`,
  goesOn: 'Was schon zurück ist, bleibt. Mit derselben Datei geht es weiter.',
  problems,
} as const
