import type { PhotoRejection } from '../../replica/journal.ts'

/** The texts of the cards' photos and of the viewer. */
export const photoTexts = {
  list: (count: number) => (count === 1 ? 'Foto' : `${count} Fotos`),
  /** In place of a description where there is none. */
  described: (name: string, day: string) => `Foto von ${name}, ${day}`,
  unknownAuthor: 'Unbekannt',
  notHere: 'Nicht auf diesem Gerät',
  gone: 'Dieses Foto ist nicht mehr da',
  sending: 'Das Foto wird gesendet',
  progress: (sent: number, all: number) => `${sent} von ${all} Fotos gesendet`,

  rejected: 'Nicht angenommene Fotos',
  /** Why the server does not take a photo. */
  rejections: {
    'too-many': 'Dieser Eintrag hat schon vier Fotos. Deins ist noch auf diesem Gerät.',
    'too-large': 'Dieses Foto ist dem Server zu groß. Es ist noch auf diesem Gerät.',
    'not-taken': 'Der Server nimmt dieses Foto nicht an. Es ist noch auf diesem Gerät.',
    'no-room':
      'Auf eurem Server ist kein Platz mehr für Fotos. Dieses hier ist noch auf diesem Gerät.',
    lost: 'Dieses Foto ist nicht mehr auf diesem Gerät. Es lässt sich nicht mehr senden.',
    fault: 'Der Server kommt mit diesem Foto nicht zurecht. Es ist noch auf diesem Gerät.',
  } satisfies Record<PhotoRejection, string>,
  tryAgain: 'Noch einmal versuchen',
  leaveOut: 'Weglassen',

  viewer: 'Fotos ansehen',
  position: (place: number, all: number) => `${place} von ${all}`,
  previous: 'Voriges Foto',
  next: 'Nächstes Foto',
  save: 'Sichern',
  close: 'Schließen',
  notHereLarge: 'In voller Größe nicht auf diesem Gerät',
  notSaved: 'Das Foto ist nicht auf diesem Gerät. Mit Netz lässt es sich sichern.',
  notShared: 'Das hat nicht geklappt. Drücke noch einmal auf „Sichern“.',
  fileName: (day: string, ending: string) => `Foto ${day}.${ending}`,
} as const
