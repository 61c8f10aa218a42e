import type { EntryFilter } from '../../../domain/filter.ts'

export const filterTexts = {
  tabs: 'Bereiche',
  newEntry: 'Neuer Eintrag',
  filter: 'Filter',
  filterWithCount: (count: number) => (count === 1 ? 'Filter, 1 aktiv' : `Filter, ${count} aktiv`),
  panel: 'Filter',
  clear: 'Filter zurücksetzen',
  cleared: 'Filter zurückgesetzt',
} as const

interface Choice<Value extends string> {
  readonly value: Value
  readonly label: string
}

export const completionChoices = {
  label: 'Status',
  options: [
    { value: 'all', label: 'Alle' },
    { value: 'open', label: 'Offen' },
    { value: 'completed', label: 'Erledigt' },
  ] satisfies readonly Choice<EntryFilter['completion']>[],
}

export const creatorChoices = {
  label: 'Von wem',
  options: [
    { value: 'all', label: 'Beide' },
    { value: 'mine', label: 'Meine' },
    { value: 'partner', label: 'Partner' },
  ] satisfies readonly Choice<EntryFilter['creator']>[],
}

export const timeChoices = {
  label: 'Ideen nach Zeit',
  options: [
    { value: 'all', label: 'Alle' },
    { value: 'upcoming', label: 'Geplant' },
    { value: 'past', label: 'Vergangen' },
    { value: 'no-date', label: 'Ohne Datum' },
  ] satisfies readonly Choice<EntryFilter['ideasTime']>[],
}
