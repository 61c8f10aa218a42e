import { agoInWords } from '../../../domain/ago-in-words.ts'
import type { SpecialDay } from '../../../domain/special-day.ts'

export interface SpecialDayTexts {
  readonly emoji: string
  /** Replaces the header's everyday greeting. */
  readonly greeting: (day: SpecialDay, name: string) => string
  readonly toastTitle: string
  /** Of the sheet over the list. */
  readonly title: (day: SpecialDay) => string
  /** The meaning of the day; with the emoji it is the automatic entry's text (D13). */
  readonly sentence: (day: SpecialDay) => string
}

export const specialDayTexts: Readonly<Record<SpecialDay['kind'], SpecialDayTexts>> = {
  anniversary: {
    emoji: '💕',
    greeting: ({ isFirst }, name) =>
      isFirst ? `Heute fängt alles an, ${name}! 💕` : `Alles Liebe zum Jahrestag, ${name}! 💕`,
    toastTitle: 'Ein Tag für euch zwei 💕',
    title: ({ isFirst }) =>
      isFirst ? 'Heute ist unser erster Tag!' : 'Heute ist unser Jahrestag!',
    // On the day itself "the anniversary" is the first meeting.
    sentence: ({ isFirst, years: count }) =>
      isFirst
        ? 'Heute haben wir uns kennengelernt.'
        : `${agoInWords({ unit: 'years', count })} haben wir uns kennengelernt.`,
  },
  birthday: {
    emoji: '🎂',
    greeting: (_, name) => `Heute wird gefeiert, ${name}! 🎂`,
    toastTitle: 'Zeit für Kuchen! 🎂',
    title: () => 'Heute ist Geburtstag!',
    sentence: ({ isFirst, years: age }) =>
      isFirst ? 'Willkommen auf der Welt!' : `Alles Gute zum ${age}. Geburtstag!`,
  },
}

/** The header has room for one sentence only. */
export const bothDaysGreeting = (name: string) => `Jahrestag und Geburtstag, ${name}! 💕🎂`

export const heartTexts = {
  title: (days: number) => (days === 1 ? '1 Tag zusammen 💕' : `${days} Tage zusammen 💕`),
  description: (since: string) => `Seit dem ${since}`,
} as const
