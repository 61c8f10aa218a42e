import { pullEvery, secondsOf } from '../../domain/limits.ts'
import type { MutationName } from '../replica/journal.ts'

/** The texts of the shell itself. */
export const appTexts = {
  greeting: (name: string) => `Hallo ${name}!`,
  favourites: 'Lieblingszitate',
  menu: 'Menü',
  newEntry: 'Neuer Eintrag',
  device: 'Auf diesem Gerät',
  versionNews: 'Neu hier: Antworten, „Wie war’s?“, Üben, Suche, Erinnerungen und Anstupser.',
  shortcuts: 'Tastenkürzel',
  singleKeys: 'Kürzel mit einer Taste auf diesem Gerät',
  missingTitle: 'Noch nicht geladen',
  notFound: 'Oops! Page not found',
  notFoundHint: 'Diese Seite gibt es in eurem Tagebuch nicht.',
  home: 'Zurück zur Startseite',
  newVersion: 'Neue Version verfügbar',
  update: 'Aktualisieren',
  offline: 'Offline – alles wird auf diesem Gerät gespeichert',
  notLive: `Neues kommt gerade nur alle ${secondsOf(pullEvery)} Sekunden an`,
  full: 'Auf dem Server ist kein Platz mehr. Was du schreibst, bleibt hier und wird gesendet, sobald wieder Platz ist',
  unsent: (count: number) =>
    count === 1 ? '1 Änderung noch nicht gesendet' : `${count} Änderungen noch nicht gesendet`,
  unsentSince: (count: number, when: string) =>
    count === 1
      ? `1 Änderung noch nicht gesendet: ${when}`
      : `${count} Änderungen noch nicht gesendet, die älteste: ${when}`,
  sevenDays: (hasHomeScreen: boolean) =>
    `Safari behält im Tab nur sieben Tage, was noch nicht gesendet ist. Öffne das Tagebuch öfter, oder leg es ${
      hasHomeScreen ? 'auf den Home-Bildschirm' : 'ins Dock'
    }.`,
  signInAgain: 'Bitte melde dich wieder an',
  signIn: 'Anmelden',
  brokenTitle: 'Da ist etwas schiefgegangen',
  brokenHint:
    'Was du geschrieben hast, ist auf diesem Gerät gespeichert. Lade die Seite neu, dann geht es weiter.',
  reload: 'Seite neu laden',
  noSettingsTitle: 'Das Tagebuch ist gerade nicht erreichbar',
  noSettingsHint: 'Bitte prüfe deine Verbindung und versuche es gleich noch einmal.',
} as const

export const shortcutTexts = [
  { keys: 'n', meaning: 'Neuer Eintrag' },
  { keys: '/', meaning: 'Suchen' },
  { keys: 'k', meaning: 'Kalender' },
  { keys: 'Strg/⌘ + F', meaning: 'Suchen, noch einmal: Suche des Browsers' },
  { keys: '1–5', meaning: 'Alle, Erzählen, Ideen, Gedanken, Übersetzungen' },
  { keys: 'Strg/⌘ + Enter', meaning: 'Formular abschicken' },
  { keys: 'Strg/⌘ + Z', meaning: 'Löschen rückgängig machen' },
  { keys: 'Esc', meaning: 'Schließen' },
  { keys: '?', meaning: 'Diese Übersicht' },
] as const

/** Names of writes that were parked. */
const parkedWrites: Readonly<Record<MutationName, string>> = {
  'create-entry': 'Ein Eintrag',
  'edit-entry': 'Eine Änderung',
  'toggle-completed': 'Ein Häkchen',
  'make-private': 'Eine private Notiz',
  'delete-entry': 'Das Löschen eines Eintrags',
  'add-reaction': 'Eine Reaktion',
  'remove-reaction': 'Das Entfernen einer Reaktion',
  'create-reply': 'Eine Antwort',
  'edit-reply': 'Eine Änderung an einer Antwort',
  'delete-reply': 'Das Löschen einer Antwort',
  'like-quote': 'Ein Herz für ein Zitat',
  'unlike-quote': 'Das Entfernen eines Herzens',
  'add-custom-quote': 'Ein Zitat',
  'delete-custom-quote': 'Das Löschen eines Zitats',
  'last-look': 'Eine Änderung',
  'add-memory-mark': 'Eine Änderung an euren Erinnerungen',
  'remove-memory-mark': 'Eine Änderung an euren Erinnerungen',
  'link-story': 'Die Verbindung einer Geschichte mit ihrer Idee',
  'add-review': 'Eine Antwort beim Üben',
  'remove-photo': 'Das Entfernen eines Fotos',
  'describe-photo': 'Die Beschreibung eines Fotos',
  'order-photos': 'Die Reihenfolge von Fotos',
}

export const parkedTexts = {
  label: 'Noch nicht gesendet',
  what: parkedWrites,
  message: (what: string) =>
    `${what} ließ sich noch nicht senden. Auf diesem Gerät ist alles gespeichert.`,
  sending: 'Wird noch einmal gesendet',
  again: 'Noch einmal',
} as const
