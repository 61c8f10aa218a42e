import sql from 'sql-template-tag'
import type { Pool } from '../database/pool.ts'
import { StartupError } from '../settings/startup-error.ts'
import { restoredTables } from './format.ts'

/**
 * Checks that this database can take a backup: the role's rights, no other client. Changes nothing.
 * Throws `StartupError` with what is missing.
 */
export async function requireRestorable(pool: Pool): Promise<void> {
  await requireRights(pool)
  await requireAlone(pool)
}

async function requireRights(pool: Pool): Promise<void> {
  const [may] = await pool.query<{ own: boolean; accounts: boolean }>(sql`
    select
      (select bool_and(pg_has_role(relowner, 'usage')) from pg_catalog.pg_class
        where oid = any(${[...restoredTables]}::text[]::regclass[])) as own,
      (select bool_and(has_table_privilege(oid, 'select, insert, delete')) from pg_catalog.pg_class
        where oid = any('{auth.users,auth.identities,auth.sessions,auth.refresh_tokens}'::regclass[]))
        as accounts`)
  if (may === undefined || !may.own)
    throw new StartupError(
      'The role in DATABASE_URL must own the tables of schema public to restore them.',
    )
  if (!may.accounts)
    throw new StartupError(
      'The role in DATABASE_URL must be allowed to insert and delete in the tables of schema auth.',
    )
}

/** A server with another data directory may use the same DATABASE_URL. */
async function requireAlone(pool: Pool): Promise<void> {
  const servers = await pool.query(sql`
    select from pg_catalog.pg_stat_activity where datname = current_database()
      and (application_name = 'unser-tagebuch-api' or application_name like 'journal realtime%')`)
  if (servers.length > 0)
    throw new StartupError('A server is using this database; stop it before a restore.')
}
