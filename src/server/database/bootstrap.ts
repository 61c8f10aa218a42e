import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { authSchemaSql } from './auth-schema.ts'
import type { Pool } from './pool.ts'

/**
 * The parts of a hosted Supabase project before its first migration that a bare PostgreSQL lacks: the three roles,
 * schema `auth`, and the function that policies call. A database that already has all of it in this version, or a
 * hosted `auth` schema, is left alone.
 */
export async function bootstrap(pool: Pool): Promise<void> {
  const statements = [rolesSql, authSchemaSql, authFunctionSql, grantsSql].join('\n')
  const version = `unser-tagebuch ${createHash('sha256').update(statements).digest('hex').slice(0, 16)}`
  const [state] = await pool.query<{ mark: string | null; hosted: boolean }>(sql`
    select obj_description(to_regnamespace('auth')::oid, 'pg_namespace') as mark,
      to_regclass('auth.users') is not null as hosted`)
  const isOurs = state?.mark?.startsWith('unser-tagebuch ') === true
  if (state?.mark === version || (state?.hosted === true && !isOurs)) return
  await pool.transaction(async (transaction) => {
    await transaction.run(statements)
    await transaction.run(`comment on schema auth is '${version}'`)
  })
}

// `service_role` gets nothing here: no request of ours ever runs as it.
const rolesSql = `
do $$
declare
  role_name text;
begin
  foreach role_name in array array['anon', 'authenticated', 'service_role'] loop
    if not exists (select from pg_catalog.pg_roles where rolname = role_name) then
      execute format('create role %I nologin', role_name);
    end if;
    if not pg_catalog.pg_has_role(current_user, role_name, 'member') then
      execute format('grant %I to current_user', role_name);
    end if;
  end loop;
end
$$;
`

// The form hosted projects use: it reads a request's claims both one by one and as a whole.
const authFunctionSql = `
create or replace function auth.uid() returns uuid language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
  )::uuid
$$;
`

const grantsSql = `
grant usage on schema auth to anon, authenticated, service_role;
grant usage on schema public to anon, authenticated, service_role;
revoke create on schema public from public;
`
