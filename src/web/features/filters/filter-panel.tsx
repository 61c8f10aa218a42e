import { filtersOn, type EntryFilter } from '../../../domain/filter.ts'
import { useIsDesktop } from '../../ui/media-query.ts'
import { Select } from '../../ui/select.tsx'
import { ToggleGroup } from '../../ui/toggle-group.tsx'
import { filterChoices, filterTexts } from './filters-texts.ts'

export interface FilterPanelProps {
  readonly filter: EntryFilter
  readonly onChange: (next: EntryFilter) => void
}

/** Dropdowns on the phone, rows of buttons on the desktop (docs/behaviour/main-screen.md). */
export function FilterPanel({ filter, onChange }: FilterPanelProps) {
  const Choices = useIsDesktop() ? ButtonRow : Dropdown
  return (
    <section
      aria-label={filterTexts.panel}
      className="flex items-end gap-1.5 rounded-lg max-[22.5rem]:flex-wrap border border-line bg-card p-2.5 shadow-card desktop:flex-wrap desktop:gap-x-4 desktop:gap-y-3 desktop:p-3"
    >
      {filtersOn(filter.category).map((name) => (
        <Choices
          key={name}
          label={filterChoices[name].label}
          options={optionsOf(filterChoices[name].options)}
          value={filter[name]}
          onValueChange={(value) => onChange({ ...filter, [name]: value })}
        />
      ))}
    </section>
  )
}

function optionsOf(words: Readonly<Record<string, string>>): ChoicesProps['options'] {
  return Object.entries(words).map(([value, label]) => ({ value, label }))
}

interface ChoicesProps {
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly onValueChange: (value: string) => void
}

function ButtonRow(props: ChoicesProps) {
  return (
    <div className="grid gap-1">
      <span className="text-xs font-bold text-ink-soft" aria-hidden="true">
        {props.label}
      </span>
      <ToggleGroup {...props} />
    </div>
  )
}

function Dropdown(props: ChoicesProps) {
  // All three in one row of 390 px, each as wide as its choice.
  return (
    <Select
      {...props}
      className="flex-auto grid-cols-[minmax(0,1fr)] [&_button]:gap-1 [&_button]:px-2"
    />
  )
}
