/** The error catalogue's messages for what the server refused (product-spec section 8). */
export const refusalTexts = {
  error: 'Fehler',
  create: 'Fehler beim Erstellen des Eintrags',
  edit: 'Fehler beim Aktualisieren des Eintrags',
  stale: 'Die Idee wurde inzwischen geändert. Dein Text ist im Formular aufgehoben.',
  toggle: 'Fehler beim Aktualisieren',
  delete: 'Eintrag konnte nicht gelöscht werden.',
  addReaction: 'Fehler beim Hinzufügen der Reaktion',
  removeReaction: 'Fehler beim Entfernen der Reaktion',
  addQuote: 'Das Zitat konnte nicht hinzugefügt werden',
  deleteQuote: 'Das Zitat konnte nicht gelöscht werden',
  unlike: 'Like konnte nicht entfernt werden',
} as const
