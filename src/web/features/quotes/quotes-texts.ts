export const quoteTexts = {
  label: 'Zitat des Tages',
  loading: 'Laden...',
  refresh: 'Anderes Zitat',
  like: 'Gefällt mir',
  more: 'mehr',
  less: 'weniger',
  source: 'Quelle ganz zeigen',
  by: (author: string) => `– ${author}`,
  likedBy: 'Herzen:',
  and: ' und ',
  you: 'Du',
  unknown: 'Unbekannt',
} as const
