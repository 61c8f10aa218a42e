import type { EntryFilter, FilterName } from '../../../domain/filter.ts'

export const filterTexts = {
  tabs: 'Bereiche',
  newEntry: 'Neuer Eintrag',
  filter: 'Filter',
  filterWithCount: (count: number) => (count === 1 ? 'Filter, 1 aktiv' : `Filter, ${count} aktiv`),
  panel: 'Filter',
  clear: 'Filter zurücksetzen',
  cleared: 'Filter zurückgesetzt',
} as const

/** The panel's words for each filter and its choices, in their order. */
export const filterChoices: {
  readonly [Name in FilterName]: {
    readonly label: string
    readonly options: Readonly<Record<EntryFilter[Name], string>>
  }
} = {
  completion: {
    label: 'Status',
    options: { all: 'Alle', open: 'Offen', completed: 'Erledigt' },
  },
  creator: {
    label: 'Von wem',
    options: { all: 'Beide', mine: 'Meine', partner: 'Partner' },
  },
  ideasTime: {
    label: 'Ideen nach Zeit',
    options: { all: 'Alle', upcoming: 'Geplant', past: 'Vergangen', 'no-date': 'Ohne Datum' },
  },
  photos: {
    label: 'Fotos',
    options: { all: 'Alle', with: 'Mit Fotos' },
  },
}
