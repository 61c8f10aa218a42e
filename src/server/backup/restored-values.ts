import sql, { join, raw, type Sql } from 'sql-template-tag'
import { quoteNames, type Queries } from '../database/pool.ts'
import { errorCode } from '../error-code.ts'
import { StartupError } from '../settings/startup-error.ts'
import { backupTables, type BackupHeader } from './format.ts'
import { ofPartners } from './snapshot.ts'

const day = 24 * 3_600_000

/** A column of one of a backup's tables that holds times. */
interface TimeColumn {
  /** With its schema. */
  readonly table: string
  readonly column: string
  /** True if the server sets it: not a person's date, and not one of schema `auth`. */
  readonly isOurs: boolean
}

/**
 * Throws `StartupError` if the header's time is later than this machine's clock by more than a day: nothing could
 * be compared with it.
 */
export function requirePastBackup({ takenAt }: BackupHeader, file: string): void {
  if (Date.parse(takenAt) <= Date.now() + day) return
  throw new StartupError(
    `The backup ${file} says that it was taken ${takenAt}, which is later than this machine's clock; ` +
      'is the clock right? Nothing was changed.',
  )
}

/**
 * No device can read infinity, years before Christ or after 9999, and PostgreSQL takes all of them. The
 * journal never writes one, so someone changed the file. Throws `StartupError`.
 */
export async function requireReadableTimes(transaction: Queries, file: string): Promise<void> {
  for (const { table, column } of await timeColumns(transaction)) {
    const name = quoteNames([column])
    const odd = await transaction.query(sql`
      select from ${raw(table)} where ${ofPartners(table)}
        and not (${name} >= '0001-01-01' and ${name} < '10000-01-01')
      limit 1`)
    if (odd.length > 0)
      throw new StartupError(
        `The backup ${file} has a time in ${table}.${column} that cannot be; nothing was changed.`,
      )
  }
}

/**
 * No time that the server sets is later than a day after the backup, or the journal's time would go on from there.
 * Of a file with such times someone changed it, or the clock of its machine was ahead and was put right. With
 * `moves`, the operator's word for the second, they become times of the last minute of that day, in their order.
 * Returns how many different times were moved. Throws `StartupError` where there is one and `moves` is false.
 */
export async function boundTimes(
  transaction: Queries,
  { takenAt }: BackupHeader,
  file: string,
  moves: boolean,
): Promise<number> {
  const bound = sql`${new Date(Date.parse(takenAt) + day - 60_000).toISOString()}::timestamptz`
  const late: TimeColumn[] = []
  for (const column of (await timeColumns(transaction)).filter(({ isOurs }) => isOurs)) {
    const found = await transaction.query(sql`
      select from ${raw(column.table)} where ${quoteNames([column.column])} > ${bound} limit 1`)
    if (found.length > 0) late.push(column)
  }
  const [first] = late
  if (first === undefined) return 0
  if (!moves)
    throw new StartupError(
      `The backup ${file} has a time in ${first.table}.${first.column} that is more than a day after the ` +
        'backup itself: someone changed the file, or the clock of its machine was ahead. If it was the clock, ' +
        'add --move-times, and such times become the time of the backup; nothing was changed.',
    )
  return moveTimes(transaction, late, bound)
}

async function moveTimes(
  transaction: Queries,
  late: readonly TimeColumn[],
  bound: Sql,
): Promise<number> {
  const times = late.map(
    ({ table, column }) =>
      sql`select ${quoteNames([column])} as late from ${raw(table)} where ${quoteNames([column])} > ${bound}`,
  )
  await transaction.query(sql`
    create temporary table moved_times on commit drop as
    select late, ${bound} + row_number() over (order by late) * interval '1 microsecond' as moved
    from (${join(times, ' union ')}) found`)
  for (const table of new Set(late.map((one) => one.table))) {
    const columns = late
      .filter((one) => one.table === table)
      .map(({ column }) => quoteNames([column]))
    // All at once, because a check compares them with each other.
    const set = columns.map(
      (name) =>
        sql`${name} = coalesce((select moved from moved_times where late = ${name}), ${name})`,
    )
    await transaction.query(sql`
      update ${raw(table)} set ${join(set)} where greatest(${join(columns)}) > ${bound}`)
  }
  return (await transaction.query(sql`select from moved_times`)).length
}

/** The zone of the file stays in force until a start writes that of the settings, which reckons with both. */
export async function requireKnownZone(transaction: Queries, file: string): Promise<void> {
  try {
    await transaction.query(sql`select now() at time zone time_zone from public.journal`)
  } catch (error) {
    if (errorCode(error) !== '22023') throw error
    throw new StartupError(
      `The backup ${file} has a time zone that the database does not know; nothing was changed.`,
    )
  }
}

/** By table, each column of the backup's tables that holds times. */
async function timeColumns(transaction: Queries): Promise<TimeColumn[]> {
  return transaction.query<TimeColumn>(sql`
    select name as "table", attname::text as "column",
      atttypid = 'timestamptz'::regtype and name like 'public.%'
        and attname not in ('scheduled_date', 'restored_to') as "isOurs"
    from unnest(${backupTables.map(({ name }) => name)}::text[]) as name
      join pg_catalog.pg_attribute on attrelid = to_regclass(name)
    where attnum > 0 and not attisdropped
      and atttypid = any('{date,timestamp,timestamptz}'::regtype[])
    order by 1, 2`)
}
