/** The texts of the main screen; the dialog's texts load with it. */
export const practiceButtonTexts = {
  open: 'Üben',
  openDue: (count: number) =>
    count === 1 ? 'Üben, 1 Karte ist heute dran' : `Üben, ${count} Karten sind heute dran`,
} as const
