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

const named = (first: string, second = zeljka.name) => ({
  partners: [
    { ...jonas, name: first },
    { ...zeljka, name: second },
  ],
})
const identified = (first: string, second = zeljka.identifier) => ({
  partners: [
    { ...jonas, identifier: first },
    { ...zeljka, identifier: second },
  ],
})
const zoneProblem = 'timeZone must be an IANA time zone such as "Europe/Berlin"'
const sameNames = 'partners must have two different names (compared as sign-in compares them)'
const noDay = 'must be a day that exists, written YYYY-MM-DD'
const notAscii = (local: string) =>
  `identifier must be an ASCII form of the name, expected "${local}@tagebuch.internal"`

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

  it.each<[Record<string, unknown>, string]>([
    [{ title: undefined }, 'title is missing'],
    [{ title: ' ' }, 'title must not be empty'],
    [{ title: 7 }, 'title must be a text'],
    [{ titel: 'x' }, 'titel is unknown'],
    [{ timeZone: 'Europe/Bärlin' }, zoneProblem],
    [{ timeZone: '+01:00' }, zoneProblem],
    [{ partners: [jonas] }, 'partners[1] is missing'],
    [{ partners: [jonas, zeljka, jonas] }, 'partners must list exactly two people'],
    [{ partners: 'beide' }, 'partners must list exactly two people'],
    [named('Jonas '), 'partners[0].name must not begin or end with a space'],
    [named('J'), 'partners[0].name must have at least 2 characters'],
    [named('ŽELJKA'), sameNames],
    [named('Weiß', 'WEISS'), sameNames],
    [named('Željka', 'Z\u030celjka'), sameNames],
    [identified(zeljka.identifier), 'partners must have two different identifiers'],
    [identified(jonas.identifier, 'željka@tagebuch.internal'), `partners[1].${notAscii('zeljka')}`],
    [identified('jonas@example.com'), `partners[0].${notAscii('jonas')}`],
    [{ daysCounterFrom: '2025-02-29' }, `daysCounterFrom ${noDay}`],
    [{ specialDays: [{ kind: 'birthday', date: '14.08.1997' }] }, `specialDays[0].date ${noDay}`],
    [
      { specialDays: [{ kind: 'holiday', date: '1997-08-14' }] },
      'specialDays[0].kind must be "anniversary" or "birthday"',
    ],
    [
      { specialDays: [sample.specialDays[0], sample.specialDays[0]] },
      'specialDays must name each kind once at most',
    ],
    [{ daysCounterFrom: '0205-08-17' }, 'daysCounterFrom must not be before 1900'],
  ])('with %j is refused in one line: %s', (over, line) => {
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
