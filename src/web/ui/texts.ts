/** What the kit itself says. Everything else is said by the features. */
export const uiTexts = {
  close: 'Schließen',
  cancel: 'Abbrechen',
  toasts: 'Mitteilungen',
  hideToast: 'Mitteilung ausblenden',
  loading: 'Laden...',
  counterLeft: (left: number) => `Noch ${left} Zeichen`,
  counterFull: 'Mehr passt nicht hinein',
  counterOver: (over: number) => `${over} Zeichen zu viel`,
  counterOverLimit: (limit: number) => `Mehr als ${limit} Zeichen`,
} as const
