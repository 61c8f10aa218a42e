import { describe, expect, it } from 'vitest'
import { raw } from 'sql-template-tag'
import { journalTables as knownTables, syncedTables } from '../../src/domain/journal-tables.ts'
import { readableColumns } from '../../src/domain/table-schemas.ts'
import { tableShapes } from '../../src/server/api/request-shapes.ts'
import { db, withDatabase } from '../support/test-database.ts'

withDatabase()

const journalTables = knownTables.toSorted()

/** The tables that realtime carries; devices read server starts and pictures separately. */
const publishedTables = journalTables.filter(
  (table) => table !== 'server_starts' && table !== 'photo_files',
)

/** The tables that a signed-in person reads; pictures are read through a function. */
const readTables = journalTables.filter((table) => readableColumns[table].length > 0)

/**
 * The rights of `authenticated` besides reading are the requests that the table answers, whole tables and single
 * columns; everything else is a finding. Reading is by column, each of them (D9).
 */
const granted: Record<string, string[]> = Object.fromEntries(
  readTables.map((table) => {
    const { insert, update, delete: deletion } = tableShapes[table]
    const list = (columns: readonly string[]) => columns.toSorted().join(',')
    const grants = [
      ...(deletion ? ['DELETE'] : []),
      ...(insert ? [`INSERT(${list(insert)})`] : []),
      ...(update ? [`UPDATE(${list(update.columns)})`] : []),
    ]
    return [table, [...grants, `SELECT(${list(readableColumns[table])})`]]
  }),
)

/**
 * Functions that a signed-in person may run: because a constraint or a policy calls them, and those in `public`, which
 * REST serves, with what those call.
 */
const callable = [
  'add_photo(uuid,uuid,text,text,timestamp with time zone,integer,integer,text,text)',
  'delete_entry(uuid,integer,text)',
  'delete_unseen(uuid)',
  'order_photos(uuid,uuid[])',
  'photo_picture(uuid,text)',
  'private.add_photo(uuid,uuid,text,text,timestamp with time zone,integer,integer,bytea,bytea)',
  'private.edits_entry(uuid)',
  'private.holds_entry(uuid)',
  'private.is_partner()',
  'private.is_seen(text)',
  'private.is_trimmed(text)',
  'private.order_photos(uuid,uuid[])',
  'private.photo_picture(uuid,text)',
]

async function names(query: string): Promise<string[]> {
  const rows = await db.pool.query<{ name: string }>(raw(query))
  return rows.map(({ name }) => name)
}

const tableKinds = `('r', 'p', 'f')`

describe('the exposed schema', () => {
  it('holds exactly the journal’s tables', async () => {
    expect(
      await names(`select relname as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ${tableKinds} order by 1`),
    ).toEqual(journalTables)
  })

  it('looks at every table that devices pull for the newest stored time', async () => {
    const [body] = await names(
      `select prosrc as name from pg_proc where oid = 'private.newest_stored_time()'::regprocedure`,
    )
    const missing = syncedTables.filter((table) => body?.includes(`from public.${table})`) !== true)
    expect(missing).toEqual([])
  })

  it('has row level security on every table', async () => {
    expect(
      await names(`select relname as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ${tableKinds} and not relrowsecurity`),
    ).toEqual([])
  })

  it('has a policy for each granted verb, each for signed-in partners only', async () => {
    const policies = await db.sql<{ name: string; verb: string; roles: string[]; text: string }[]>`
      select tablename as name, cmd as verb, roles::text[], coalesce(qual, '') || coalesce(with_check, '') as text
      from pg_policies where schemaname = 'public'`
    for (const policy of policies) {
      expect(policy).toMatchObject({ name: policy.name, roles: ['authenticated'] })
      expect(policy.text).toContain('private.is_partner()')
    }
    const verbs = journalTables.map((table) => [
      table,
      policies
        .filter(({ name }) => name === table)
        .map(({ verb }) => verb)
        .sort(),
    ])
    const wanted = journalTables.map((table) => [
      table,
      (granted[table] ?? []).map((grant) => grant.replace(/\(.*/, '')).sort(),
    ])
    expect(verbs).toEqual(wanted)
  })

  it('evaluates the caller once per statement, not per row', async () => {
    const texts = await db.sql<{ text: string }[]>`
      select coalesce(qual, '') || coalesce(with_check, '') as text
      from pg_policies where schemaname = 'public'`
    for (const { text } of texts) {
      const bare = text.replaceAll(/\( SELECT (auth\.uid|private\.is_partner)\(\) AS \w+\)/g, '')
      expect(bare).not.toMatch(/auth\.uid|is_partner/)
    }
  })

  it('grants exactly the listed verbs and columns', async () => {
    const rows = await db.sql<{ name: string; grants: string[] }[]>`
      with whole as (
        select table_name::text as name, privilege_type::text as verb
        from information_schema.table_privileges
        where table_schema = 'public' and grantee = 'authenticated'
      ), single as (
        select table_name::text as name, privilege_type::text as verb,
          string_agg(column_name::text, ',' order by column_name::text) as columns
        from information_schema.column_privileges c
        where table_schema = 'public' and grantee = 'authenticated' and not exists (
          select from whole where whole.name = c.table_name and whole.verb = c.privilege_type)
        group by 1, 2
      )
      select name, array_agg(entry order by length(entry), entry) as grants from (
        select name, verb as entry from whole
        union all select name, verb || '(' || columns || ')' from single
      ) as every group by name order by name`
    const sorted = Object.fromEntries(
      Object.entries(granted).map(([table, list]) => [
        table,
        list.toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1)),
      ]),
    )
    expect(Object.fromEntries(rows.map(({ name, grants }) => [name, grants]))).toEqual(sorted)
  })

  it('lets a signed-in person read every column of a table, and no system column', async () => {
    const rows = await db.sql<{ name: string; column: string; system: boolean; may: boolean }[]>`
      select c.relname::text as name, a.attname::text as column, a.attnum < 0 as system,
        has_column_privilege('authenticated', c.oid, a.attnum, 'select') as may
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not a.attisdropped`
    expect(rows.filter(({ system }) => system).length).toBeGreaterThan(0)
    const isRead = (name: string) => readTables.some((table) => table === name)
    expect(rows.filter(({ name, system, may }) => may !== (!system && isRead(name)))).toEqual([])
  })

  it('holds five functions, and no view, sequence or foreign table that could bypass the policies', async () => {
    expect(
      await names(`select relname as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('v', 'm', 'f', 'S')`),
    ).toEqual([])
    expect(
      await names(
        `select proname as name from pg_proc where pronamespace = 'public'::regnamespace order by 1`,
      ),
    ).toEqual(['add_photo', 'delete_entry', 'delete_unseen', 'order_photos', 'photo_picture'])
  })
})

