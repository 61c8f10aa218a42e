import { addDays, daysBetween, parseJournalDay, type JournalDay } from '../../domain/journal-day.ts'
import { namesOf, type BackupSeries } from './backup-name.ts'

/** How many backups of each period are kept: the last one of each. */
const kept = [
  { count: 7, periodOf: (day: JournalDay): string => day },
  { count: 4, periodOf: mondayOf },
  { count: 12, periodOf: (day: JournalDay): string => day.slice(0, 7) },
]

/**
 * The files of a series that may be removed: all but the last one of the 7 newest days, 4 newest weeks (from
 * Monday) and 12 newest months that have any. Periods without a backup do not count, so nothing is lost while the
 * server is off. A name from the future (`now` is the stamp of this moment) comes from a wrong clock: it stays, and
 * is not counted.
 */
export function surplusBackups(
  series: BackupSeries,
  names: readonly string[],
  now: string,
): readonly string[] {
  const past = namesOf(series, names).filter(({ stamp }) => stamp <= now)
  const dated = past.flatMap(({ name, stamp }) => {
    const day = parseJournalDay(stamp.slice(0, 10))
    return day === undefined ? [] : { name, day }
  })
  const stays = new Set(
    kept.flatMap(({ count, periodOf }) => {
      const lastOf = new Map(dated.map(({ name, day }) => [periodOf(day), name]))
      return [...lastOf.values()].slice(-count)
    }),
  )
  return dated.map(({ name }) => name).filter((name) => !stays.has(name))
}

const aMonday = '2024-01-01' as JournalDay

function mondayOf(day: JournalDay): string {
  const weekday = ((daysBetween(aMonday, day) % 7) + 7) % 7
  return addDays(day, -weekday)
}
