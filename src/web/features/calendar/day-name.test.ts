import { expect, it } from 'vitest'
import { unmarked, type MarkedDay } from '../../../domain/calendar-day.ts'
import type { EntryId, Instant } from '../../../domain/ids.ts'
import type { JournalDay } from '../../../domain/journal-day.ts'
import { dayName, type ShownDay } from './day-name.ts'

const idea = { id: 'a' as EntryId, scheduledDate: '2026-06-12T10:00:00.000000Z' as Instant }
const nameOf = (
  marked: Partial<MarkedDay>,
  others: Partial<ShownDay> = {},
  isSearch = false,
): string =>
  dayName(
    {
      day: '2026-06-12' as JournalDay,
      marked: { ...unmarked, ...marked },
      special: [],
      isLoading: false,
      ...others,
    },
    isSearch,
  )

it('the name of a day says all that its marks show, and how many photos there are', () => {
  expect(nameOf({ written: [2, 1, 0, 0], privates: [1, 0, 0, 0], planned: [idea] })).toBe(
    '12. Juni 2026, 3 Einträge, davon 1 privat: Erzählen, Ideen; 1 geplante Idee',
  )
  expect(nameOf({ written: [0, 0, 1, 0] })).toBe('12. Juni 2026, 1 Eintrag: Gedanken & Notizen')
  expect(nameOf({ written: [0, 0, 0, 1200] })).toBe('12. Juni 2026, 1.200 Einträge: Übersetzungen')
  expect(nameOf({ written: [1, 0, 0, 0], photos: [2, 0, 0, 0], planned: [idea] })).toBe(
    '12. Juni 2026, 1 Eintrag: Erzählen; 2 Fotos; 1 geplante Idee',
  )
  expect(nameOf({ written: [0, 1, 0, 0], photos: [0, 1, 0, 0] })).toBe(
    '12. Juni 2026, 1 Eintrag: Ideen; 1 Foto',
  )
  expect(nameOf({ planned: [idea, idea] })).toBe('12. Juni 2026, 2 geplante Ideen')
})

it('in a search it counts hits', () => {
  expect(nameOf({ written: [3, 0, 0, 0] }, {}, true)).toBe('12. Juni 2026, 3 Treffer: Erzählen')
  expect(nameOf({ written: [1, 0, 0, 0] }, {}, true)).toBe('12. Juni 2026, 1 Treffer: Erzählen')
})

it('says special days, and what may still come', () => {
  expect(nameOf({}, { special: ['anniversary', 'birthday'] })).toBe(
    '12. Juni 2026, Jahrestag; Geburtstag',
  )
  expect(nameOf({}, { isLoading: true })).toBe('12. Juni 2026, wird geladen')
  expect(nameOf({ written: [1, 0, 0, 0] }, { special: ['birthday'], isLoading: true })).toBe(
    '12. Juni 2026, 1 Eintrag: Erzählen; Geburtstag; wird geladen',
  )
})

it('says that there is nothing', () => {
  expect(nameOf({})).toBe('12. Juni 2026, nichts')
})
