import sql from 'sql-template-tag'
import type { Pool } from '../../database/pool.ts'
import { journalTables } from '../../../domain/journal-tables.ts'
import { mayCreateScratch } from '../../backup/scratch-database.ts'
import { clockBehind, clockBehindLine, mostBehind } from '../../database/clock-behind.ts'
import { pendingMigrations } from '../../database/migrate.ts'
import { migrationsDir } from '../../settings/project-root.ts'
import type { Settings } from '../../settings/settings.ts'
import { StartupError } from '../../settings/startup-error.ts'
import { hasDatabase, withDatabaseAsItIs } from '../operator-database.ts'
import { checkPhotos } from './check-photos.ts'
import { ok, warning, wrong, type Finding } from './finding.ts'

/** Seconds by which two clocks may differ. */
const clocksDiffer = 5

/** Checks the database, that of a running server or one started for this. Changes nothing. */
export async function checkDatabase(settings: Settings): Promise<readonly Finding[]> {
  if (!hasDatabase(settings))
    return [warning('database', `there is no journal in ${settings.dataDir}; npm start makes one`)]
  try {
    return await withDatabaseAsItIs(settings, async (pool) => [
      await checkSchema(pool),
      await checkPublication(pool),
      await checkSlots(pool),
      ...(await checkProof(pool)),
      await checkClock(pool),
      ...(await checkPhotos(pool, settings)),
    ])
  } catch (error) {
    if (error instanceof StartupError) return [wrong('database', error.message)]
    throw error
  }
}

async function checkSchema(pool: Pool): Promise<Finding> {
  const pending = await pendingMigrations(pool, migrationsDir)
  const [row] = await pool.query<{ version: string }>(
    sql`select current_setting('server_version') as version`,
  )
  const answers = `PostgreSQL ${row?.version ?? ''} answers`
  return pending.length === 0
    ? ok('database', answers)
    : warning('database', `${answers}; the next start updates it, after a backup`)
}

async function checkPublication(pool: Pool): Promise<Finding> {
  const wanted = journalTables.filter((table) => !['server_starts', 'photo_files'].includes(table))
  const rows = await pool.query<{ name: string }>(sql`
    select tablename::text as name from pg_publication_tables
    where pubname = 'supabase_realtime' and schemaname = 'public'`)
  const there = new Set(rows.map(({ name }) => name))
  const missing = wanted.filter((table) => !there.has(table))
  if (missing.length === 0) return ok('publication', 'it carries every table')
  const tables = missing.map((table) => `public.${table}`).join(', ')
  return wrong(
    'publication',
    `changes of ${tables} reach no device: alter publication supabase_realtime add table ${tables}`,
  )
}

async function checkProof(pool: Pool): Promise<readonly Finding[]> {
  if (await mayCreateScratch(pool)) return []
  return [
    warning(
      'proof',
      'backups are made and not proved by a restore: let the role create databases (alter role … createdb)',
    ),
  ]
}

/** Our own slots end with their connection; an unused one keeps the write-ahead log, which fills the disk. */
async function checkSlots(pool: Pool): Promise<Finding> {
  const idle = await pool.query<{ name: string }>(sql`
    select slot_name::text as name from pg_replication_slots where not active order by 1`)
  if (idle.length === 0) return ok('slots', 'none is left behind')
  const names = idle.map(({ name }) => name).join(', ')
  return wrong(
    'slots',
    `no one reads ${names}, and the log is kept for it; if it is not needed: select pg_drop_replication_slot('…')`,
  )
}

async function checkClock(pool: Pool): Promise<Finding> {
  const asked = Date.now()
  const [row] = await pool.query<{ now: Date }>(sql`select clock_timestamp() as now`)
  const seconds = Math.round(Math.abs((row?.now.getTime() ?? 0) - (asked + Date.now()) / 2) / 1000)
  if (seconds > clocksDiffer)
    return wrong('clock', `this machine and the database are ${seconds} s apart; set both by NTP`)
  const [clock] = await pool.query<{ made: boolean }>(sql`
    select to_regclass('private.clock') is not null as made`)
  if (clock?.made !== true) return ok('clock', 'agrees with the database')
  const behind = await clockBehind(pool)
  if (behind > mostBehind) return wrong('clock', clockBehindLine(behind))
  const [last] = await pool.query<{ ahead: number }>(sql`
    select coalesce(extract(epoch from max(started_at) - clock_timestamp()), 0)::int as ahead
    from public.server_starts`)
  const ahead = last?.ahead ?? 0
  return ahead > clocksDiffer
    ? wrong('clock', `an earlier start was ${ahead} s later than now: is the clock right?`)
    : ok('clock', 'agrees with the database and goes forward')
}
