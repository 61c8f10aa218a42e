import { useState } from 'react'
import { useTimeZone } from '../../replica/journal-context.tsx'
import type { EntryForm } from '../../../domain/entry.ts'
import { dayOf } from '../../../domain/journal-day.ts'
import { formatDay } from '../../../domain/date-format.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { ChunkError } from '../../ui/chunk-error.tsx'
import { useMediaQuery } from '../../ui/media-query.ts'
import { Popover } from '../../ui/popover.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useNow } from '../../ui/use-now.ts'
import { TextField } from '../../ui/text-field.tsx'
import { formTexts, problemTexts } from './entry-form-texts.ts'
import type { EntryFormState } from './use-entry-form.ts'

// Only ideas need it, and only once someone opens it.
const Calendar = lazyPart(async () => (await import('./calendar.tsx')).Calendar, {
  pending: () => <CalendarSkeleton />,
  missing: (_, missing) => <ChunkError {...missing} />,
})

/** The date of an idea and, once there is one, its time (D14). */
export function ScheduleFields({ state }: { readonly state: EntryFormState }) {
  const { form, problem, change, fieldPrefix } = state
  const error = problem?.field === 'time' ? problemTexts[problem.reason] : undefined
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2 desktop:grid-cols-[minmax(0,1fr)_9rem_auto]">
      <DateChoice day={form.day} onChoose={(day) => change({ day })} />
      {form.day !== undefined && (
        <>
          <div className="max-desktop:order-3">
            <TextField
              id={`${fieldPrefix}-time`}
              type="time"
              label={`${formTexts.time} (${formTexts.optional})`}
              value={form.time}
              error={error}
              onChange={(event) => change({ time: event.target.value })}
            />
          </div>
          <IconButton
            icon="close"
            label={formTexts.clearDate}
            onClick={() => change({ day: undefined, time: '' })}
          />
        </>
      )}
    </div>
  )
}

interface DateChoiceProps {
  readonly day: EntryForm['day']
  readonly onChoose: (day: NonNullable<EntryForm['day']>) => void
}

function DateChoice({ day, onChoose }: DateChoiceProps) {
  const timeZone = useTimeZone()
  const [open, setOpen] = useState(false)
  const now = useNow()
  const isLow = useMediaQuery('(max-height: 30rem)')
  return (
    <div className={classNames('grid gap-1.5', day === undefined && 'col-span-full')}>
      <span className="text-sm font-bold">
        {formTexts.date} ({formTexts.optional})
      </span>
      <Popover
        open={open}
        onOpenChange={setOpen}
        title={formTexts.chooseDate}
        hideTitle
        align="start"
        mayCoverAnchor={isLow}
        trigger={
          <Button
            variant="outline"
            icon="calendar"
            className="justify-start! rounded-md! font-semibold!"
          >
            {day === undefined ? formTexts.chooseDate : formatDay(day)}
          </Button>
        }
      >
        <Calendar
          selected={day}
          today={dayOf(now, timeZone)}
          onSelect={(chosen) => {
            onChoose(chosen)
            setOpen(false)
          }}
        />
      </Popover>
    </div>
  )
}

/** As large as a month of six weeks, so that nothing jumps when the calendar arrives. */
function CalendarSkeleton() {
  return (
    <output className="block h-83 w-70 max-w-full">
      <span className="sr-only">{formTexts.calendarLoading}</span>
      <Skeleton className="size-full" />
    </output>
  )
}
