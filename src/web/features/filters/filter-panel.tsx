import { filtersOn } from '../../../domain/filter.ts'
import { classNames } from '../../ui/class-names.ts'
import { useIsDesktop } from '../../ui/media-query.ts'
import { Select } from '../../ui/select.tsx'
import { ToggleGroup } from '../../ui/toggle-group.tsx'
import type { FilterProps } from './category-tabs.tsx'
import { filterChoices, filterTexts } from './filters-texts.ts'

/** Dropdowns on the phone, rows of buttons on the desktop (docs/behaviour/main-screen.md). */
export function FilterPanel({ filter, onChange }: FilterProps) {
  const Choices = useIsDesktop() ? ButtonRow : Dropdown
  const names = filtersOn(filter.category)
  return (
    <section
      aria-label={filterTexts.panel}
      className={classNames(
        'items-end gap-1.5 rounded-lg border border-line bg-card p-2.5 shadow-card desktop:flex desktop:flex-wrap desktop:gap-x-4 desktop:gap-y-3 desktop:p-3',
        names.length > 3 ? 'grid grid-cols-2' : 'flex max-[22.5rem]:flex-wrap',
      )}
    >
      {names.map((name) => (
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
  // Three are in one row of 390 px, each as wide as its choice; four in two rows.
  return (
    <Select
      {...props}
      className="flex-auto grid-cols-[minmax(0,1fr)] [&_button]:gap-1 [&_button]:px-2"
    />
  )
}
