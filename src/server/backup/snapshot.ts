import { createHash } from 'node:crypto'
import sql, { raw, type Sql } from 'sql-template-tag'
import { quoteNames, type Pool, type Queries } from '../database/pool.ts'
import type { JournalConfig } from '../../domain/journal-config.ts'
import { StartupError } from '../settings/startup-error.ts'
import { backupTables, backupVersion, type BackupHeader, type BackupTable } from './format.ts'
import { journalIdOf } from './journal-id.ts'

/** The parts of a backup besides the database. Nothing secret: a stolen file opens no session. */
export interface BackupExtras {
  /** The public key, if there is one yet. */
  readonly anonKey?: string | undefined
  readonly settings: JournalConfig
  /** The name of the folder beside the file that has the pictures. */
  readonly pictures?: string
}

const rowsAtOnce = 500

/**
 * The lines of a backup, each with its line end, from one read-only repeatable-read transaction: a
 * concurrent write is in it completely or not at all. Holds `rowsAtOnce` rows in memory.
 */
export async function* snapshotLines(
  transaction: Queries,
  now: Date,
  extras: BackupExtras,
): AsyncGenerator<string> {
  const hash = createHash('sha256')
  const line = (value: string) => {
    hash.update(value).update('\n')
    return `${value}\n`
  }
  const counts: Record<string, number> = {}
  yield line(JSON.stringify({ ...(await headerOf(transaction, now)), ...extras }))
  for (const { table, columns } of await tablesOf(transaction)) {
    yield line(JSON.stringify({ table: table.name, columns }))
    counts[table.name] = 0
    for await (const rows of rowsOf(transaction, table, columns)) {
      counts[table.name] = (counts[table.name] ?? 0) + rows.length
      yield rows.map(({ row }) => line(row)).join('')
    }
  }
  yield `${JSON.stringify({ counts, sha256: hash.digest('hex') })}\n`
}

/** Runs `work` on one consistent state of the database, while others write. */
export async function inSnapshot<Result>(
  pool: Pool,
  work: (transaction: Queries) => Promise<Result>,
): Promise<Result> {
  // Without row security, a role to which it applies gets an error instead of a part of the rows.
  const settings = { TimeZone: 'UTC', row_security: 'off' }
  return pool.transaction(work, { mode: 'isolation level repeatable read read only', settings })
}

/** True if the database has a journal with accounts, which is worth a backup. */
export async function hasJournal(queries: Queries): Promise<boolean> {
  const [state] = await queries.query<{ made: boolean }>(sql`
    select to_regclass('public.profiles') is not null
      and to_regclass('supabase_migrations.schema_migrations') is not null as made`)
  if (state?.made !== true) return false
  return (await queries.query(sql`select from public.profiles limit 1`)).length > 0
}

async function headerOf(transaction: Queries, now: Date): Promise<BackupHeader> {
  if (!(await hasJournal(transaction)))
    throw new StartupError('There is no journal to back up yet.')
  const [state] = await transaction.query<{ schema: string; identifiers: string[] }>(sql`
    select (select max(version) from supabase_migrations.schema_migrations) as schema,
      array(select u.email::text from auth.users u join public.profiles p on p.id = u.id
        order by u.created_at, u.email) as identifiers`)
  if (state === undefined) throw new Error('a select without a table gave no row')
  const journalId = await journalIdOf(transaction)
  const takenAt = now.toISOString()
  return { format: 'unser-tagebuch', version: backupVersion, takenAt, journalId, ...state }
}

/** The tables of a backup that this database has, with the columns kept; a newer program knows more. */
export async function tablesOf(
  transaction: Queries,
): Promise<{ readonly table: BackupTable; readonly columns: readonly string[] }[]> {
  const found = await transaction.query<{ name: string }>(sql`
    select name from unnest(${backupTables.map(({ name }) => name)}::text[]) name
    where to_regclass(name) is not null`)
  const there = new Set(found.map(({ name }) => name))
  const tables = []
  for (const table of backupTables.filter(({ name }) => there.has(name)))
    tables.push({ table, columns: table.columns ?? (await columnsOf(transaction, table.name)) })
  return tables
}

async function columnsOf(transaction: Queries, table: string): Promise<string[]> {
  const rows = await transaction.query<{ name: string }>(sql`
    select attname as name from pg_catalog.pg_attribute
    where attrelid = ${table}::text::regclass and attnum > 0 and not attisdropped
      and attgenerated = ''
    order by attnum`)
  return rows.map(({ name }) => name)
}

/** Only rows of the two: other users of a shared auth schema do not belong to the journal. */
export function ofPartners(table: string): Sql {
  const column = { 'auth.users': 'id', 'auth.identities': 'user_id' }[table]
  return column === undefined ? sql`true` : sql`${raw(column)} in (select id from public.profiles)`
}

/** The rows of a table as JSON, by their key, a few at a time. */
export async function* rowsOf(
  transaction: Queries,
  table: BackupTable,
  columns: readonly string[],
): AsyncGenerator<{ row: string }[], void> {
  await transaction.query(sql`
    declare kept_rows no scroll cursor for select row_to_json(kept)::text as row from (
      select ${quoteNames(columns)} from ${raw(table.name)} where ${ofPartners(table.name)}
      order by ${quoteNames(table.key)}
    ) kept`)
  for (;;) {
    const next = await transaction.query<{ row: string }>(raw(`fetch ${rowsAtOnce} from kept_rows`))
    if (next.length > 0) yield next
    if (next.length < rowsAtOnce) break
  }
  await transaction.run('close kept_rows')
}
