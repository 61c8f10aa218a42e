import type { Calls } from '../../backend/calls.ts'
import { success, type Result } from '../../backend/result.ts'
import type { RowOf } from '../../../domain/table-schemas.ts'
import type { Instant } from '../../../domain/ids.ts'

/**
 * True when the server's database was put back to an earlier state since this copy last read it, from
 * a plain copy of the data directory for example, which keeps its epoch (decision 0013). Then the
 * start this copy has seen last is unknown there; or a later start found less than this copy holds
 * from before it.
 *
 * @param known the journal's row as this copy last read it
 * @param current the same row now
 * @param held every version that this copy has read or been told of
 */
export async function wasPutBack(
  calls: Calls,
  known: Pick<RowOf<'journal'>, 'serverStart'>,
  current: Pick<RowOf<'journal'>, 'serverStart'>,
  held: () => readonly Instant[],
): Promise<Result<boolean>> {
  // A hosted project notes no starts, and a copy of 0.1.0 has seen none.
  const seen = known.serverStart ?? undefined
  if (seen === undefined || current.serverStart === null || current.serverStart === seen)
    return success(false)
  const starts = await calls.readStartsAfter(seen)
  if (!starts.ok) return starts
  if (starts.value === 'unknown') return success(true)
  const versions = held()
  const isMissing = starts.value.some(({ newest, startedAt }) =>
    versions.some((version) => version > newest && version < startedAt),
  )
  return success(isMissing)
}
