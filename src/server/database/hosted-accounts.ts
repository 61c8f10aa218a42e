import sql from 'sql-template-tag'
import type { Queries } from './pool.ts'

/**
 * The columns in which a hosted project's sign-in service (GoTrue) accepts no null. Most have no
 * default, because the service itself always writes them.
 */
const neverNull: Readonly<Record<string, string>> = {
  instance_id: '00000000-0000-0000-0000-000000000000',
  is_super_admin: 'false',
  confirmation_token: '',
  recovery_token: '',
  email_change: '',
  email_change_token_new: '',
  email_change_token_current: '',
  phone_change: '',
  phone_change_token: '',
  reauthentication_token: '',
}

/**
 * Gives the journal's accounts what a hosted project's sign-in service expects of them: with one
 * null in these columns it answers every attempt with 500. A backup holds none of them, and the
 * embedded database, which has no `instance_id`, does not change.
 */
export async function completeHostedAccounts(transaction: Queries): Promise<void> {
  const found = await transaction.query<{ name: string }>(sql`
    select attname::text as name from pg_catalog.pg_attribute
    where attrelid = 'auth.users'::regclass and attname = any(${Object.keys(neverNull)})`)
  const columns = found.map(({ name }) => name)
  if (!columns.includes('instance_id')) return
  for (const column of columns)
    await transaction.run(`
      update auth.users set ${column} = '${neverNull[column]}'
      where ${column} is null and id in (select id from public.profiles)`)
}
