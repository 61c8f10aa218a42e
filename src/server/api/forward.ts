import { withoutQuoted } from './quoted.ts'
import type { Caller } from '../accounts/caller.ts'
import { preferencesOf } from './preferences.ts'
import { restError } from '../guard/responses.ts'
import { writeBody } from './write-body.ts'

const acceptable =
  /^(?:\*\/\*|application\/json|text\/csv|application\/vnd\.pgrst\.(?:object|array)\+json(?:;nulls=stripped)?)$/

const passedOn = ['content-type', 'range', 'range-unit']

/**
 * A request for rows as Supabase Lite may see it: our public key and only the headers that the
 * product uses; no token, because the request's scope names the person. Answers 406 or 415 itself.
 */
export async function forwardedRequest(
  request: Request,
  anonKey: string,
): Promise<Request | Response> {
  const profile = request.headers.get('accept-profile') ?? request.headers.get('content-profile')
  if (profile !== null && profile !== 'public')
    return restError({ status: 406, code: 'PGRST106', message: 'Invalid schema' })
  const accept = (request.headers.get('accept') ?? '*/*').split(',').map((part) => part.trim())
  if (!accept.some((part) => acceptable.test(part)))
    return restError({
      status: 406,
      code: 'PGRST107',
      message: 'None of these media types are available',
    })
  const writes = request.method === 'POST' || request.method === 'PATCH'
  if (writes && !/^application\/json(?:;|$)/i.test(request.headers.get('content-type') ?? ''))
    return restError({ status: 415, code: 'PGRST102', message: 'Content-Type not acceptable' })
  const headers = forwardedHeaders(request, anonKey)
  headers.set('accept', accept.filter((part) => acceptable.test(part)).join(', '))
  const { method } = request
  if (!writes) return new Request(request.url, { method, headers })
  const text = await request.text()
  if (isDeep(text))
    return restError({ status: 400, code: 'PGRST102', message: 'The body is nested too deeply' })
  const written = writeBody(request, text)
  if (written instanceof Response) return written
  return new Request(written.url, { method, headers, body: written.body })
}

/**
 * Rows are flat: a list of objects is two levels deep. Thousands of levels can be parsed, but
 * code that writes them out again runs out of stack.
 */
function isDeep(json: string): boolean {
  let depth = 0
  for (const character of withoutQuoted(json)) {
    if (character === '[' || character === '{') depth += 1
    else if (character === ']' || character === '}') depth -= 1
    if (depth > 4) return true
  }
  return false
}

/** Key and the few headers that REST and sign-in share; sign-in also gets the verified token. */
export function forwardedHeaders(request: Request, anonKey: string, caller?: Caller): Headers {
  const headers = new Headers({ apikey: anonKey })
  if (caller?.kind === 'person') headers.set('authorization', `Bearer ${caller.token}`)
  for (const name of passedOn) {
    const value = request.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  const prefer = preferencesOf(request)
  if (prefer !== '') headers.set('prefer', prefer)
  return headers
}

const answered = [
  'content-type',
  'content-range',
  'preference-applied',
  'location',
  'retry-after',
  'x-sb-error-code',
]

/** Supabase Lite's answer without its open CORS headers and without anything that quotes a row. */
export async function sanitized(response: Response): Promise<Response> {
  const headers = new Headers()
  for (const name of answered) {
    const value = response.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  const { status } = response
  if (status < 400 || !headers.get('content-type')?.includes('json'))
    return new Response(response.body, { status, headers })
  return new Response(withoutDetails(await response.text()), { status, headers })
}

/** The client reads `details` only to tell "no row" from "several" (PGRST116). */
function withoutDetails(text: string): string {
  // The answer to HEAD has a type and no body.
  if (text === '') return text
  const error: unknown = JSON.parse(text)
  if (typeof error !== 'object' || error === null || !('details' in error)) return text
  if ('code' in error && error.code === 'PGRST116') return text
  return JSON.stringify({ ...error, details: null })
}
