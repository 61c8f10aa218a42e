import { activeFilterCount, clearedFilter, type EntryFilter } from '../../../domain/filter.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import type { FilterProps } from './category-tabs.tsx'
import { filterTexts } from './filters-texts.ts'

/** Shown beside the filter button while any filter is active, with the panel open or closed. */
export function ClearFilters({ filter, onChange }: FilterProps) {
  if (activeFilterCount(filter) === 0) return null
  return (
    <Button
      variant="ghost"
      icon="close"
      className="min-w-0 px-3!"
      onClick={() => onChange(announceCleared(filter))}
    >
      {filterTexts.clear}
    </Button>
  )
}

/** The tab without its filters; the toast says so. */
export function announceCleared(filter: EntryFilter): EntryFilter {
  toast({ title: filterTexts.cleared })
  return clearedFilter(filter)
}
