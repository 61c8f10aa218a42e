import type { Pool } from './pool.ts'
import { bootstrap } from './bootstrap.ts'
import { migrate } from './migrate.ts'

/**
 * Brings a database from any earlier state to the one this version needs: bootstrap, then the
 * migrations of a folder, up to a version (14 digits) if one is given. Quick when nothing is to be
 * done. Throws `StartupError`.
 */
export async function prepareDatabase(
  db: { readonly pool: Pool },
  migrationsDir: string,
  upTo?: string,
): Promise<void> {
  await bootstrap(db.pool)
  await migrate(db.pool, migrationsDir, upTo)
}
