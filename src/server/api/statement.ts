import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { JournalTable } from '../../domain/journal-tables.ts'
import type { ParsedRequest, Call, Filter, Insert, Read, Update } from './parsed-request.ts'

/** The rows of an answer as the JSON that PostgREST would write, and how many they are. */
export interface AnsweredRows {
  readonly json: string
  readonly count: number
  /** The bytes of a picture, of which an answer has nothing else. */
  readonly picture?: Buffer<ArrayBuffer>
}

/**
 * The one statement of a request, which answers with `AnsweredRows`. Names come from the table of
 * request shapes; everything that a person sent is a parameter.
 */
export function statementOf(request: ParsedRequest): Sql {
  if (request.kind === 'read') return answering(reading(request))
  if (request.kind === 'call')
    return request.name === 'photo_picture'
      ? sql`select picture, '' as json, 1 as count from ${called(request)} as picture`
      : answering(sql`select * from ${called(request)}`)
  // A row that is only counted need not be visible to the person once it is written.
  const columns = request.requested.returning?.map((column) => `${request.table}.${column}`)
  const written = sql`${writing(request)} returning ${raw(columns?.join() ?? '1')}`
  return answering(sql`select * from written`, sql`with written as (${written})`)
}

function answering(rows: Sql, before: Sql = empty): Sql {
  return sql`${before} select coalesce(json_agg(answered), '[]')::text as json, count(*)::int as count
    from (${rows}) answered`
}

/**
 * The rows of a table that both people see and those that one of them sees alone, each by an index of its own: a
 * read looks at no row that its person may not see, so its time tells nothing of them (D9). Of other tables both
 * see all rows, or each person their own, which one index finds, or no one any. Row level security applies as well.
 */
export const parts: Readonly<
  Record<JournalTable, 'all' | 'own' | 'none' | readonly [both: string, own: string]>
> = {
  journal: 'all',
  profiles: 'all',
  entries: ['not is_private', 'is_private and user_id = (select auth.uid())'],
  reactions: ['only_for is null', 'only_for = (select auth.uid())'],
  replies: ['only_for is null', 'only_for = (select auth.uid())'],
  photos: ['only_for is null', 'only_for = (select auth.uid())'],
  photo_files: 'none',
  quote_likes: 'all',
  custom_quotes: 'all',
  memory_marks: 'own',
  story_links: ['only_for is null', 'only_for = (select auth.uid())'],
  reviews: 'own',
  removals: ['readers[2] is not null', 'readers[2] is null and readers[1] = (select auth.uid())'],
  last_looks: 'own',
  server_starts: 'own',
}

function visible(table: JournalTable): string {
  const seen = parts[table]
  if (typeof seen === 'string') return `public.${table}`
  const selects = seen.map((part) => `select * from public.${table} where ${part}`)
  return `(${selects.join(' union all ')}) as ${table}`
}

function reading({ table, selected, filters, beyond, order, limit }: Read): Sql {
  const { columns, profile } = selected
  const items = columns.map((column) => `${table}.${column}`)
  if (profile !== undefined)
    items.push(`(select to_json(found) from (select ${profile.columns.join()} from public.profiles
      where profiles.id = ${table}.user_id) found) as "${profile.name}"`)
  const conditions = filters.map((filter) => condition(table, filter))
  if (beyond !== undefined) {
    const { compare, updatedAt, id } = beyond
    const key = raw(`(${table}.updated_at, ${table}.id) ${compare}`)
    conditions.push(sql`${key} (${updatedAt}, ${id})`)
  }
  // With its table, because a name alone may be the profile's.
  const by = order?.columns.map((column) => `${table}.${column} ${order.direction}`).join()
  return sql`select ${raw(items.join())} from ${raw(visible(table))} ${where(conditions)}
    ${by === undefined ? empty : raw(`order by ${by}`)} limit ${limit}`
}

function writing(request: Exclude<ParsedRequest, Read | Call>): Sql {
  const table = raw(`public.${request.table}`)
  if (request.kind === 'insert') return inserting(request)
  const match = where(request.filters.map((filter) => condition(request.table, filter)))
  return request.kind === 'delete' ? sql`delete from ${table} ${match}` : updating(request, match)
}

function inserting({ table, columns, rows }: Insert): Sql {
  const list = raw(columns.join())
  return sql`insert into public.${raw(table)} (${list})
    select ${list} from json_populate_recordset(null::public.${raw(table)}, ${rows}::json)`
}

function updating({ table, columns, row }: Update, match: Sql): Sql {
  const assigned = columns.map((column) => `${column} = given.${column}`).join()
  return sql`update public.${raw(table)} set ${raw(assigned)}
    from json_populate_record(null::public.${raw(table)}, ${row}::json) given ${match}`
}

function called({ name, values }: Call): Sql {
  const given = Object.entries(values).map(([key, value]) => sql`${raw(key)} => ${value}`)
  return sql`public.${raw(name)}(${join(given)})`
}

function where(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? empty : sql`where ${join([...conditions], ' and ')}`
}

function condition(table: JournalTable, { column, operator, value }: Filter): Sql {
  const left = raw(`${table}.${column}`)
  if (operator === 'is') return sql`${left} is null`
  if (operator === 'in') return sql`${left} = any (${value}::uuid[])`
  return sql`${left} ${raw(operator === 'eq' ? '=' : '>')} ${value}`
}
