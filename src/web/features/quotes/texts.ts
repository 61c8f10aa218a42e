export const quoteTexts = {
  label: 'Zitat des Tages',
  loading: 'Laden...',
  refresh: 'Anderes Zitat',
  like: 'Gefällt mir',
  unlike: 'Gefällt mir nicht mehr',
  /** German quotation marks belong to the card, not to the data (D17). */
  quoted: (text: string) => `„${text}“`,
  by: (author: string) => `— ${author}`,
  likedBy: (names: readonly string[]) => `Gefällt ${joined(names)}`,
  you: 'dir',
  unknown: 'Unbekannt',
} as const

function joined(names: readonly string[]): string {
  return names.join(' und ')
}
