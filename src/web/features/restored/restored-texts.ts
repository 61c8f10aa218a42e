import { daysOf, writtenAtMostAgo } from '../../../domain/limits.ts'
import type { LostKind } from '../../replica/questions/lost.ts'

const whole = new Intl.NumberFormat('de')

/** One and several of each kind, in the order in which they are named. */
const nouns: Readonly<Record<LostKind, readonly [one: string, several: string]>> = {
  entries: ['Eintrag', 'Einträge'],
  texts: ['geänderter Text', 'geänderte Texte'],
  replies: ['Antwort', 'Antworten'],
  photos: ['Foto', 'Fotos'],
  reactions: ['Reaktion', 'Reaktionen'],
  custom_quotes: ['Zitat', 'Zitate'],
  quote_likes: ['Herz', 'Herzen'],
  memory_marks: ['weggelegte Erinnerung', 'weggelegte Erinnerungen'],
  story_links: ['Verbindung zu einer Idee', 'Verbindungen zu Ideen'],
  reviews: ['Übung', 'Übungen'],
}

/** How many there are of each kind; one that is missing has none. */
export type LostCounts = Partial<Readonly<Record<LostKind, number>>>

/** "12 Einträge, 1 Zitat und 3 Antworten"; only kinds that are there. */
export function countedKinds(counts: LostCounts): string {
  const parts = (Object.keys(nouns) as LostKind[]).flatMap((kind) => {
    const count = counts[kind] ?? 0
    const [one, several] = nouns[kind]
    return count === 0 ? [] : [count === 1 ? `1 ${one}` : `${whole.format(count)} ${several}`]
  })
  const last = parts.at(-1) ?? ''
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} und ${last}`
}

function isOne(counts: LostCounts): boolean {
  return Object.values(counts).reduce((sum, count) => sum + count, 0) === 1
}

export const restoredTexts = {
  label: 'Nur noch hier',
  message: (counts: LostCounts) =>
    `Euer Tagebuch wurde auf einen früheren Stand gebracht. ${countedKinds(counts)} von dir ${isOne(counts) ? 'ist' : 'sind'} nur noch hier.`,
  waiting: (count: number, partner: string | undefined) => {
    const of = partner === undefined ? ', die noch fehlen' : ` von ${partner}`
    const ofOne = partner === undefined ? ', der noch fehlt' : ` von ${partner}`
    return count === 1
      ? `1 wartet auf einen Eintrag${ofOne}.`
      : `${whole.format(count)} warten auf Einträge${of}.`
  },
  old: (count: number) =>
    count === 1
      ? `1 ist älter als ${daysOf(writtenAtMostAgo)} Tage. Sichere es mit „Alles mitnehmen“.`
      : `${whole.format(count)} sind älter als ${daysOf(writtenAtMostAgo)} Tage. Sichere sie mit „Alles mitnehmen“.`,
  look: 'Ansehen',
  add: 'Wieder hinzufügen',
  discard: 'Verwerfen',
  added: 'Wieder hinzugefügt',

  title: 'Nur noch hier',
  hint: 'Was du abwählst, wird nicht wieder hinzugefügt und bleibt erst einmal hier.',
  kinds: nouns,
  itemWaits: (partner: string | undefined) =>
    partner === undefined
      ? 'wartet auf einen Eintrag, der noch fehlt'
      : `wartet auf einen Eintrag von ${partner}`,
  itemIsOld: `älter als ${daysOf(writtenAtMostAgo)} Tage`,

  discardTitle: 'Auf diesem Gerät verwerfen?',
  discardHint: (counts: LostCounts) =>
    `${countedKinds(counts)} von dir ${isOne(counts) ? 'wird' : 'werden'} auf diesem Gerät gelöscht. Das lässt sich nicht rückgängig machen.`,

  onDevice: (counts: LostCounts) => `Nur noch hier, nicht auf dem Server: ${countedKinds(counts)}.`,
} as const
