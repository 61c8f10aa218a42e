import sql, { type Sql } from 'sql-template-tag'
import type { Pool } from '../../src/server/database/pool.ts'

/** A piece of SQL, and the table or function that it is a part of. */
interface Piece {
  readonly of: string
  readonly text: string
}

/** The head of the file. */
const head = `-- Nothing runs this file. It is the schema that all migrations together make, to be read; npm run schema writes it.
-- The embedded database has it; a hosted project adds its own roles and defaults. Everything is the owner's: other roles
-- may do what is granted here and nothing else.`

/**
 * The present schema as SQL text, from the catalogue: the schemas `public` and `private`, with tables and functions in
 * the order of their names, and the publication. Throws where there is something that it does not write.
 */
export async function readSchema(pool: Pool): Promise<string> {
  const settings = { search_path: '' }
  return pool.transaction(
    async (transaction) => {
      const read = async (query: Sql) => transaction.query<Piece>(query)
      const unwritten = await read(queries.unwritten)
      if (unwritten.length > 0)
        throw new Error(`supabase/schema.sql does not say: ${unwritten.map(fullText).join(', ')}`)
      const lines = await read(queries.lines)
      const ofTables = [await read(queries.indexes), await read(queries.rowSecurity)]
      ofTables.push(await read(queries.policies), await read(queries.tableGrants))
      ofTables.push(await read(queries.columnGrants), await read(queries.triggers))
      const functions = await read(queries.functions)
      const functionGrants = await read(queries.functionGrants)
      const blocks = [
        await read(queries.schemaGrants),
        await read(queries.sequences),
        await read(queries.domains),
        ...names(lines).map((table) => [created(table, lines), ...partsOf(table, ofTables.flat())]),
        ...functions.map((one) => [one, ...partsOf(one.of, functionGrants)]),
        await read(queries.publication),
      ]
      return [head, ...blocks.map((block) => block.map(({ text }) => `${text};`).join('\n'))]
        .join('\n\n')
        .concat('\n')
    },
    { mode: 'read only', settings },
  )
}

const fullText = ({ of, text }: Piece) => `${text} (${of})`
const names = (pieces: readonly Piece[]) => [...new Set(pieces.map(({ of }) => of))]
const partsOf = (name: string, pieces: readonly Piece[]) => pieces.filter(({ of }) => of === name)

function created(table: string, lines: readonly Piece[]): Piece {
  const own = partsOf(table, lines).map(({ text }) => `  ${text}`)
  return { of: table, text: `create table ${table} (\n${own.join(',\n')}\n)` }
}

const schemas = sql`('public'::regnamespace, 'private'::regnamespace)`
const isOurTable = sql`relnamespace in ${schemas} and relkind = 'r'`
const storage = sql`case attstorage when 'p' then 'plain' when 'e' then 'external' when 'm' then 'main' else 'extended' end`
const grantee = sql`case grantee when 0 then 'public' else grantee::regrole::text end`

