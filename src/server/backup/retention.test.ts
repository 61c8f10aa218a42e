import { describe, expect, it } from 'vitest'
import { addDays, type JournalDay } from '../../domain/journal-day.ts'
import { surplusBackups } from './retention.ts'

const nightly = (day: string, time = '031500', number = '') =>
  `tagebuch-${day}-${time}-nightly${number}.json.gz`
const days = (from: string, count: number, step = 1) =>
  Array.from({ length: count }, (_, at) => String(addDays(from as JournalDay, at * step)))
const always = '9999-12-31-000000'
const keptOf = (names: readonly string[], now = always) => {
  const surplus = new Set(surplusBackups('nightly', names, now))
  return names.filter((name) => !surplus.has(name))
}

describe('the backups that are kept', () => {
  it('of 500 nights are the last 7 days, 4 weeks and 12 months', () => {
    const names = days('2025-07-10', 500).map((day) => nightly(day))
    const lastDaysOfMonths = Array.from({ length: 11 }, (_, month) =>
      new Date(Date.UTC(2026, month, 0)).toISOString().slice(0, 10),
    )
    expect(keptOf(names)).toEqual(
      [
        ...lastDaysOfMonths,
        // Sundays; the fourth week and the twelfth month are those of the last night.
        ...days('2026-11-01', 3, 7),
        ...days('2026-11-15', 7),
      ]
        .filter((day, at, all) => all.indexOf(day) === at)
        .map((day) => nightly(day)),
    )
  })

  it('are the same whether they are thinned every night or once', () => {
    let left: string[] = []
    const names = days('2025-07-10', 500).map((day) => nightly(day))
    for (const name of names) left = keptOf([...left, name])
    expect(left).toEqual(keptOf(names))
  })

  it.each([
    ['nothing', []],
    ['one', ['2026-11-20']],
    ['seven that are months apart', days('2025-01-31', 7, 61)],
    ['the last of a long break', [...days('2024-02-01', 6), '2026-11-20']],
    ['a leap day among them', days('2024-02-25', 7)],
  ])('are all where there are few: %s', (_, given) => {
    const names = given.map((day) => nightly(day))
    expect(keptOf(names)).toEqual(names)
  })

  it('of several in a day are the last of it, also in an hour that comes twice', () => {
    const names = [
      nightly('2026-10-25', '021500'),
      nightly('2026-10-25', '021500', '-2'),
      nightly('2026-10-25', '021500', '-10'),
      nightly('2026-10-24', '235959'),
    ]
    expect(keptOf(names)).toEqual([names[2], names[3]])
  })

  it('are never replaced by those of a wrong clock', () => {
    const real = days('2026-11-14', 7).map((day) => nightly(day))
    const wrong = days('2031-01-01', 40, 30).map((day) => nightly(day))
    expect(keptOf([...wrong, ...real], '2026-11-20-031600')).toEqual([...wrong, ...real])
  })

  it('leave everything else alone: by hand, before a restore, drafts, days that do not exist', () => {
    const others = [
      'tagebuch-2020-01-01-120000.json.gz',
      'tagebuch-2020-01-01-120000-2.json.gz',
      'tagebuch-2020-01-01-120000-before-restore.json.gz',
      'tagebuch-2020-01-02-031500-nightly.json.gz.draft',
      'tagebuch-2020-02-31-031500-nightly.json.gz',
      'mein-tagebuch-2020-01-03-031500-nightly.json.gz',
      'Urlaub.json.gz',
      '2020-01-01',
    ]
    const nights = days('2026-01-01', 300).map((day) => nightly(day))
    const updates = days('2026-01-01', 300).map((day) =>
      nightly(day).replace('nightly', 'before-update'),
    )
    const surplus = surplusBackups('nightly', [...others, ...updates, ...nights], always)
    expect(surplus.length).toBeGreaterThan(0)
    expect(nights).toEqual(expect.arrayContaining([...surplus]))
  })
})
