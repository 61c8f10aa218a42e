export const quoteTexts = {
  label: 'Zitat des Tages',
  loading: 'Laden...',
  refresh: 'Anderes Zitat',
  like: 'Gefällt mir',
  by: (author: string) => `– ${author}`,
  likedBy: 'Herzen:',
  and: ' und ',
  you: 'Du',
  unknown: 'Unbekannt',
} as const
