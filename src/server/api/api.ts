import type { Log } from '../log.ts'
import { apiRoute } from './allow-list.ts'
import { SignInRoutes, type Client, type SignInOptions } from '../sign-in/sign-in-routes.ts'
import { bearerOf, identify } from '../accounts/caller.ts'
import { databaseError, databaseGone, diskFull } from './database-error.ts'
import { RowRoutes, type RowOptions } from './rows.ts'
import {
  apiKeyError,
  authError,
  noSuchFunction,
  noSuchPath,
  restError,
  type RestError,
} from '../guard/responses.ts'

interface ApiOptions extends SignInOptions, RowOptions {
  readonly anonKey: string
  /** Called if the database does not answer: it ends when its disk is full. */
  readonly isDiskFull: () => Promise<boolean>
  readonly log: Log
}

interface RequestContext extends Client {
  /** Called with the person of a valid token. */
  readonly signedIn?: (person: string) => void
}

/**
 * PostgREST and GoTrue as the product uses them: a table of requests, our own check of every token,
 * and the errors of a hosted project. Never throws; a database that does not
 * answer is 503 (docs/protocol.md "REST").
 */
export class Api {
  readonly #options: ApiOptions
  readonly #auth: SignInRoutes
  readonly #rows: RowRoutes
  /** True from a failed request until the database answers one. */
  #isFailing = false

  constructor(options: ApiOptions) {
    this.#options = options
    this.#auth = new SignInRoutes(options)
    this.#rows = new RowRoutes(options)
  }

  /** Answers a request under `/rest/v1` or `/auth/v1`. */
  async fetch(request: Request, context: RequestContext): Promise<Response> {
    const { log } = this.#options
    try {
      return await this.#answer(request, context)
    } catch (error) {
      const shape = databaseError(error)
      // One line per outage, not one per request.
      if (!this.#isFailing) log.error('A request failed', shape.code)
      this.#isFailing = true
      // One that has no room to write has ended because of that.
      const isFull = shape.status === 503 && (await this.#options.isDiskFull())
      return unavailable(request, isFull ? diskFull : shape)
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#auth.close(), this.#rows.close()])
  }

  async #answer(request: Request, { signedIn, ...client }: RequestContext): Promise<Response> {
    const url = new URL(request.url)
    const route = apiRoute(request.method, url)
    if (route.kind === 'unknown') return notFound(request.method, url, route.area)
    if (route.kind === 'options') return new Response(null, { status: 204 })
    const key = request.headers.get('apikey') ?? url.searchParams.get('apikey')
    if (key !== this.#options.anonKey)
      return apiKeyError(key === null ? 'No API key found in request' : 'Invalid API key')
    if (route.kind === 'sign-in') return this.#auth.signIn(request, client)
    if (route.kind === 'refresh') return this.#auth.refresh(request, client)
    if (route.kind === 'end-session') return this.#auth.endSession(request, client.address)
    const identified = async () => {
      const caller = await identify(bearerOf(request), this.#options)
      if (caller.kind === 'person') signedIn?.(caller.claims.sub)
      return caller
    }
    if (route.kind !== 'rows') return this.#auth.forPerson(request, route.kind, await identified())
    const response = await this.#rows.answer(request, route.route, identified)
    if (response.ok) this.#isFailing = false
    return response
  }
}

/** Clients try again after a 503. */
function unavailable(request: Request, shape: RestError): Response {
  return new URL(request.url).pathname.startsWith('/auth/')
    ? authError(503, 'unexpected_failure', 'The service is not available, try again')
    : restError(shape.status >= 500 ? shape : databaseGone)
}

function notFound(method: string, { pathname }: URL, area: 'rest' | 'auth'): Response {
  if (area === 'auth') return authError(404, 'not_found', 'This endpoint does not exist')
  const [, called] = /^\/rest\/v1\/rpc\/(\w{1,63})$/.exec(pathname) ?? []
  return called === undefined || method !== 'POST' ? noSuchPath() : noSuchFunction(called)
}