/** Each answers with the pieces of one kind, in the order of names; columns keep their order. */
const queries = {
  schemaGrants: sql`
    select nspname as of,
      format('grant %s on schema %I to %s', lower(string_agg(privilege_type, ', ' order by privilege_type)), nspname,
        ${grantee}) as text
    from pg_namespace, aclexplode(nspacl)
    where oid in ${schemas} and grantee <> nspowner
    group by nspname, grantee order by nspname collate "C", ${grantee} collate "C"`,

  /** Columns, then constraints. */
  lines: sql`
    select of, text from (
      select attrelid::regclass::text as of, attnum::int as place, attname as name,
        concat_ws(' ', quote_ident(attname), format_type(atttypid, atttypmod),
          case when attstorage <> typstorage then 'storage ' || ${storage} end,
          case attgenerated when 's' then format('generated always as (%s) stored', pg_get_expr(adbin, adrelid, true))
            else 'default ' || pg_get_expr(adbin, adrelid, true) end, case when attnotnull then 'not null' end) as text
      from pg_class join pg_attribute on attrelid = pg_class.oid join pg_type on pg_type.oid = atttypid
        left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where ${isOurTable} and attnum > 0 and not attisdropped
      union all
      select conrelid::regclass::text, 10000, conname,
        format('constraint %I %s', conname, pg_get_constraintdef(pg_constraint.oid, true))
      from pg_class join pg_constraint on conrelid = pg_class.oid
      where ${isOurTable} and contype not in ('n', 't')
    ) as line order by of collate "C", place, name collate "C"`,

  indexes: sql`
    select indrelid::regclass::text as of, pg_get_indexdef(indexrelid) as text
    from pg_class join pg_index on indrelid = pg_class.oid
    where ${isOurTable} and not exists (select from pg_constraint where conindid = indexrelid)
    order by indexrelid::regclass::text collate "C"`,

  rowSecurity: sql`
    select oid::regclass::text as of, format('alter table %s %s row level security', oid::regclass, word) as text
    from pg_class, lateral (values ('enable', relrowsecurity), ('force', relforcerowsecurity)) as state (word, holds)
    where ${isOurTable} and holds order by word`,

  policies: sql`
    select polrelid::regclass::text as of, concat_ws('\n  ',
      format('create policy %I on %s%s for %s to %s', polname, polrelid::regclass,
        case when not polpermissive then ' as restrictive' end,
        case polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete'
          else 'all' end,
        (select string_agg(${grantee}, ', ' order by ${grantee}) from unnest(polroles) as grantee)),
      'using (' || pg_get_expr(polqual, polrelid, true) || ')',
      'with check (' || pg_get_expr(polwithcheck, polrelid, true) || ')') as text
    from pg_policy join pg_class on pg_class.oid = polrelid
    where ${isOurTable} order by polname collate "C"`,

  tableGrants: sql`
    select oid::regclass::text as of,
      format('grant %s on %s to %s', lower(string_agg(privilege_type, ', ' order by privilege_type)), oid::regclass,
        ${grantee}) as text
    from pg_class, aclexplode(relacl)
    where ${isOurTable} and grantee <> relowner
    group by oid, grantee order by ${grantee} collate "C"`,

  columnGrants: sql`
    select attrelid::regclass::text as of,
      format('grant %s (%s) on %s to %s', lower(privilege_type), string_agg(quote_ident(attname), ', ' order by attnum),
        attrelid::regclass, ${grantee}) as text
    from pg_class join pg_attribute on attrelid = pg_class.oid, aclexplode(attacl)
    where ${isOurTable} and not attisdropped
    group by attrelid, privilege_type, grantee order by ${grantee} collate "C", privilege_type`,

  triggers: sql`
    select tgrelid::regclass::text as of, pg_get_triggerdef(pg_trigger.oid, true) as text
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where ${isOurTable} and not tgisinternal order by tgname collate "C"`,

  /** Domains that check nothing. */
  domains: sql`
    select oid::regtype::text as of,
      format('create domain %s as %s', oid::regtype, format_type(typbasetype, typtypmod)) as text
    from pg_type where typnamespace in ${schemas} and typtype = 'd' order by oid::regtype::text collate "C"`,

  sequences: sql`
    select seqrelid::regclass::text as of, concat_ws(' ',
      'create', case relpersistence when 'u' then 'unlogged' end, 'sequence', seqrelid::regclass, 'as',
      format_type(seqtypid, null), 'increment', seqincrement, 'minvalue', seqmin, 'maxvalue', seqmax, 'start', seqstart,
      'cache', seqcache, case when seqcycle then 'cycle' end) as text
    from pg_sequence join pg_class on pg_class.oid = seqrelid
    where relnamespace in ${schemas} order by seqrelid::regclass::text collate "C"`,

  functions: sql`
    select oid::regprocedure::text as of, rtrim(pg_get_functiondef(oid), '\n') as text
    from pg_proc where pronamespace in ${schemas} order by oid::regprocedure::text collate "C"`,

  functionGrants: sql`
    select oid::regprocedure::text as of, format('grant execute on function %s to %s', oid::regprocedure, ${grantee}) as text
    from pg_proc, aclexplode(coalesce(proacl, acldefault('f', proowner)))
    where pronamespace in ${schemas} and grantee <> proowner order by ${grantee} collate "C"`,

  publication: sql`
    select pubname as of, format(E'create publication %I for table\n  %s\n  with (publish = %L)', pubname,
      (select string_agg(concat(prrelid::regclass,
          ' (' || (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
            where attrelid = prrelid and attnum = any (prattrs)) || ')',
          ' where (' || pg_get_expr(prqual, prrelid, true) || ')'),
        ',\n  ' order by prrelid::regclass::text collate "C")
        from pg_publication_rel where prpubid = pg_publication.oid),
      concat_ws(', ', case when pubinsert then 'insert' end, case when pubupdate then 'update' end,
        case when pubdelete then 'delete' end, case when pubtruncate then 'truncate' end)) as text
    from pg_publication order by pubname collate "C"`,

  /** Of what the queries above know nothing. */
  unwritten: sql`
    select relname as of, format('a relation of kind %s', relkind) as text from pg_class
      where relnamespace in ${schemas} and relkind not in ('r', 'i', 'S')
    union all select relname, 'settings of a table' from pg_class
      where relnamespace in ${schemas} and (reloptions is not null or relkind = 'S' and exists (
          select from aclexplode(relacl) where grantee <> relowner)
        or relkind = 'r' and (relpersistence <> 'p' or relreplident <> 'd' or relispartition or relhassubclass or relhasrules))
    union all select attname, 'a column that is computed, or with settings' from pg_attribute
      join pg_class on pg_class.oid = attrelid join pg_type on pg_type.oid = atttypid
      where ${isOurTable} and attnum > 0 and (attidentity <> '' or attgenerated not in ('', 's') or attcompression <> ''
        or attoptions is not null or attcollation <> typcollation)
    union all select typname, 'a type' from pg_type
      where typnamespace in ${schemas} and typtype <> 'c' and typelem = 0
        and (typtype <> 'd' or typnotnull or typdefault is not null or exists (
          select from pg_constraint where contypid = pg_type.oid))
    union all select tgname, 'a trigger that is turned off, or elsewhere' from pg_trigger
      join pg_class on pg_class.oid = tgrelid join pg_proc on pg_proc.oid = tgfoid
      where (relnamespace in ${schemas} or pronamespace in ${schemas})
        and (tgenabled <> 'O' or relnamespace not in ${schemas})
    union all select evtname, 'an event trigger' from pg_event_trigger
    union all select proname, 'an aggregate' from pg_proc where pronamespace in ${schemas} and prokind = 'a'
    union all select description, 'a comment' from pg_description
      where classoid in ('pg_class'::regclass, 'pg_proc'::regclass, 'pg_policy'::regclass, 'pg_trigger'::regclass)
        and objoid >= 16384
    union all select defaclrole::regrole::text, 'default privileges' from pg_default_acl
    union all select pubname, 'a publication of all tables' from pg_publication where puballtables or pubviaroot`,
}
