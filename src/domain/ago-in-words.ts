import type { Ago } from './memory-days.ts'

const numbers = 'einem zwei drei vier fünf sechs sieben acht neun zehn'.split(' ')

/** "Heute vor einem Jahr", "Heute vor drei Monaten", "Heute vor 12 Jahren". */
export function agoInWords({ unit, count }: Ago): string {
  const number = numbers[count - 1] ?? String(count)
  const years = count === 1 ? 'Jahr' : 'Jahren'
  const months = count === 1 ? 'Monat' : 'Monaten'
  return `Heute vor ${number} ${unit === 'years' ? years : months}`
}
