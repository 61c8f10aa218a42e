import { hostedAuthTables } from './auth-tables.ts'

/**
 * A hosted project's roles, as `supabase/postgres` makes them: `postgres` owns what is built on the
 * project and is no superuser. The passwords are those of the cluster.
 */
export function hostedRoles(password: string): string {
  return `
create role postgres login createdb createrole replication bypassrls password '${password}';
create role anon nologin;
create role authenticated nologin;
create role service_role nologin bypassrls;
create role authenticator login noinherit password '${password}';
create role supabase_auth_admin login noinherit password '${password}';
create role dashboard_user createdb createrole replication;
grant anon, authenticated, service_role to authenticator;
grant anon, authenticated, service_role to postgres with admin option;
grant pg_monitor, pg_signal_backend, pg_read_all_data to postgres;
-- The extension supautils lets this role set it there.
grant set on parameter session_replication_role to postgres;
alter role postgres set search_path to "$user", public, extensions;
alter role authenticator set statement_timeout = '8s';`
}

/**
 * The parts of a project's database before its first migration. The tables of `auth` are those that GoTrue's
 * migrations make, and their owner is not ours.
 */
export const hostedDatabase = `
create schema extensions;
create extension "uuid-ossp" schema extensions;
create extension pgcrypto schema extensions;
create extension pg_stat_statements schema extensions;
grant usage on schema extensions to postgres, anon, authenticated, service_role;
grant all on all tables in schema extensions to postgres;

create schema auth authorization supabase_admin;
${hostedAuthTables}
create function auth.uid() returns uuid language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')
  )::uuid
$$;
create function auth.role() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.role', true), ''),
    (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role')
  )::text
$$;
create function auth.jwt() returns jsonb language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')
  )::jsonb
$$;
do $$ declare part regclass; begin
  for part in select oid from pg_class where relnamespace = 'auth'::regnamespace and relkind = 'r' loop
    execute format('alter table %s owner to supabase_auth_admin', part);
    execute format('alter table %s enable row level security', part);
  end loop;
end $$;
alter function auth.uid() owner to supabase_auth_admin;
alter function auth.role() owner to supabase_auth_admin;
alter function auth.jwt() owner to supabase_auth_admin;
grant usage on schema auth to postgres, anon, authenticated, service_role;
grant all on schema auth to supabase_auth_admin, dashboard_user;
grant all on all tables in schema auth to postgres, dashboard_user;
grant all on all sequences in schema auth to postgres, dashboard_user;
grant all on all routines in schema auth to postgres, dashboard_user;

grant usage on schema public to postgres, anon, authenticated, service_role;
grant create on schema public to postgres;
do $$ declare maker text; kind text; begin
  foreach maker in array array['postgres', 'supabase_admin'] loop
    foreach kind in array array['tables', 'functions', 'sequences'] loop
      execute format('alter default privileges for role %I in schema public
        grant all on %s to postgres, anon, authenticated, service_role', maker, kind);
    end loop;
  end loop;
end $$;

create publication supabase_realtime;
alter publication supabase_realtime owner to postgres;`
