export const calendarTexts = {
  label: 'Kalender',
  open: 'Kalender öffnen',
  previous: 'Voriger Monat',
  next: 'Nächster Monat',
  today: 'Heute',
  chooseMonth: (month: string, isLoading: boolean) =>
    `${month}${isLoading ? ', wird geladen' : ''}, anderen Monat wählen`,
  months: 'Monat wählen',
  pending: 'Der Kalender wird geladen',
  nothing: 'nichts',
  loading: 'wird geladen',
  olderLoading: 'Ältere Monate: wird geladen',
  planned: 'Geplant',
} as const
