import { errorCode } from '../error-code.ts'
import type { RestError } from '../guard/responses.ts'

/**
 * PostgREST's table from SQLSTATE to status: whole codes first, then classes. Too much for the database
 * (54) is 413, not its 500: what was sent is at fault, and trying again is of no use. What waited too long
 * (55P03, 57014) is 503, not its 500: it may be tried again.
 */
const statusByCode: Readonly<Record<string, number>> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '40001': 503,
  '40P01': 503,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '55P03': 503,
  '57014': 503,
  '57P01': 503,
  '57P02': 503,
  '57P03': 503,
  P0001: 400,
}

/** The status of a code in no list is 400. */
const statusByClass: Readonly<Record<string, number>> = {
  '0L': 403,
  '0P': 403,
  '28': 403,
  '53': 503,
  '54': 413,
}

/** Classes of the server's own faults, which are 500. */
const faults = /^(?:09|25|2D|38|39|3B|40|55|57|58|F0|HV|P0|XX)/

/** Other codes are errno names and those of TLS: a connection that broke or could not be made. */
const sqlState = /^[0-9FHPX][0-9A-Z]{4}$/

/** The answer while the database does not answer: clients wait and retry. */
export const databaseGone: RestError = {
  status: 503,
  code: 'PGRST001',
  message: 'Database connection error. Retrying the connection.',
}

/** The answer while the database is away because its disk is full, with the SQLSTATE that says so. */
export const diskFull: RestError = {
  status: 503,
  code: '53100',
  message: 'The disk of the database is full',
}

/**
 * Turns what the driver threw into the answer of a hosted project: SQLSTATE as `code`, its
 * status, the message without any value in it, and no details (they quote rows).
 * Serialization failures are 503, not PostgREST's 500: trying again is the right thing to do.
 */
export function databaseError(error: unknown): RestError {
  const code = errorCode(error)
  if (code === undefined || !sqlState.test(code) || code.startsWith('08')) return databaseGone
  const message = error instanceof Error ? error.message : ''
  if (code === '42501') return { status: 403, code, message }
  if (code === '42P01') return { status: 404, code: 'PGRST205', message }
  const status =
    statusByCode[code] ?? statusByClass[code.slice(0, 2)] ?? (faults.test(code) ? 500 : 400)
  return { status, code, message: status >= 500 ? 'The database refused' : withoutValues(message) }
}

/** PostgreSQL's type errors quote the value after a colon: `invalid input syntax for uuid: "…"`. */
function withoutValues(message: string): string {
  return message.replace(/: ".*$/s, '')
}
