import {
  photoCount,
  privateCount,
  writtenCategories,
  writtenCount,
  type MarkedDay,
} from '../../../domain/calendar-day.ts'
import { formatDay } from '../../../domain/date-format.ts'
import type { JournalDay } from '../../../domain/journal-day.ts'
import type { SpecialDayKind } from '../../../domain/settings.ts'
import { categoryLooks } from '../../ui/category-look.ts'
import { calendarTexts } from './calendar-texts.ts'

const specialDayNames: Readonly<Record<SpecialDayKind, string>> = {
  anniversary: 'Jahrestag',
  birthday: 'Geburtstag',
}

const whole = new Intl.NumberFormat('de')

/** A day of the calendar with its marks. */
export interface ShownDay {
  readonly day: JournalDay
  readonly marked: MarkedDay
  readonly special: readonly SpecialDayKind[]
  /** True where older entries than those in memory may still come. */
  readonly isLoading: boolean
}

/**
 * A day's name, which says all that its marks show, and how many photos there are: "12. Juni 2026, 3 Einträge, davon 1
 * privat: Erzählen, Ideen; 2 Fotos; 1 geplante Idee".
 *
 * @param isSearch the marks are hits
 */
export function dayName({ day, marked, special, isLoading }: ShownDay, isSearch: boolean): string {
  const planned = marked.planned.length
  const parts = [
    writtenText(marked, isSearch),
    photosText(photoCount(marked)),
    planned === 0 ? '' : plannedText(planned),
    ...special.map((kind) => specialDayNames[kind]),
    isLoading ? calendarTexts.loading : '',
  ].filter((part) => part !== '')
  return `${formatDay(day)}, ${parts.length === 0 ? calendarTexts.nothing : parts.join('; ')}`
}

function writtenText(marked: MarkedDay, isSearch: boolean): string {
  const count = writtenCount(marked)
  if (count === 0) return ''
  const names = writtenCategories(marked).map((category) => categoryLooks[category].name)
  const unit = isSearch ? 'Treffer' : count === 1 ? 'Eintrag' : 'Einträge'
  const hidden = privateCount(marked)
  const ofThem = hidden === 0 ? '' : `, davon ${hidden} privat`
  return `${whole.format(count)} ${unit}${ofThem}: ${names.join(', ')}`
}

function photosText(count: number): string {
  if (count === 0) return ''
  return count === 1 ? '1 Foto' : `${whole.format(count)} Fotos`
}

function plannedText(count: number): string {
  return count === 1 ? '1 geplante Idee' : `${count} geplante Ideen`
}