describe('the anonymous role and the public', () => {
  // The role of a hosted project's secret key passes by the policies: its grants are all that holds it.
  it.each(['anon', 'service_role'])('%s has no privilege on any table or column', async (role) => {
    expect(
      await names(`select c.oid::regclass::text as name
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ('public', 'private', 'auth', 'supabase_migrations')
          and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
          and (case when c.relkind = 'S' then has_sequence_privilege('${role}', c.oid, 'usage, select, update')
            else has_table_privilege('${role}', c.oid, 'select, insert, update, delete, truncate, references, trigger')
              or has_any_column_privilege('${role}', c.oid, 'select, insert, update, references') end)`),
    ).toEqual([])
  })

  it('may run no function of ours; a signed-in person only the listed ones', async () => {
    const executable = (role: string) =>
      names(`select p.oid::regprocedure::text as name from pg_proc p
        where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
          and has_function_privilege('${role}', p.oid, 'execute') order by 1`)
    expect(await executable('anon')).toEqual([])
    expect(await executable('service_role')).toEqual([])
    expect(await executable('authenticated')).toEqual(callable)
  })

  it('get nothing by default on what is created later', async () => {
    await db.sql.run('create table public.later (id int); drop table public.later')
    expect(
      await names(`select defaclobjtype::text as name from pg_default_acl
        where defaclrole = current_user::regrole
          and defaclacl::text ~ '(^|[{,"])(anon|authenticated|service_role)?='`),
    ).toEqual([])
  })

  it('may create nothing, nor look into the other schemas', async () => {
    const rows = await db.sql<{ role: string; schema: string; usage: boolean; create: boolean }[]>`
      select role, nspname as schema, has_schema_privilege(role, oid, 'usage') as usage,
        has_schema_privilege(role, oid, 'create') as create
      from pg_namespace, unnest(array['anon', 'authenticated']) as role
      where nspname in ('public', 'private', 'auth', 'supabase_migrations')`
    expect(rows.filter((row) => row.create)).toEqual([])
    expect(
      rows
        .filter((row) => row.usage)
        .map(({ role, schema }) => `${role} ${schema}`)
        .sort(),
    ).toEqual([
      'anon auth',
      'anon public',
      'authenticated auth',
      'authenticated private',
      'authenticated public',
    ])
  })
})

describe('functions that run with the owner’s rights', () => {
  it('are all in the unexposed schema and fix their search path', async () => {
    expect(
      await names(`select oid::regprocedure::text as name from pg_proc
        where prosecdef and pronamespace <> 'pg_catalog'::regnamespace
          and (pronamespace <> 'private'::regnamespace
            or not coalesce(proconfig, '{}') @> array['search_path=""'])`),
    ).toEqual([])
  })
})

describe('the publication', () => {
  it('carries exactly the journal’s tables, and of a deleted row only its key', async () => {
    expect(
      await names(`select tablename as name from pg_publication_tables
        where pubname = 'supabase_realtime' order by 1`),
    ).toEqual(publishedTables)
    expect(
      await names(`select relname as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r' and relreplident <> 'd'`),
    ).toEqual([])
  })
})
