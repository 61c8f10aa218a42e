import type { PostgrestClient } from '@supabase/postgrest-js'
import * as v from 'valibot'

import type { SyncedTable } from '../../domain/journal-tables.ts'
import { columnsOf, parseRow, type RowOf } from '../../domain/table-schemas.ts'
import type { Calls, Deleted, Fields, Written } from './calls.ts'
import type { Source } from './clients.ts'
import { selectPage, toPage } from './page.ts'
import { photoCalls } from './photo-calls.ts'
import { failure, success } from './result.ts'
import { createRun, type Request, type Run } from './run.ts'
import { readStartsAfter } from './server-starts.ts'
import { safeParse } from '../../domain/parse.ts'

const idList = v.array(
  v.pipe(
    v.object({ id: v.string() }),
    v.transform(({ id }) => id),
  ),
)

interface Query {
  filter(column: string, operator: string, value: unknown): this
}

function matching<Table extends SyncedTable, Filtered extends Query>(
  query: Filtered,
  table: Table,
  match: Fields<Table>,
): Filtered {
  return Object.entries(columnsOf(table, match)).reduce(
    (filtered, [column, value]) => filtered.filter(column, value === null ? 'is' : 'eq', value),
    query,
  )
}

async function rowOf<Table extends SyncedTable | 'journal'>(
  run: Run,
  table: Table,
  request: Request,
): Written<RowOf<Table>> {
  const rows = await run(request)
  return rows.ok ? success(parseRow(table, rows.value[0])) : rows
}

async function deleted(run: Run, request: Request): Deleted {
  const rows = await run(request)
  if (!rows.ok) return rows
  const ids = safeParse(idList, rows.value)
  return ids.success ? success(ids.output) : failure('server')
}

/** The calls of one person over a PostgREST client whose requests carry that person's token. */
export function createCalls(client: () => Promise<PostgrestClient>, pictures: Source): Calls {
  const run = createRun(client)
  return { ...reads(run), ...writes(run), ...photoCalls(run, pictures) }
}

function reads(run: Run) {
  return {
    readJournal: async () =>
      rowOf(run, 'journal', (client) => client.from('journal').select('*').limit(1)),
    readStartsAfter: async (seen) => readStartsAfter(run, seen),
    async readPage(table, request) {
      const rows = await run((client) => selectPage(client, table, request))
      if (!rows.ok) return rows
      const page = toPage(table, rows.value, request.limit)
      return page === undefined ? failure('server') : success(page)
    },
    read: async (table, match) =>
      rowOf(run, table, (client) =>
        matching(client.from(table).select('*'), table, match).limit(1),
      ),
    async wasRemoved(table, id) {
      const match = { row_id: id, table_name: table }
      const found = await run((client) =>
        client.from('removals').select('id').match(match).limit(1),
      )
      return found.ok ? success(found.value.length > 0) : found
    },
  } satisfies Partial<Calls>
}

function writes(run: Run) {
  return {
    insert: async (table, row) =>
      rowOf(run, table, (client) => client.from(table).insert(columnsOf(table, row)).select('*')),
    update: async (table, match, changes) =>
      rowOf(run, table, (client) =>
        matching(client.from(table).update(columnsOf(table, changes)), table, match).select('*'),
      ),
    delete: async (table, match) =>
      deleted(run, (client) => matching(client.from(table).delete(), table, match).select('id')),
    deleteEntry: async (entry, { version, replies }) =>
      deleted(run, (client) =>
        client.rpc('delete_entry', {
          entry,
          seen_version: version,
          // As text, because the two backends pass on JSON differently.
          seen_replies: replies === undefined ? null : JSON.stringify(replies),
        }),
      ),
  } satisfies Partial<Calls>
}
