import { createHash } from 'node:crypto'
import type postgres from 'postgres'
import type { JournalConfig } from '../../domain/journal-config.ts'
import { StartupError } from '../settings/startup-error.ts'
import { backupTables, backupVersion, type BackupHeader, type BackupTable } from './format.ts'
import { journalIdOf } from './journal-id.ts'

/** What a backup holds besides the database. Nothing secret: a stolen file opens no session. */
export interface BackupExtras {
  /** The public key, if there is one yet. */
  readonly anonKey?: string | undefined
  readonly settings: JournalConfig
}

const rowsAtOnce = 500

/**
 * The lines of a backup, each with its line end, from one read-only repeatable-read transaction: a
 * concurrent write is in it completely or not at all. Holds `rowsAtOnce` rows in memory.
 */
export async function* snapshotLines(
  transaction: postgres.TransactionSql,
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
  sql: postgres.Sql,
  work: (transaction: postgres.TransactionSql) => Promise<Result>,
): Promise<Result> {
  const result = await sql.begin('isolation level repeatable read read only', async (own) => {
    await own`set local time zone 'UTC'`
    // A role to which row level security applies gets an error instead of a part of the rows.
    await own`set local row_security = off`
    return { value: await work(own) }
  })
  return result.value
}

/** True if the database has a journal with accounts, which is worth a backup. */
export async function hasJournal(sql: postgres.Sql | postgres.TransactionSql): Promise<boolean> {
  const [state] = await sql<{ made: boolean }[]>`
    select to_regclass('public.profiles') is not null
      and to_regclass('supabase_migrations.schema_migrations') is not null as made`
  if (state?.made !== true) return false
  return (await sql`select from public.profiles limit 1`).length > 0
}

async function headerOf(transaction: postgres.TransactionSql, now: Date): Promise<BackupHeader> {
  if (!(await hasJournal(transaction)))
    throw new StartupError('There is no journal to back up yet.')
  const [state] = await transaction<{ schema: string; identifiers: string[] }[]>`
    select (select max(version) from supabase_migrations.schema_migrations) as schema,
      array(select u.email::text from auth.users u join public.profiles p on p.id = u.id
        order by u.created_at, u.email) as identifiers`
  if (state === undefined) throw new Error('a select without a table gave no row')
  const journalId = await journalIdOf(transaction)
  const takenAt = now.toISOString()
  return { format: 'unser-tagebuch', version: backupVersion, takenAt, journalId, ...state }
}

/** The tables of a backup that this database has, with the columns kept; a newer program knows more. */
export async function tablesOf(
  transaction: postgres.TransactionSql,
): Promise<{ readonly table: BackupTable; readonly columns: readonly string[] }[]> {
  const found = await transaction<{ name: string }[]>`
    select name from unnest(${backupTables.map(({ name }) => name)}::text[]) name
    where to_regclass(name) is not null`
  const there = new Set(found.map(({ name }) => name))
  const tables = []
  for (const table of backupTables.filter(({ name }) => there.has(name)))
    tables.push({ table, columns: table.columns ?? (await columnsOf(transaction, table.name)) })
  return tables
}

async function columnsOf(transaction: postgres.TransactionSql, table: string): Promise<string[]> {
  const rows = await transaction<{ name: string }[]>`
    select attname as name from pg_catalog.pg_attribute
    where attrelid = ${table}::text::regclass and attnum > 0 and not attisdropped
      and attgenerated = ''
    order by attnum`
  return rows.map(({ name }) => name)
}

/** The rows of a table as JSON, by their key, a few at a time. */
export function rowsOf(
  transaction: postgres.TransactionSql,
  table: BackupTable,
  columns: readonly string[],
): AsyncIterable<{ row: string }[]> {
  // Only the two: other users of a shared auth schema do not belong to the journal.
  const partners = transaction`select id from public.profiles`
  const rows =
    table.name === 'auth.users'
      ? transaction`where id in (${partners})`
      : table.name === 'auth.identities'
        ? transaction`where user_id in (${partners})`
        : transaction``
  return transaction<{ row: string }[]>`
    select row_to_json(kept)::text as row from (
      select ${transaction(columns)} from ${transaction(table.name)} ${rows}
      order by ${transaction(table.key)}
    ) kept`.cursor(rowsAtOnce)
}
