/** PostgREST's error shape; `details` is filled only if a client needs it and it shows no row. */
export interface RestError {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly details?: string | null
  /** Seconds until a client may try again. */
  readonly retryAfter?: number | undefined
}

/** The same for what the database could not do. */
const untilAnswered = 2

/** An error as PostgREST sends it. */
export function restError({ status, code, message, details = null, ...more }: RestError): Response {
  const { retryAfter = status === 503 ? untilAnswered : undefined } = more
  const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
  return Response.json({ code, details, hint: null, message }, { status, headers })
}

/** PostgREST's answer to a path that it does not have. */
export function noSuchPath(): Response {
  const message = 'Invalid path specified in request URL'
  return restError({ status: 404, code: 'PGRST125', message })
}

/** PostgREST's answer to a call of a function that it does not have. */
export function noSuchFunction(name: string): Response {
  const message = `Could not find the function public.${name} in the schema cache`
  return restError({ status: 404, code: 'PGRST202', message })
}

/** An error as GoTrue sends it. */
export function authError(
  status: number,
  errorCode: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json(
    { code: status, error_code: errorCode, msg: message },
    { status, headers: { ...headers, 'x-sb-error-code': errorCode } },
  )
}

/** The gateway's error for a missing or wrong public key, as hosted projects send it. */
export function apiKeyError(message: string): Response {
  return Response.json(
    { message, hint: 'Double check your Supabase `anon` or `service_role` API key.' },
    { status: 401 },
  )
}
