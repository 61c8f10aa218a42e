export const searchTexts = {
  open: 'Suchen',
  label: 'Im Tagebuch suchen',
  quotesLabel: 'In den Zitaten suchen',
  placeholder: 'Wörter, Name, „August 2025“ …',
  quotesPlaceholder: 'Wörter oder Namen …',
  end: 'Suche beenden',
  anyDay: 'Irgendein Tag',
  noDay: 'Vor heute steht noch nichts im Tagebuch.',
  searching: 'Wird gesucht …',
  entries: (count: number) =>
    count === 1 ? '1 Eintrag' : `${count.toLocaleString('de')} Einträge`,
  quotes: (count: number) => (count === 1 ? '1 Zitat' : `${count.toLocaleString('de')} Zitate`),
} as const

export const nothingTexts = {
  emoji: '🔎',
  title: 'Dazu steht hier noch nichts',
  entries:
    'Vielleicht habt ihr es anders genannt. Versuch es mit weniger Buchstaben, einem anderen Wort oder einem Monat wie „August 2025“.',
  filtered: 'Gerade sucht ihr nur in einem Teil des Tagebuchs: Bereich oder Filter sind gesetzt.',
  everywhere: 'Überall suchen',
  quotes: 'Versuch es mit weniger Buchstaben oder mit dem Namen, von dem das Zitat ist.',
} as const
