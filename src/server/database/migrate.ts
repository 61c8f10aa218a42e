import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Sql } from 'postgres'
import { StartupError } from '../settings/startup-error.ts'
import { errorLabel } from '../error-code.ts'

const fileName = /^(\d{14})_([a-z0-9_]+)\.sql$/
/** Any fixed number: two servers on one database apply migrations one after the other. */
const lockNumber = 7_294_116_003

/**
 * Applies the SQL files of a folder that the database has not seen, in the order of their names, each
 * in a transaction, and records them where the Supabase command line does. Returns the names
 * applied. Throws `StartupError` naming the file that failed; its transaction is undone.
 */
export async function migrate(sql: Sql, migrationsDir: string): Promise<readonly string[]> {
  const files = (await readdir(migrationsDir)).filter((file) => fileName.test(file)).sort()
  if (files.length === 0) throw new StartupError(`No migrations found in ${migrationsDir}.`)
  const known = await appliedVersions(sql)
  const pending = files.filter((file) => !known.has(versionOf(file)))
  for (const file of pending) {
    await apply(sql, file, await readFile(path.join(migrationsDir, file), 'utf8'))
  }
  return pending
}

async function appliedVersions(sql: Sql): Promise<ReadonlySet<string>> {
  const [state] = await sql<{ exists: boolean }[]>`
    select to_regclass('supabase_migrations.schema_migrations') is not null as exists`
  if (state?.exists !== true) {
    await sql.unsafe(`
      create schema if not exists supabase_migrations;
      create table if not exists supabase_migrations.schema_migrations (
        version text primary key, statements text[], name text
      );`)
  }
  const rows = await sql<{ version: string }[]>`
    select version from supabase_migrations.schema_migrations`
  return new Set(rows.map((row) => row.version))
}

async function apply(sql: Sql, file: string, text: string): Promise<void> {
  const name = fileName.exec(file)?.[2] ?? ''
  try {
    await sql.begin(async (transaction) => {
      await transaction`select pg_advisory_xact_lock(${lockNumber})`
      const done = await transaction`
        select from supabase_migrations.schema_migrations where version = ${versionOf(file)}`
      if (done.length > 0) return
      await transaction.unsafe(text)
      await transaction`
        insert into supabase_migrations.schema_migrations (version, statements, name)
        values (${versionOf(file)}, ${[text]}, ${name})`
    })
  } catch (error) {
    throw new StartupError(`The migration ${file} failed (${errorLabel(error)}).`)
  }
}

function versionOf(file: string): string {
  return file.slice(0, 14)
}
