import sql, { raw } from 'sql-template-tag'
import type { Queries } from '../database/pool.ts'
import { errorCode } from '../error-code.ts'
import { StartupError } from '../settings/startup-error.ts'
import { hasEntries, planImport, type ImportPlan } from './import-plan.ts'
import { importTables, type ImportTable } from './import-tables.ts'

/** The rows that an import has added to each table, and those that the database's limits do not allow. */
export interface Added extends ImportPlan {
  /** By table and id. */
  readonly refused: readonly string[]
}

/** Rows that are added before the import looks whether someone waits for it: about a tenth of a second. */
const rowsAtOnce = 500

/** So often it begins again where somebody's write waits for it. */
const mostTries = 10

/** Somebody's write waits for a row that this import has added or keeps, beside the database's own codes for this. */
class OthersWait extends Error {}

/** Adds what is missing of what was loaded. Throws `StartupError`, and has added nothing, if others write the same. */
export async function addInOneTransaction(session: Queries): Promise<Added> {
  for (let tries = 1; tries <= mostTries; tries += 1) {
    await session.run(`begin; set local lock_timeout = '300ms'`)
    try {
      const added = await addMissing(session)
      await session.run('commit')
      return added
    } catch (error) {
      await session.run('rollback')
      if (!(error instanceof OthersWait) && !/^(40|55P03)/.test(errorCode(error) ?? '')) throw error
    }
  }
  throw new StartupError('Nothing was added: others write to the same entries. Try it again later.')
}

/** Rows that name entries of before come last: they keep changes of these entries waiting until the commit. */
async function addMissing(transaction: Queries): Promise<Added> {
  const { deleted, withoutEntry } = await planImport(transaction)
  await transaction.query(sql`
    insert into private.moved_rows select given, table_name, user_id, id from moved
    on conflict on constraint moved_rows_pkey do update set id = excluded.id`)
  const adding = new Adding(transaction)
  for (const isLate of [false, true])
    // Photos come after it, with their pictures (`addPhotos`).
    for (const table of importTables) if (table.name !== 'photos') await adding.add(table, isLate)
  return { counts: adding.counts, deleted, withoutEntry, refused: adding.refused }
}

/** Columns that no file says. Those that triggers set need no line. */
const computed: Readonly<Record<string, string>> = {
  // As old as a read marker can be: no bell counts it as new (D7).
  visible_since: `timestamptz '1970-01-01 00:00:00+00'`,
  edit_version: 'private.new_edit_version()',
  is_hidden: `(select e.is_private and e.user_id <> m.user_id from public.entries as e where e.id = m.entry_id)`,
}

class Adding {
  readonly counts: Record<string, number> = {}
  readonly refused: string[] = []
  readonly #transaction: Queries

  constructor(transaction: Queries) {
    this.#transaction = transaction
  }

  async add(table: ImportTable, isLate: boolean): Promise<void> {
    this.counts[table.name] ??= 0
    const [last] = await this.#transaction.query<{ n: number; columns: string[] }>(sql`
      select
        (select coalesce(max(n), 0) from ${raw(`missing_${table.name}`)} where is_late = ${isLate}) as n,
        (select array_agg(quote_ident(attname)) from pg_catalog.pg_attribute
          where attrelid = ${`public.${table.name}`}::regclass and attnum > 0 and not attisdropped) as columns`)
    const { n = 0, columns = [] } = last ?? {}
    for (let from = 1; from <= n; from += rowsAtOnce) {
      await this.#try(table, columns, { isLate, from, to: from + rowsAtOnce - 1 })
      await this.#requireNoOneWaits()
    }
  }

  /** Halves what is refused, down to the rows that the database does not take. */
  async #try(table: ImportTable, columns: readonly string[], rows: Rows): Promise<void> {
    const { from, to } = rows
    await this.#transaction.run('savepoint rows')
    try {
      this.counts[table.name] =
        (this.counts[table.name] ?? 0) + (await insertRows(this.#transaction, table, columns, rows))
      await this.#transaction.run('release savepoint rows')
    } catch (error) {
      // Values that cannot be, and constraints.
      if (!/^2[23]/.test(errorCode(error) ?? '')) throw error
      await this.#transaction.run('rollback to savepoint rows; release savepoint rows')
      if (from === to) return this.#refuse(table, from)
      const middle = Math.floor((from + to) / 2)
      await this.#try(table, columns, { ...rows, to: middle })
      await this.#try(table, columns, { ...rows, from: middle + 1 })
    }
  }

  async #refuse({ name }: ImportTable, n: number): Promise<void> {
    const [row] = await this.#transaction.query<{ id: string }>(sql`
      delete from ${raw(`missing_${name}`)} where n = ${n} returning given::text as id`)
    if (row !== undefined) this.refused.push(`${name} ${row.id}`)
  }

  async #requireNoOneWaits(): Promise<void> {
    const [row] = await this.#transaction.query<{ waits: boolean }>(sql`
      select exists (
        select from pg_catalog.pg_locks
        where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))
      ) as waits`)
    if (row?.waits === true) throw new OthersWait()
  }
}

interface Rows {
  readonly isLate: boolean
  /** The first and the last row by their numbers. */
  readonly from: number
  readonly to: number
}

async function insertRows(
  transaction: Queries,
  table: ImportTable,
  columns: readonly string[],
  { isLate, from, to }: Rows,
): Promise<number> {
  const { name, entries } = table
  const chosen = sql`from ${raw(`missing_${name}`)} as m
    where m.n between ${from} and ${to} and m.is_late = ${isLate}`
  if (isLate)
    for (const column of entries)
      await transaction.query(sql`
        select from public.entries where id in (select ${raw(column)} ${chosen}) order by id for share`)
  const values = columns.map((column) => computed[column] ?? `m.${column}`)
  const [row] = await transaction.query<{ count: number }>(sql`
    with added as (
      insert into ${raw(`public.${name}`)} (${raw(columns.join())})
      select ${raw(values.join())} ${chosen} and ${raw(hasEntries(table, ['public.entries']))}
      on conflict do nothing returning 1
    ) select count(*)::int as count from added`)
  return row?.count ?? 0
}
