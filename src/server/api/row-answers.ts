import type { RestError } from '../guard/responses.ts'
import type { ParsedRequest } from './parsed-request.ts'
import { objectType, pictureType, type RestRoute } from './parse-request.ts'
import type { AnsweredRows } from './statement.ts'

/** True where one row was asked for. */
export function isOne({ requested }: ParsedRequest): boolean {
  return requested.one && requested.returning !== undefined
}

/** Rolls a transaction back: one row was asked for, and the statement found another number. */
export class NotSingle extends Error {
  readonly count: number

  constructor(count: number) {
    super('not a single row')
    this.count = count
  }
}

export function notSingle(count: number): RestError {
  return {
    status: 406,
    code: 'PGRST116',
    message: 'Cannot coerce the result to a single JSON object',
    details: `The result contains ${count} rows`,
  }
}

/** Status and headers as PostgREST has them. */
export function answerOf(parsed: ParsedRequest, { json, count, picture }: AnsweredRows): Response {
  if (picture !== undefined)
    return new Response(picture, { headers: { 'content-type': pictureType } })
  const { kind, requested } = parsed
  const isCounted = count > 0 && kind !== 'insert' && kind !== 'delete'
  const headers = new Headers({
    'content-type': `${isOne(parsed) ? objectType : 'application/json'}; charset=utf-8`,
    'content-range': isCounted ? `0-${count - 1}/*` : '*/*',
  })
  const isWrite = kind !== 'read' && kind !== 'call'
  const hasBody = requested.returning !== undefined
  if (isWrite && hasBody) headers.set('preference-applied', 'return=representation')
  const status = kind === 'insert' ? 201 : hasBody ? 200 : 204
  // One row without the brackets of its list.
  const body = isOne(parsed) ? json.slice(1, -1) : json
  return new Response(hasBody ? body : null, { status, headers })
}

export const refusals = {
  invalid: { status: 401, code: 'PGRST301', message: 'No suitable key or wrong key type' },
  expired: { status: 401, code: 'PGRST303', message: 'JWT expired' },
  revoked: { status: 401, code: 'PGRST301', message: 'The session has ended' },
} as const

export const busy: RestError = {
  status: 503,
  code: 'PGRST003',
  message: 'Too many requests wait for the database',
}

export function anonymousRefusal(route: RestRoute): RestError {
  const name = route.kind === 'table' ? route.table : route.name
  return { status: 401, code: '42501', message: `permission denied for ${route.kind} ${name}` }
}

/** Too many photos within an hour; the next one is taken after these seconds. */
export function tooManyPhotos(seconds: number): RestError {
  const message = 'Too many photos within an hour'
  return { status: 429, code: 'PH003', message, retryAfter: seconds }
}
