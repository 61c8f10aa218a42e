import type { Sql } from 'postgres'
import { bootstrap } from './bootstrap.ts'
import { migrate } from './migrate.ts'

/**
 * Brings a database from any earlier state to the one this version needs: bootstrap, then the
 * migrations of a folder. Quick when nothing is to be done. Throws `StartupError`.
 */
export async function prepareDatabase(
  db: { readonly sql: Sql },
  migrationsDir: string,
): Promise<void> {
  await bootstrap(db.sql)
  await migrate(db.sql, migrationsDir)
}
