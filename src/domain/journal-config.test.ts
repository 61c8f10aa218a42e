import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseJournalConfig } from './journal-config.ts'

const jonas = { name: 'Jonas', identifier: 'jonas@tagebuch.internal' }
const zeljka = { name: 'Željka', identifier: 'zeljka@tagebuch.internal' }
const sample = {
  title: 'Unser Tagebuch',
  timeZone: 'Europe/Berlin',
  partners: [jonas, zeljka],
  specialDays: [{ kind: 'anniversary', date: '2025-08-17' }],
  daysCounterFrom: '2025-08-17',
}

function problemsOf(over: Record<string, unknown>): readonly string[] {
  const result = parseJournalConfig(JSON.stringify({ ...sample, ...over }))
  return result.ok ? [] : result.problems
}

describe('the settings file', () => {
  it('as it comes with the app is valid', () => {
    const file = new URL('../../journal.config.json', import.meta.url)
    expect(parseJournalConfig(readFileSync(file, 'utf8'))).toMatchObject({
      ok: true,
      journal: { title: 'Unser Tagebuch', partners: [jonas, zeljka] },
    })
  })

  it('is accepted as the sample has it', () => {
    expect(problemsOf({})).toEqual([])
    expect(problemsOf({ specialDays: [] })).toEqual([])
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['a missing title', { title: undefined }, 'title is missing'],
    ['an empty title', { title: ' ' }, 'title must not be empty'],
    ['a title that is no text', { title: 7 }, 'title must be a text'],
    ['an unknown field', { titel: 'x' }, 'titel is unknown'],
    [
      'an unknown zone',
      { timeZone: 'Europe/Bärlin' },
      'timeZone must be an IANA time zone such as "Europe/Berlin"',
    ],
    [
      'an offset instead of a zone',
      { timeZone: '+01:00' },
      'timeZone must be an IANA time zone such as "Europe/Berlin"',
    ],
    ['one partner', { partners: [jonas] }, 'partners[1] is missing'],
    [
      'three partners',
      { partners: [jonas, zeljka, jonas] },
      'partners must list exactly two people',
    ],
    ['no partners', { partners: 'beide' }, 'partners must list exactly two people'],
    [
      'a name with a space at its end',
      { partners: [{ ...jonas, name: 'Jonas ' }, zeljka] },
      'partners[0].name must not begin or end with a space',
    ],
    [
      'a name of one letter',
      { partners: [{ ...jonas, name: 'J' }, zeljka] },
      'partners[0].name must have at least 2 characters',
    ],
    [
      'the same name twice',
      { partners: [{ ...jonas, name: 'ŽELJKA' }, zeljka] },
      'partners must have two different names (compared as sign-in compares them)',
    ],
    [
      'two names that differ in ß and SS',
      {
        partners: [
          { ...jonas, name: 'Weiß' },
          { ...zeljka, name: 'WEISS' },
        ],
      },
      'partners must have two different names (compared as sign-in compares them)',
    ],
    [
      'two names in both Unicode forms',
      {
        partners: [
          { ...jonas, name: 'Željka' },
          { ...zeljka, name: 'Z\u030celjka' },
        ],
      },
      'partners must have two different names (compared as sign-in compares them)',
    ],
    [
      'the same identifier twice',
      { partners: [{ ...jonas, identifier: zeljka.identifier }, zeljka] },
      'partners must have two different identifiers',
    ],
    [
      'an identifier that is not ASCII',
      { partners: [jonas, { ...zeljka, identifier: 'željka@tagebuch.internal' }] },
      'partners[1].identifier must be an ASCII form of the name, expected "zeljka@tagebuch.internal"',
    ],
    [
      'an identifier elsewhere',
      { partners: [{ ...jonas, identifier: 'jonas@example.com' }, zeljka] },
      'partners[0].identifier must be an ASCII form of the name, expected "jonas@tagebuch.internal"',
    ],
    [
      'a day that does not exist',
      { daysCounterFrom: '2025-02-29' },
      'daysCounterFrom must be a day that exists, written YYYY-MM-DD',
    ],
    [
      'a day in another form',
      { specialDays: [{ kind: 'birthday', date: '14.08.1997' }] },
      'specialDays[0].date must be a day that exists, written YYYY-MM-DD',
    ],
    [
      'an unknown kind of day',
      { specialDays: [{ kind: 'holiday', date: '1997-08-14' }] },
      'specialDays[0].kind must be "anniversary" or "birthday"',
    ],
    [
      'the same kind of day twice',
      { specialDays: [sample.specialDays[0], sample.specialDays[0]] },
      'specialDays must name each kind once at most',
    ],
    [
      'a year with a slip of the pen',
      { daysCounterFrom: '0205-08-17' },
      'daysCounterFrom must not be before 1900',
    ],
  ])('names %s in one line', (_, over, line) => {
    expect(problemsOf(over)).toEqual([line])
  })

  it('names every mistake, not only the first', () => {
    expect(problemsOf({ title: '', timeZone: 'Mars', daysCounterFrom: 'x' })).toHaveLength(3)
  })

  it('is refused if it is not JSON, or not an object', () => {
    expect(parseJournalConfig('{\n  "title": "geheim",,\n}')).toEqual({
      ok: false,
      problems: ['it is not valid JSON at line 2, column 21'],
    })
    expect(parseJournalConfig('[]')).toMatchObject({ ok: false })
    expect(parseJournalConfig('null')).toMatchObject({ ok: false })
  })

  it('never repeats the file’s values', () => {
    const over = { title: { geheim: 'Passwort' }, partners: [7, 'Passwort'] }
    expect(problemsOf(over)).toHaveLength(3)
    expect(problemsOf(over).join()).not.toContain('Passwort')
  })
})
