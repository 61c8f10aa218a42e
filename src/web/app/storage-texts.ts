import type { StorageFault } from '../replica/journal.ts'

export interface StorageTexts {
  readonly title: string
  readonly text: string
  readonly help: string
}

const otherWindow =
  'Was hilft: Öffne das Tagebuch in einem normalen statt einem privaten Fenster, oder erlaube im Browser Cookies und Websitedaten für diese Seite. Lade sie danach neu.'
const goesOn =
  'Du kannst weiterlesen und weiterschreiben, solange diese Seite offen und das Netz da ist. Was noch nicht gesendet ist, geht beim Schließen verloren.'

/** The fault of the device's storage, what it means, and what helps. */
export const storageTexts: Readonly<Record<StorageFault, StorageTexts>> = {
  unavailable: {
    title: 'Dieser Browser kann hier nichts speichern',
    text: 'Du kannst trotzdem lesen und schreiben, solange diese Seite offen und das Netz da ist. Was noch nicht gesendet ist, geht beim Schließen verloren.',
    help: otherWindow,
  },
  full: {
    title: 'Auf diesem Gerät ist kein Platz mehr',
    text: goesOn,
    help: 'Was hilft: Schaff Platz auf dem Gerät, und lade die Seite neu, sobald alles gesendet ist.',
  },
  closed: {
    title: 'Diese Seite hat ihren Speicher verloren',
    text: goesOn,
    help: 'Was hilft: Lade die Seite neu, sobald alles gesendet ist.',
  },
  newer: {
    title: 'Auf diesem Gerät liegt eine neuere Fassung eures Tagebuchs',
    text: 'Eine neuere Version der App hat sie geschrieben. Sie bleibt, wie sie ist, und ist nach der nächsten Aktualisierung wieder da. Bis dahin kannst du lesen und schreiben, solange diese Seite offen und das Netz da ist.',
    help: 'Was hilft: Lade die Seite neu, sobald alles gesendet ist und euer Server wieder die neuere Version hat.',
  },
  broken: {
    title: 'Dieses Gerät speichert gerade nicht',
    text: goesOn,
    help: 'Was hilft: Lade die Seite neu, sobald alles gesendet ist. Bleibt es dabei, starte den Browser neu.',
  },
}

/** Only the sign-in is forgotten; the copy is stored. */
export const forgottenSignInTexts: StorageTexts = {
  title: 'Dieser Browser merkt sich deine Anmeldung nicht',
  text: 'Du kannst lesen und schreiben, aber beim nächsten Öffnen musst du dich neu anmelden.',
  help: otherWindow,
}

/** The quiet line. */
export const storageLineTexts = {
  notStored: {
    unavailable: 'Hier wird nichts gespeichert – lass die Seite offen',
    full: 'Speicher voll – lass die Seite offen',
    closed: 'Speicher verloren – lass die Seite offen',
    newer: 'Die Kopie hier ist neuer als die App – lass die Seite offen',
    broken: 'Das Gerät speichert nicht – lass die Seite offen',
  } satisfies Record<StorageFault, string>,
  offline: 'offline',
  allSent: 'alles ist gesendet',
  help: 'Was hilft?',
} as const
