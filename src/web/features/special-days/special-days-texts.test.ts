import { describe, expect, it } from 'vitest'
import { parseJournalDay } from '../../../domain/journal-day.ts'
import { specialDaysOn } from '../../../domain/special-day.ts'
import { specialDayTexts } from './special-days-texts.ts'

describe('the texts of a special day', () => {
  it.each([
    [
      'anniversary',
      '2024-02-29',
      'Heute ist unser erster Tag!',
      'Heute haben wir uns kennengelernt.',
    ],
    [
      'anniversary',
      '2026-02-28',
      'Heute ist unser Jahrestag!',
      'Heute vor zwei Jahren haben wir uns kennengelernt.',
    ],
    ['birthday', '2024-02-29', 'Heute ist Geburtstag!', 'Willkommen auf der Welt!'],
    ['birthday', '2052-02-29', 'Heute ist Geburtstag!', 'Alles Gute zum 28. Geburtstag!'],
  ] as const)(
    'of the %s on %s say which it is: the first or a later one',
    (kind, on, title, sentence) => {
      const [today, date] = [parseJournalDay(on), parseJournalDay('2024-02-29')]
      if (today === undefined || date === undefined) throw new Error('no day')
      const [day] = specialDaysOn(today, [{ kind, date }])
      if (day === undefined) throw new Error('nothing is celebrated')
      expect(specialDayTexts[kind].title(day)).toBe(title)
      expect(specialDayTexts[kind].sentence(day)).toBe(sentence)
    },
  )
})
