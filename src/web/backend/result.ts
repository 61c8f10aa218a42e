/**
 * The failures between the device and the server, in our words.
 *
 * - `network`: nothing came back, or not in time; whether it was carried out is unknown
 * - `unauthorized`: no session, an expired one, or another person's
 * - `rate-limited`: asked to wait
 * - `server`: the server cannot serve now, or the answer is not from our backend (a captive portal,
 *   a proxy); the same call may work later
 * - `full`: the database takes no write because its disk is full; it may still be read
 * - `fault`: the server failed on this call; others may work
 * - `unsupported`: the server does not know this request, as one of another version; others may work
 * - `rejected`: a permanent refusal by a constraint, a trigger or a policy
 * - `duplicate`: a row with this key exists, or its id was removed (D13, D15)
 */
export type FailureCode =
  | 'network'
  | 'unauthorized'
  | 'rate-limited'
  | 'server'
  | 'full'
  | 'fault'
  | 'unsupported'
  | 'rejected'
  | 'duplicate'

export type Result<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly code: FailureCode }

export function success<Value>(value: Value): Result<Value> {
  return { ok: true, value }
}

export function failure(code: FailureCode): { readonly ok: false; readonly code: FailureCode } {
  return { ok: false, code }
}

/** SQLSTATE classes that mean: this very statement will never be accepted. */
const permanentCodes = /^(22...|23...|42501|P0001)$/

/** SQLSTATEs of a full disk; a hosted project turns read-only before its disk is full (decision 0037). */
const isFull = /^(53100|25006)$/

/** SQLSTATEs of a database that is out of another resource, or on which the call waited too long. */
const mayWorkLater = /^(53...|55P03|57014)$/

/** PostgREST's codes of requests that it cannot read or has no table, column or function for; 116 counts rows. */
const unsupported = /^PGRST(?!116)[12]\d\d$/

/**
 * Maps a PostgREST answer to our codes. Only an answer that names its reason is a refusal; every
 * other 4xx may be a proxy between us and the server, and a refusal would drop typed text (D26).
 *
 * @param status the HTTP status, 0 when there was no answer
 * @param code the SQLSTATE or PGRST code of the error body, if it had one
 */
export function failureCode(status: number, code: string | undefined): FailureCode {
  if (status === 0 || status === 408) return 'network'
  if (status === 401) return 'unauthorized'
  if (status === 429) return 'rate-limited'
  if (code === '23505') return 'duplicate'
  if (status === 413) return 'rejected'
  if (status < 500 && code !== undefined && permanentCodes.test(code)) return 'rejected'
  if (code !== undefined && isFull.test(code)) return 'full'
  if (code !== undefined && mayWorkLater.test(code)) return 'server'
  if (status < 500 && code !== undefined && unsupported.test(code)) return 'unsupported'
  // Below 500 only with a code of our backend: a proxy's 403 says nothing about this call.
  return status === 500 || (status < 500 && code !== undefined) ? 'fault' : 'server'
}
