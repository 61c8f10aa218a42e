import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import sql from 'sql-template-tag'
import type { Pool, Queries } from './pool.ts'
import { StartupError } from '../settings/startup-error.ts'
import { errorLabel } from '../error-code.ts'

const fileName = /^(\d{14})_([a-z0-9_]+)\.sql$/
/** Any fixed number: two servers on one database apply migrations one after the other. */
const lockNumber = 7_294_116_003

/**
 * The SQL files of a folder that a database has not seen, in the order of their names, up to a version
 * (14 digits) if one is given. Throws `StartupError` when the database has seen newer ones than the
 * folder holds: an older program would not know what its rows mean.
 */
export async function pendingMigrations(
  pool: Pool,
  migrationsDir: string,
  upTo = '99999999999999',
): Promise<readonly string[]> {
  const files = await migrationsIn(migrationsDir)
  const newest = files.at(-1)
  if (newest === undefined) throw new StartupError(`No migrations found in ${migrationsDir}.`)
  const known = await appliedVersions(pool)
  const newer = [...known].filter((version) => version > versionOf(newest)).sort()
  if (newer.length > 0)
    throw new StartupError(
      `The database was brought to schema ${newer.at(-1)} by a newer version of the program, and this ` +
        `one knows ${versionOf(newest)}. Start the newer version again, or go back with a backup from ` +
        'before the update (docs/operations.md "Going back"); nothing was changed.',
    )
  return files.filter((file) => !known.has(versionOf(file)) && versionOf(file) <= upTo)
}

/** The schemas that this program knows, by version number, oldest first. */
export async function schemasOf(migrationsDir: string): Promise<readonly string[]> {
  return (await migrationsIn(migrationsDir)).map(versionOf)
}

async function migrationsIn(folder: string): Promise<readonly string[]> {
  return (await readdir(folder)).filter((file) => fileName.test(file)).sort()
}

/**
 * Applies those files, all in one transaction, and records them where the Supabase command line does.
 * Returns the names applied. Throws `StartupError` naming the file that failed; then, and after a
 * crash, the database is as it was, and the program that used it last still can.
 */
export async function migrate(
  pool: Pool,
  migrationsDir: string,
  upTo?: string,
): Promise<readonly string[]> {
  const pending = await pendingMigrations(pool, migrationsDir, upTo)
  if (pending.length === 0) return []
  let current = pending[0]
  try {
    await pool.transaction(async (transaction) => {
      await transaction.query(sql`select pg_advisory_xact_lock(${lockNumber})`)
      await transaction.run(`
        create schema if not exists supabase_migrations;
        create table if not exists supabase_migrations.schema_migrations (
          version text primary key, statements text[], name text
        );`)
      for (const file of pending) {
        current = file
        await apply(transaction, file, await readFile(path.join(migrationsDir, file), 'utf8'))
      }
    })
  } catch (error) {
    throw new StartupError(
      `The migration ${current} failed (${errorLabel(error)}); the database is as it was before.`,
    )
  }
  return pending
}

async function appliedVersions(pool: Pool): Promise<ReadonlySet<string>> {
  const [state] = await pool.query<{ exists: boolean }>(sql`
    select to_regclass('supabase_migrations.schema_migrations') is not null as exists`)
  if (state?.exists !== true) return new Set()
  const rows = await pool.query<{ version: string }>(sql`
    select version from supabase_migrations.schema_migrations`)
  return new Set(rows.map((row) => row.version))
}

/** Another server may have applied the file while this one waited for the lock. */
async function apply(transaction: Queries, file: string, text: string): Promise<void> {
  const version = versionOf(file)
  const done = await transaction.query(sql`
    select from supabase_migrations.schema_migrations where version = ${version}`)
  if (done.length > 0) return
  await transaction.run(text)
  await transaction.query(sql`
    insert into supabase_migrations.schema_migrations (version, statements, name)
    values (${version}, ${[text]}, ${fileName.exec(file)?.[2] ?? ''})`)
}

function versionOf(file: string): string {
  return file.slice(0, 14)
}
