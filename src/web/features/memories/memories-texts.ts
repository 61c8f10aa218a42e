import type { Ago } from '../../../domain/memory-days.ts'

const numbers = [
  '',
  'einem',
  'zwei',
  'drei',
  'vier',
  'fünf',
  'sechs',
  'sieben',
  'acht',
  'neun',
  'zehn',
]

/** "Heute vor einem Jahr", "Heute vor drei Monaten", "Heute vor 12 Jahren". */
export function agoInWords({ unit, count }: Ago): string {
  const number = numbers[count] ?? String(count)
  const years = count === 1 ? 'Jahr' : 'Jahren'
  const months = count === 1 ? 'Monat' : 'Monaten'
  return `Heute vor ${number} ${unit === 'years' ? years : months}`
}

export const memoryTexts = {
  menu: 'Mit dieser Erinnerung',
  show: 'In der Liste zeigen',
  notToday: 'Heute nicht mehr',
  never: 'Diesen Eintrag nicht mehr zeigen',
  hiddenToday: 'Für heute ausgeblendet',
  hiddenForEver: 'Er erscheint nicht mehr als Erinnerung',
  undo: 'Rückgängig',
  next: 'Nächste Erinnerung',
  previous: 'Vorige Erinnerung',
  position: (index: number, count: number) => `${index} von ${count}`,
  celebrated: 'Das habt ihr an diesem Tag gefeiert.',
  done: 'Aus dieser Idee ist etwas geworden.',
  learnt: 'Weißt du noch, was das heißt?',
  asked: (croatian: string) => `Weißt du noch, was „${croatian}“ heißt?`,
  answer: 'Antwort zeigen',
  german: 'auf Deutsch',
  croatian: 'auf Kroatisch',
} as const
