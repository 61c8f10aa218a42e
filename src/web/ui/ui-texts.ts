/** The kit's own texts; all others are in the features. */
export const uiTexts = {
  close: 'Schließen',
  cancel: 'Abbrechen',
  toasts: 'Mitteilungen',
  hideToast: 'Mitteilung ausblenden',
  undo: 'Rückgängig',
  restored: 'Wiederhergestellt ✨',
  tooLate: 'Zu spät',
  loading: 'Laden...',
  counterLeft: (left: number) => `Noch ${left} Zeichen`,
  counterFull: 'Mehr passt nicht hinein',
  counterOver: (over: number) => `${over} Zeichen zu viel`,
  counterOverLimit: (limit: number) => `Mehr als ${limit} Zeichen`,
  partMissing:
    'Dieser Teil ist noch nicht geladen. Sobald das Netz wieder da ist, kommt er von selbst.',
  partOutdated: 'Dieser Teil ließ sich nicht laden. Lade die Seite neu, dann ist er da.',
  again: 'Noch einmal versuchen',
  reload: 'Seite neu laden',
} as const

/** Another text that was left unsent for the form that is open, by its first words. */
export const otherTexts = {
  waits: (words: string) => `Noch ein Text von dir wartet: „${words}“`,
  show: 'Stattdessen zeigen',
} as const
