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
/** Runs one request and reads its rows; an answer that is not a list is not from our backend. */
export type Run = (request: Request) => Promise<Result<readonly unknown[]>>

const rowList = v.array(v.unknown())
/** Requests over a client that may still have to be loaded. */
export function createRun(client: () => Promise<PostgrestClient>): Run {
  return async (request) => {
    // Without a network the client package itself may be missing: its chunk loads on demand.
    const loaded = await client().catch(() => undefined)
    if (loaded === undefined) return failure('network')
    const answer = await request(loaded)
    if (answer.error !== null) return failure(failureCode(answer.status, answer.error.code))
    const rows = safeParse(rowList, answer.data)
    return rows.success ? success(rows.output) : failure('server')
  }
}
