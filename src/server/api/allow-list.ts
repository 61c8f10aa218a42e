import { isJournalTable, type JournalTable } from '../../domain/journal-tables.ts'

/** What the product does with each table over REST besides reading. */
const writableVerbs: Readonly<Record<JournalTable, readonly string[]>> = {
  journal: [],
  profiles: [],
  entries: ['POST', 'PATCH', 'DELETE'],
  reactions: ['POST', 'DELETE'],
  quote_likes: ['POST', 'DELETE'],
  custom_quotes: ['POST', 'DELETE'],
  memory_marks: ['POST', 'DELETE'],
  removals: [],
  last_looks: ['PATCH'],
  server_starts: [],
}

/**
 * The only database functions that may be called: one restores a person's own rows from a file, one deletes an
 * entry whose text changed unseen.
 */
const functions: ReadonlySet<string> = new Set(['import_rows', 'delete_unseen'])

export type ApiRoute =
  | { readonly kind: 'table'; readonly table: string; readonly writes: boolean }
  | { readonly kind: 'function'; readonly name: string }
  | { readonly kind: 'sign-in' }
  | { readonly kind: 'refresh' }
  | { readonly kind: 'sign-out' }
  | { readonly kind: 'end-session' }
  | { readonly kind: 'user' }
  | { readonly kind: 'options' }
  | { readonly kind: 'unknown'; readonly area: 'rest' | 'auth' }

/**
 * What a request under `/rest/v1` or `/auth/v1` asks for. Everything that the product does not use
 * is `unknown`, even if Supabase Lite would answer it: no other function, no OpenAPI page, no
 * sign-up, no recovery, no administration.
 */
export function apiRoute(method: string, url: URL): ApiRoute {
  const area = url.pathname.startsWith('/rest/v1') ? 'rest' : 'auth'
  const route = area === 'rest' ? restRoute(method, url.pathname) : authRoute(method, url)
  return route ?? { kind: 'unknown', area }
}

function restRoute(method: string, pathname: string): ApiRoute | undefined {
  const name = /^\/rest\/v1\/rpc\/([a-z_]+)$/.exec(pathname)?.[1]
  if (name !== undefined) {
    if (!functions.has(name)) return undefined
    if (method === 'OPTIONS') return { kind: 'options' }
    return method === 'POST' ? { kind: 'function', name } : undefined
  }
  const table = /^\/rest\/v1\/([a-z_]+)$/.exec(pathname)?.[1]
  if (table === undefined || !isJournalTable(table)) return undefined
  if (method === 'OPTIONS') return { kind: 'options' }
  if (method === 'GET' || method === 'HEAD') return { kind: 'table', table, writes: false }
  return writableVerbs[table].includes(method) ? { kind: 'table', table, writes: true } : undefined
}

function authRoute(method: string, url: URL): ApiRoute | undefined {
  const endpoint = url.pathname.slice('/auth/v1'.length)
  if (!['/token', '/logout', '/user', '/end-session'].includes(endpoint)) return undefined
  if (method === 'OPTIONS') return { kind: 'options' }
  if (endpoint === '/user') return method === 'GET' ? { kind: 'user' } : undefined
  if (method !== 'POST') return undefined
  if (endpoint === '/logout') return { kind: 'sign-out' }
  if (endpoint === '/end-session') return { kind: 'end-session' }
  const grants = url.searchParams.getAll('grant_type')
  if (grants.length !== 1) return undefined
  if (grants[0] === 'password') return { kind: 'sign-in' }
  return grants[0] === 'refresh_token' ? { kind: 'refresh' } : undefined
}
