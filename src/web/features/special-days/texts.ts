import type { SpecialDay } from '../../../domain/special-day.ts'

const years = (count: number) => (count === 1 ? 'einem Jahr' : `${count} Jahren`)

export interface SpecialDayTexts {
  /** Stands in the header instead of the everyday greeting. */
  readonly greeting: (day: SpecialDay, name: string) => string
  readonly toastTitle: (day: SpecialDay) => string
  readonly toastDescription: (day: SpecialDay) => string
  /** The automatic entry's text (product-spec section 4; D13). */
  readonly entry: (day: SpecialDay) => string
}

export const specialDayTexts: Readonly<Record<SpecialDay['kind'], SpecialDayTexts>> = {
  anniversary: {
    greeting: (_, name) => `Alles Liebe zu unserem Jahrestag, ${name}! 💕`,
    toastTitle: ({ isFirst }) =>
      isFirst ? 'Heute ist unser erster Tag! 💕' : 'Heute ist unser Jahrestag! 💕',
    toastDescription: (day) => anniversarySentence(day),
    entry: (day) => `💕 ${anniversarySentence(day)}`,
  },
  birthday: {
    greeting: ({ years: age }, name) => `Heute wird gefeiert, ${name}! ${age} Jahre 🎂`,
    toastTitle: () => 'Heute ist Geburtstag! 🎂',
    toastDescription: ({ years: age }) => `Alles Gute zum ${age}. Geburtstag!`,
    entry: ({ years: age }) => `🎂 Alles Gute zum ${age}. Geburtstag!`,
  },
}

/** On the day itself "the anniversary" is the first meeting (product-spec section 4). */
function anniversarySentence({ isFirst, years: count }: SpecialDay): string {
  return isFirst
    ? 'Heute haben wir uns kennengelernt.'
    : `Heute vor ${years(count)} haben wir uns kennengelernt.`
}

export const heartTexts = {
  button: 'Herz',
  title: (days: number) => (days === 1 ? '1 Tag zusammen 💕' : `${days} Tage zusammen 💕`),
  description: (since: string) => `Seit dem ${since}`,
} as const
