import type { PostgrestClient } from '@supabase/postgrest-js'
import * as v from 'valibot'

import { failure, failureCode, success, type Result } from './result.ts'
import { safeParse } from '../../domain/parse.ts'

/** The parts of PostgREST's answer that we read. */
interface PostgrestAnswer {
  readonly data: unknown
  readonly error: { readonly code?: string } | null
  readonly status: number
}

/** One request that is sent when it is awaited. */
export type Request = (client: PostgrestClient) => PromiseLike<PostgrestAnswer>
/** Runs one request and reads its rows. */
export type Run = (request: Request) => Promise<Result<readonly unknown[]>>

/** An answer that is not a list is not from our backend. */
export const rowList = v.array(v.unknown())

/** Requests over a client that may still have to be loaded. */
export function createRun(client: () => Promise<PostgrestClient>): Run {
  return async (request) => {
    // Without a network the client package itself may be missing: its chunk loads on demand.
    const loaded = await client().catch(() => undefined)
    if (loaded === undefined) return failure('network')
    const { data, error, status } = await request(loaded)
    if (error !== null) return failure(failureCode(status, error.code))
    const rows = safeParse(rowList, data)
    return rows.success ? success(rows.output) : failure('server')
  }
}
