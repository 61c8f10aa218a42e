import sql, { raw } from 'sql-template-tag'
import type { ImportRow } from '../../domain/book-rows.ts'
import type { Queries } from '../database/pool.ts'
import { hasOwnId, importTables, type ImportTable } from './import-tables.ts'

/*
 * The rows of the files, and those of them that are missing here, in temporary tables of one session: `given_…` and
 * `missing_…` for each table, `moved` for the ids that rows got because theirs were taken. To fill these is no
 * write to the journal.
 */

/** The rows that an import adds to each table, and those that it leaves out. */
export interface ImportPlan {
  readonly counts: Readonly<Record<string, number>>
  /** Rows that were deleted since and stay so. */
  readonly deleted: number
  /** Rows of entries that are not there, or that their person may not see. */
  readonly withoutEntry: number
}

const rowsPerCall = 1000

/** Makes the temporary tables and fills in what is given; of rows with one id and person the first counts. */
export async function loadGiven(
  session: Queries,
  given: Iterable<readonly [table: string, rows: readonly ImportRow[]]>,
): Promise<void> {
  const tables = importTables.map(
    ({ name }) => `
      create temp table given_${name} as table public.${name} with no data;
      alter table given_${name} add primary key (id, user_id);
      create temp table missing_${name} as
        select t.*, t.id as given, 0 as n, false as is_late from public.${name} as t with no data;
      create index on missing_${name} (id);
      create index on missing_${name} (n);`,
  )
  await session.run(`
    create temp table moved as table private.moved_rows with no data;
    alter table moved add primary key (given, table_name, user_id);
    ${tables.join('')}`)
  for (const [table, rows] of given)
    for (let from = 0; from < rows.length; from += rowsPerCall)
      await session.query(sql`
        insert into ${raw(`given_${table}`)}
        select * from jsonb_populate_recordset(
          null::${raw(`public.${table}`)}, ${JSON.stringify(rows.slice(from, from + rowsPerCall))}::jsonb
        ) on conflict do nothing`)
  await session.run(`analyze ${importTables.map(({ name }) => `given_${name}`).join()}`)
}

/** Finds what is missing. In a transaction that only reads it works as well. */
export async function planImport(transaction: Queries): Promise<ImportPlan> {
  await transaction.run(
    'delete from moved; insert into moved select given, table_name, user_id, id from private.moved_rows',
  )
  const counts: Record<string, number> = {}
  let [deleted, withoutEntry] = [0, 0]
  for (const table of importTables) {
    await transaction.run(fill(table))
    withoutEntry += await countOf(transaction, dropWithoutEntry(table))
    await transaction.run(dropKnown(table))
    deleted += await countOf(transaction, dropDeleted(table))
    await transaction.run(place(table))
    counts[table.name] = await countOf(transaction, `select from missing_${table.name}`)
  }
  return { counts, deleted, withoutEntry }
}

async function countOf(transaction: Queries, statement: string): Promise<number> {
  const [row] = await transaction.query<{ count: number }>(
    sql`with counted as (${raw(statement)}) select count(*)::int as count from counted`,
  )
  return row?.count ?? 0
}

/** All rows of the files, with their entries by the ids these have here, and a quote by its words of today. */
function fill({ name, entries }: ImportTable): string {
  const renamed = entries.map((column) => {
    // A story is its own person's.
    const own = column === 'id' ? 'and v.user_id = m.user_id' : ''
    return `
      update missing_${name} as m set ${column} = (
        select id from moved as v where v.given = m.${column} and v.table_name = 'entries' ${own}
        order by v.user_id = m.user_id desc limit 1
      ) where exists (
        select from moved as v where v.given = m.${column} and v.table_name = 'entries' ${own}
      )`
  })
  return [
    `delete from missing_${name}`,
    `insert into missing_${name} select t.*, t.id, row_number() over (), false from given_${name} as t`,
    ...renamed,
    `update missing_${name} as m set id = v.id from moved as v
      where v.given = m.given and v.table_name = '${name}' and v.user_id = m.user_id`,
    ...(name === 'quote_likes'
      ? [
          `update missing_${name} as m set quote_text = c.new_text, quote_author = c.new_author
            from private.changed_quotes as c where c.old_text = m.quote_text and c.old_author = m.quote_author`,
        ]
      : []),
  ].join(';')
}

/** A condition on an entry `e` that a row `m` names, beside that it exists. */
const mayName: Readonly<Record<string, string>> = {
  // A mark on a hidden entry would tell its author of it.
  memory_marks: '(not e.is_private or e.user_id = m.user_id)',
  story_links: '(e.id <> m.id or e.user_id = m.user_id) and m.id <> m.idea_id',
}

/**
 * True of a row `m` whose entries are there, among those of the files or in the journal. `offset 0` keeps it from being
 * a join, whose plan would go by the tables' sizes of before the import.
 */
export function hasEntries(
  { name, entries }: ImportTable,
  where: readonly string[] = ['missing_entries', 'public.entries'],
): string {
  const conditions = entries.map((column) => {
    const found = where.map(
      (table) =>
        `exists (select from ${table} as e where e.id = m.${column} and ${mayName[name] ?? 'true'} offset 0)`,
    )
    return `(${found.join(' or ')})`
  })
  return ['true', ...conditions].join(' and ')
}

const dropWithoutEntry = (table: ImportTable) =>
  `delete from missing_${table.name} as m where not (${hasEntries(table)}) returning 1`

function dropKnown({ name, sameBy: [first = 'id', ...others] }: ImportTable): string {
  const same = others.map((column) => `and t.${column} is not distinct from m.${column}`).join(' ')
  return `delete from missing_${name} as m using public.${name} as t
    where t.user_id = m.user_id and t.${first} = m.${first} ${same}`
}

const isDeleted = (name: string) => `exists (
  select from public.removals as r
  where r.row_id = m.id and r.table_name = '${name}' and r.kind = 'deleted')`

/** The owner of a deleted row is known since 0.2.0; then a deletion counts only for this owner's row. */
const dropDeleted = ({ name }: ImportTable) => `
  delete from missing_${name} as m where ${isDeleted(name)} and coalesce(
    (select bool_or(d.user_id = m.user_id) from private.deleted_rows as d
      where d.row_id = m.id and d.table_name = '${name}'),
    true) returning 1`

/** A row whose id is taken gets another one. Says which rows name entries that were there before. */
function place(table: ImportTable): string {
  const { name, entries, hasIdPerPerson } = table
  const person = hasIdPerPerson ? 'and t.user_id = m.user_id' : ''
  const taken = [
    `exists (select from public.${name} as t where t.id = m.id ${person})`,
    ...(hasIdPerPerson
      ? []
      : [`exists (select from missing_${name} as t where t.id = m.id and t.user_id < m.user_id)`]),
    ...(hasOwnId(table) ? [isDeleted(name)] : []),
  ]
  return [
    `update missing_${name} as m set id = gen_random_uuid() where ${taken.join(' or ')}`,
    ...(hasOwnId(table)
      ? [
          `insert into moved select given, '${name}', user_id, id from missing_${name} where id <> given
            on conflict (given, table_name, user_id) do update set id = excluded.id`,
        ]
      : []),
    ...entries.map(
      (column) => `update missing_${name} as m set is_late = true
        where not is_late and exists (select from public.entries as e where e.id = m.${column})`,
    ),
  ].join(';')
}
