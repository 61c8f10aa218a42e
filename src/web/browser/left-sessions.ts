import * as v from 'valibot'

/** A cache, because the service worker cannot read localStorage. */
const cacheName = 'left-sessions'
const folder = '/abgemeldet/'
/** The background sync that sends what is left. */
const syncTag = 'end-sessions'

const endRequest = v.object({
  url: v.string(),
  headers: v.record(v.string(), v.string()),
  body: v.string(),
})

/** A request that ends a session which this device has left; it gives no access. */
export type EndRequest = v.InferOutput<typeof endRequest>

/** Ended, or not a token of this server. Any other status may be a proxy's. */
const finalAnswers: ReadonlySet<number> = new Set([204, 400, 401, 404])

/** Sends it; true if the server has answered for good. */
export async function sendEnd(request: EndRequest, send: typeof fetch): Promise<boolean> {
  const { url, headers, body } = request
  const answer = await send(url, { method: 'POST', headers, body }).catch(() => undefined)
  return answer !== undefined && finalAnswers.has(answer.status)
}

/**
 * Leaves these requests, in place of earlier ones, to the service worker, which sends them as soon as
 * there is a network, without a page too where the browser has background sync. Never fails.
 */
export async function leaveToWorker(requests: readonly EndRequest[]): Promise<void> {
  const { caches: stores } = globalThis as { readonly caches?: CacheStorage }
  if (stores === undefined) return
  try {
    await stores.delete(cacheName)
    if (requests.length === 0) return
    const cache = await stores.open(cacheName)
    for (const [index, request] of requests.entries())
      await cache.put(`${folder}${index}`, new Response(JSON.stringify(request)))
    // TypeScript has no types for background sync, which only some browsers have.
    const registration = (await navigator.serviceWorker.getRegistration()) as
      | { readonly sync?: { register(tag: string): Promise<void> } }
      | undefined
    await registration?.sync?.register(syncTag)
  } catch {
    // The page itself sends them when it is next open.
  }
}

/** An event of a service worker, which lives on until the work is done. */
export interface WorkerEvent {
  waitUntil(work: Promise<unknown>): void
}
interface SyncScope {
  addEventListener(type: 'sync', listener: (event: SyncEvent) => void): void
}
interface SyncEvent extends WorkerEvent {
  readonly tag: string
}

/** For the service worker: sends what pages have left to it. */
export function endLeftSessions(scope: SyncScope): void {
  scope.addEventListener('sync', (event) => {
    if (event.tag === syncTag) event.waitUntil(sendLeft())
  })
}

/** Rejects if something is left, so that the browser tries again. */
async function sendLeft(): Promise<void> {
  const cache = await caches.open(cacheName)
  for (const place of await cache.keys()) {
    const stored: unknown = await (await cache.match(place))?.json()
    const request = v.safeParse(endRequest, stored, { abortEarly: true })
    if (request.success && !(await sendEnd(request.output, fetch)))
      throw new Error('the server could not be reached')
    await cache.delete(place)
  }
}
