import { activeFilterCount, type EntryFilter } from '../../../domain/filter.ts'
import { CountBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { filterTexts } from './filters-texts.ts'

export interface FilterButtonProps {
  readonly filter: EntryFilter
  readonly open: boolean
  /** The id of the panel it opens. */
  readonly panelId: string
  readonly onToggle: () => void
}

/** Opens the filter panel; a badge counts the active filters. */
export function FilterButton({ filter, open, panelId, onToggle }: FilterButtonProps) {
  const count = activeFilterCount(filter)
  return (
    <span className="relative inline-flex shrink-0">
      <Button
        variant="outline"
        icon="filter"
        aria-label={count === 0 ? filterTexts.filter : filterTexts.filterWithCount(count)}
        aria-expanded={open}
        aria-controls={open ? panelId : undefined}
        className="desktop:px-2.5!"
        onClick={onToggle}
      >
        <span className="desktop:sr-only">{filterTexts.filter}</span>
      </Button>
      <span className="pointer-events-none absolute -top-2 -right-2 size-6">
        <CountBadge count={count} />
      </span>
    </span>
  )
}
