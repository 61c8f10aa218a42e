import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { parseJournalConfig } from './journal-config.ts'
import { journalSettingsSchema } from './settings.ts'

const valid = {
  title: 'Unser Tagebuch',
  timeZone: 'Europe/Berlin',
  partners: [
    { name: 'Jonas', identifier: 'jonas@tagebuch.internal' },
    { name: 'Željka', identifier: 'zeljka@tagebuch.internal' },
  ],
  specialDays: [
    { kind: 'anniversary', date: '2025-08-17' },
    { kind: 'birthday', date: '1997-08-14' },
  ],
  daysCounterFrom: '2025-08-17',
}
const [jonas, zeljka] = valid.partners

describe('the settings file', () => {
  it('as it comes with the app is valid', () => {
    const file = new URL('../../journal.config.json', import.meta.url)
    expect(parseJournalConfig(JSON.parse(readFileSync(file, 'utf8')))).toEqual({
      ok: true,
      config: valid,
    })
  })

  it.each([
    [{ ...valid, title: ' ' }, 'title: must not be empty'],
    [{ ...valid, title: 7 }, 'title: must be text'],
    [
      { ...valid, timeZone: 'Berlin' },
      'timeZone: must be an IANA time zone such as "Europe/Berlin"',
    ],
    [{ ...valid, partners: [jonas] }, 'partners: must be exactly two'],
    [{ ...valid, partners: [jonas, zeljka, jonas] }, 'partners: must be exactly two'],
    [{ ...valid, partners: 'beide' }, 'partners: must be a list'],
    [
      { ...valid, partners: [jonas, { ...zeljka, name: 'JONAS' }] },
      'partners: must have different names',
    ],
    [
      { ...valid, partners: [jonas, { ...jonas, name: 'Ana' }] },
      'partners: must have different identifiers',
    ],
    [
      { ...valid, partners: [jonas, { ...zeljka, name: 'Ž' }] },
      'partners[1].name: must have at least 2 characters',
    ],
    [
      { ...valid, partners: [jonas, { ...zeljka, identifier: 'željka@tagebuch.internal' }] },
      'partners[1].identifier: must be lower-case ASCII followed by "@tagebuch.internal"',
    ],
    [{ ...valid, partners: [jonas, { name: 'Ana' }] }, 'partners[1].identifier: is missing'],
    [{ ...valid, partners: [jonas, 'Ana'] }, 'partners[1]: must be an object'],
    [
      { ...valid, specialDays: [{ kind: 'wedding', date: '2025-08-17' }] },
      'specialDays[0].kind: must be "anniversary" or "birthday"',
    ],
    [
      { ...valid, specialDays: [{ kind: 'birthday', date: '2025-02-30' }] },
      'specialDays[0].date: must be a day that exists, written YYYY-MM-DD',
    ],
    [
      { ...valid, specialDays: [valid.specialDays[0], valid.specialDays[0]] },
      'specialDays: must name each kind once at most',
    ],
    [
      { ...valid, daysCounterFrom: 'gestern' },
      'daysCounterFrom: must be a day that exists, written YYYY-MM-DD',
    ],
    [{ ...valid, daysCounterFrom: undefined }, 'daysCounterFrom: must be text'],
    [{ ...valid, farbe: 'rot' }, 'farbe: is not a known setting'],
    [[], 'title: is missing'],
    ['text', 'the file: must be an object'],
    [null, 'the file: must be an object'],
  ])('%#: is refused with its own line', (json, problem) => {
    const parsed = parseJournalConfig(json)
    expect(parsed.ok ? [] : parsed.problems).toContain(problem)
  })

  it('names every mistake in a line of its own', () => {
    const parsed = parseJournalConfig({ ...valid, title: '', timeZone: 'x', farbe: 1 })
    expect(parsed.ok ? [] : parsed.problems).toHaveLength(3)
  })

  it('never repeats what stands in the file', () => {
    const parsed = parseJournalConfig({
      ...valid,
      title: { geheim: 'Passwort' },
      partners: [7, 'Passwort'],
    })
    expect(JSON.stringify(parsed)).not.toContain('Passwort')
  })
})

describe('the settings of the signed-in', () => {
  it('are read in the spelling of the domain', () => {
    const settings = {
      timeZone: valid.timeZone,
      specialDays: valid.specialDays,
      daysCounterFrom: valid.daysCounterFrom,
      updatedAt: '2025-08-17T12:00:00.000000Z',
    }
    expect(v.parse(journalSettingsSchema, settings)).toEqual(settings)
  })
})
