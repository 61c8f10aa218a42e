import { routesOf, type RestRoute } from './parse-request.ts'

export type ApiRoute =
  | { readonly kind: 'rows'; readonly route: RestRoute }
  | { readonly kind: 'sign-in' | 'refresh' | 'sign-out' | 'end-session' | 'user' | 'options' }
  | { readonly kind: 'unknown'; readonly area: 'rest' | 'auth' }

/**
 * The meaning of a request under `/rest/v1` or `/auth/v1`. Everything that the product does not use is `unknown`:
 * no other function, no OpenAPI page, no sign-up, no recovery, no administration.
 */
export function apiRoute(method: string, url: URL): ApiRoute {
  const area = url.pathname.startsWith('/rest/v1') ? 'rest' : 'auth'
  const route = area === 'rest' ? restRoute(method, url.pathname) : authRoute(method, url)
  return route ?? { kind: 'unknown', area }
}

function restRoute(method: string, pathname: string): ApiRoute | undefined {
  const routes = routesOf(pathname)
  if (routes !== undefined && method === 'OPTIONS') return { kind: 'options' }
  const route = routes?.get(method)
  return route === undefined ? undefined : { kind: 'rows', route }
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
