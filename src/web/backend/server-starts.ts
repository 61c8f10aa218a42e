import type { PostgrestClient } from '@supabase/postgrest-js'

import type { ServerStart } from '../../domain/ids.ts'
import { success, type Result } from './result.ts'
import { parseRow, type RowOf } from '../../domain/table-schemas.ts'
import type { Run } from './run.ts'

/** More starts than the server keeps. */
const mostStarts = 1000

function startsOf(client: PostgrestClient) {
  return client.from('server_starts').select('ordinal,newest,started_at')
}

/** The starts that followed the one given; `unknown` when the server does not know it. */
export async function readStartsAfter(
  run: Run,
  seen: ServerStart,
): Promise<Result<readonly RowOf<'server_starts'>[] | 'unknown'>> {
  const found = await run((client) => startsOf(client).eq('start_id', seen).limit(1))
  if (!found.ok) return found
  const known = parseRow('server_starts', found.value[0])
  if (known === undefined) return success('unknown')
  const after = await run((client) =>
    startsOf(client).gt('ordinal', known.ordinal).order('ordinal').limit(mostStarts),
  )
  if (!after.ok) return after
  const starts = after.value.map((row) => parseRow('server_starts', row))
  return success(starts.filter((start) => start !== undefined))
}
