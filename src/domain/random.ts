/** A source of randomness: numbers from 0 inclusive to 1 exclusive, like `Math.random`. */
export type Random = () => number

/** One item, each as likely as any other; undefined of an empty list. */
export function pickOne<T>(items: readonly T[], random: Random): T | undefined {
  return items[Math.floor(random() * items.length)]
}

/** The items in random order, each order as likely as any other (Fisher and Yates). */
export function shuffled<T>(items: readonly T[], random: Random): T[] {
  const rest = [...items]
  const drawn: T[] = []
  while (rest.length > 0) drawn.push(...rest.splice(Math.floor(random() * rest.length), 1))
  return drawn
}
