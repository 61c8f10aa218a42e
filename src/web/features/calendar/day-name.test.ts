import { expect, it } from 'vitest'
import { unmarked, type MarkedDay } from '../../../domain/calendar-day.ts'
import type { EntryId, Instant } from '../../../domain/ids.ts'
import type { JournalDay } from '../../../domain/journal-day.ts'
import { dayName, type ShownDay } from './day-name.ts'

const idea = { id: 'a' as EntryId, scheduledDate: '2026-06-12T10:00:00.000000Z' as Instant }
const nameOf = (marked: Partial<MarkedDay>, others: Partial<ShownDay> = {}, isSearch = false) => {
  const day = { day: '2026-06-12' as JournalDay, special: [], isLoading: false, ...others }
  return dayName({ ...day, marked: { ...unmarked, ...marked } }, isSearch)
}

it.each<[Partial<MarkedDay>, string]>([
  [
    { written: [2, 1, 0, 0], privates: [1, 0, 0, 0], planned: [idea] },
    '3 Einträge, davon 1 privat: Erzählen, Ideen; 1 geplante Idee',
  ],
  [{ written: [0, 0, 1, 0] }, '1 Eintrag: Gedanken & Notizen'],
  [{ written: [0, 0, 0, 1200] }, '1.200 Einträge: Übersetzungen'],
  [
    { written: [1, 0, 0, 0], photos: [2, 0, 0, 0], planned: [idea] },
    '1 Eintrag: Erzählen; 2 Fotos; 1 geplante Idee',
  ],
  [{ written: [0, 1, 0, 0], photos: [0, 1, 0, 0] }, '1 Eintrag: Ideen; 1 Foto'],
  [{ planned: [idea, idea] }, '2 geplante Ideen'],
  [{}, 'nichts'],
])(
  'the name of a day says all that its marks show, and how many photos there are: %j',
  (marked, name) => {
    expect(nameOf(marked)).toBe(`12. Juni 2026, ${name}`)
  },
)

it('in a search it counts hits', () => {
  expect(nameOf({ written: [3, 0, 0, 0] }, {}, true)).toBe('12. Juni 2026, 3 Treffer: Erzählen')
  expect(nameOf({ written: [1, 0, 0, 0] }, {}, true)).toBe('12. Juni 2026, 1 Treffer: Erzählen')
})

it('says special days, and what may still come', () => {
  const both = nameOf({}, { special: ['anniversary', 'birthday'] })
  expect(both).toBe('12. Juni 2026, Jahrestag; Geburtstag')
  expect(nameOf({}, { isLoading: true })).toBe('12. Juni 2026, wird geladen')
  const all = nameOf({ written: [1, 0, 0, 0] }, { special: ['birthday'], isLoading: true })
  expect(all).toBe('12. Juni 2026, 1 Eintrag: Erzählen; Geburtstag; wird geladen')
})
