import { useId, useState, type ReactNode } from 'react'
import { activeFilterCount, type EntryFilter } from '../../domain/filter.ts'
import { calendarTexts } from '../features/calendar/calendar-texts.ts'
import { CategoryTabs } from '../features/filters/category-tabs.tsx'
import { ClearFilters } from '../features/filters/clear-filters.tsx'
import { FilterButton } from '../features/filters/filter-button.tsx'
import { SearchButton } from '../features/search/search-button.tsx'
import type { OpenSearch } from '../features/search/use-search-words.ts'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { useHasColumns, useIsDesktop } from '../ui/media-query.ts'
import { ChunkError } from '../ui/chunk-error.tsx'
import { appTexts } from './app-texts.ts'

const FilterPanel = lazyPart(
  async () => (await import('../features/filters/filter-panel.tsx')).FilterPanel,
  {
    soon: true,
    // As high as the phone's row of choices.
    pending: () => <div className="h-23 desktop:h-24" />,
    missing: (_, missing) => <ChunkError {...missing} />,
  },
)

export interface ListToolbarProps {
  readonly filter: EntryFilter
  readonly onFilter: (next: EntryFilter) => void
  readonly onNew: () => void
  readonly search: OpenSearch
  /** Opens the calendar where it has no column. */
  readonly onCalendar: () => void
  /** The controls that one of the tabs has beside them. */
  readonly children?: ReactNode
}

/** Tabs and "Neuer Eintrag" on the desktop (the phone has its bottom bar), filters on both. */
export function ListToolbar(props: ListToolbarProps) {
  const { filter, onFilter, onNew, search } = props
  const hasColumns = useHasColumns()
  const isDesktop = useIsDesktop()
  const panelId = useId()
  // A shared link with filters shows immediately which ones are active.
  const [open, setOpen] = useState(() => activeFilterCount(filter) > 0)
  return (
    <div className="@container grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center gap-2 desktop:gap-1">
        {isDesktop && <CategoryTabs filter={filter} onChange={onFilter} />}
        <FilterButton
          filter={filter}
          open={open}
          panelId={panelId}
          onToggle={() => setOpen(!open)}
        />
        <SearchButton isOpen={search.isOpen} onOpen={search.open} />
        {!hasColumns && (
          <IconButton
            icon="calendar"
            label={calendarTexts.open}
            aria-haspopup="dialog"
            aria-keyshortcuts="k"
            onClick={props.onCalendar}
          />
        )}
        {isDesktop && <NewEntryButton onPress={onNew} />}
        {props.children}
        <ClearFilters filter={filter} onChange={onFilter} />
      </div>
      {open && (
        // Its code may still load: what the button names is there at once.
        <div id={panelId}>
          <FilterPanel filter={filter} onChange={onFilter} />
        </div>
      )}
    </div>
  )
}

/** If the row has no room for its words, they are its tooltip. */
function NewEntryButton({ onPress }: { readonly onPress: () => void }) {
  return (
    <Button
      icon="plus"
      aria-label={appTexts.newEntry}
      className="ml-auto px-3! whitespace-nowrap @min-[54rem]:px-5!"
      onClick={onPress}
    >
      <span className="hidden @min-[54rem]:inline">{appTexts.newEntry}</span>
    </Button>
  )
}
