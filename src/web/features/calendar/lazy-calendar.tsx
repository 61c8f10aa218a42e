import { inSecondPhase } from '../../browser/start-phases.ts'
import { ChunkError } from '../../ui/chunk-error.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { calendarTexts } from './calendar-texts.ts'

// Beside the list both are in view at once, but the first card comes before them.

export const CalendarPart = lazyPart(
  () => inSecondPhase(async () => (await import('./calendar-part.tsx')).CalendarPart),
  { pending: () => <CalendarSkeleton />, missing: (_, missing) => <ChunkError {...missing} /> },
)

export const PlannedIdeas = lazyPart(
  () => inSecondPhase(async () => (await import('./planned-ideas.tsx')).PlannedIdeas),
  // The calendar above it says so.
  { missing: () => null },
)

/** As high as a month, so that nothing jumps when the calendar arrives. */
function CalendarSkeleton() {
  return (
    <output className="block h-85 columns:h-73">
      <span className="sr-only">{calendarTexts.pending}</span>
      <Skeleton className="size-full" />
    </output>
  )
}
