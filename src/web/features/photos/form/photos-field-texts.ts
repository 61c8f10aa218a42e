import { mostPhotos } from '../../../../domain/limits.ts'
import type { RefusedFile } from './prepare-file.ts'

export const photosFieldTexts = {
  title: 'Fotos (optional)',
  add: 'Fotos hinzufügen',
  take: 'Foto aufnehmen',
  drop: 'Lass los, dann kommen die Fotos in den Eintrag.',
  /** Of one photo among all. */
  photo: (place: number, all: number) => `Foto ${place} von ${all}`,
  description: 'Beschreibung (optional)',
  preparing: 'wird vorbereitet',
  cancel: 'Dieses Foto weglassen',
  earlier: (place: number) => `Foto ${place} nach vorn`,
  later: (place: number) => `Foto ${place} nach hinten`,
  remove: (place: number) => `Foto ${place} entfernen`,
  drag: 'Ziehen, um die Reihenfolge zu ändern',
  moved: (place: number, all: number) => `Das Foto ist jetzt ${place} von ${all}.`,
  added: (all: number) => (all === 1 ? '1 Foto ist da.' : `${all} Fotos sind da.`),
  removed: (all: number) =>
    all === 0 ? 'Foto entfernt. Der Eintrag hat keins mehr.' : `Foto entfernt. Noch ${all}.`,
  notHere: 'Nicht auf diesem Gerät',
  outOfSight: (count: number) =>
    count === 1
      ? 'Eine Übersetzung hat keine Fotos. Dein Foto bleibt erhalten.'
      : 'Eine Übersetzung hat keine Fotos. Deine Fotos bleiben erhalten.',
  notOfTranslation: 'Eine Übersetzung hat keine Fotos. Wähle einen anderen Bereich.',
  notOffered: 'Euer Server kann noch keine Fotos aufnehmen. Alles andere geht wie immer.',
} as const

/** Why a file is not among the photos; the others stay. */
export function refusalOf({ reason, name }: RefusedFile): string {
  const which = name === undefined || name === '' ? 'Ein Foto' : `„${name}“`
  return refusals[reason](which)
}

const refusals: Readonly<Record<RefusedFile['reason'], (which: string) => string>> = {
  empty: (which) => `${which} ist leer.`,
  'too-large': (which) => `${which} ist zu groß. Nimm eine kleinere Datei.`,
  'too-many-pixels': (which) => `${which} hat zu viele Bildpunkte. Nimm ein kleineres Bild.`,
  heic: (which) =>
    `${which} ist ein HEIC-Bild, das dieser Browser nicht lesen kann. Speichere es als JPEG und wähle es noch einmal.`,
  vector: (which) => `${which} ist eine Zeichnung (SVG) und kein Foto.`,
  'cut-off': (which) => `${which} ist nicht vollständig. Lade die Datei noch einmal herunter.`,
  unreadable: (which) => `${which} ist kein Bild, das dieser Browser lesen kann.`,
  black: (which) =>
    `${which} würde hier schwarz, weil das Bild für dieses Gerät zu groß ist. Nimm eine kleinere Fassung.`,
  failed: (which) => `${which} ließ sich nicht vorbereiten. Versuche es noch einmal.`,
  lost: (which) => `${which} ging verloren, bevor es vorbereitet war. Wähle es noch einmal.`,
  'no-room': (which) =>
    `Auf diesem Gerät ist kein Platz mehr. ${which} ist nicht im Eintrag, dein Text ist sicher.`,
  'too-many': () =>
    `Ein Eintrag hat höchstens ${mostPhotos} Fotos. Die ersten ${mostPhotos} bleiben.`,
}
