import type { PostgrestClient } from '@supabase/postgrest-js'
import * as v from 'valibot'

import { instantSchema, type ServerStart } from '../../domain/ids.ts'
import { success, type Result } from './result.ts'
import type { StartRow } from './rows.ts'
import type { Run } from './run.ts'

/** More starts than the server keeps. */
const mostStarts = 1000

const startRow = v.pipe(
  v.object({ ordinal: v.number(), newest: instantSchema, started_at: instantSchema }),
  v.transform((row): StartRow => ({
    ordinal: row.ordinal,
    newest: row.newest,
    startedAt: row.started_at,
  })),
)

function parseStartRow(raw: unknown): StartRow | undefined {
  const parsed = v.safeParse(startRow, raw)
  return parsed.success ? parsed.output : undefined
}

function startsOf(client: PostgrestClient) {
  return client.from('server_starts').select('ordinal,newest,started_at')
}

/** The starts that followed the one given; `unknown` when the server does not know it. */
export async function readStartsAfter(
  run: Run,
  seen: ServerStart,
): Promise<Result<readonly StartRow[] | 'unknown'>> {
  const found = await run((client) => startsOf(client).eq('start_id', seen).limit(1))
  if (!found.ok) return found
  const known = parseStartRow(found.value[0])
  if (known === undefined) return success('unknown')
  const after = await run((client) =>
    startsOf(client).gt('ordinal', known.ordinal).order('ordinal').limit(mostStarts),
  )
  if (!after.ok) return after
  return success(after.value.map(parseStartRow).filter((start) => start !== undefined))
}
