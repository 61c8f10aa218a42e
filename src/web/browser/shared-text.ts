/** Apart from the app's files, which come and go with its versions. */
const cacheName = 'shared'
const folder = '/geteilt/'
/** Any page can hand over a text, so what waits has a bound; the ones that came first stay. */
const mostWaiting = 10

/** What waits to be taken up. */
export interface WaitingShare {
  /** Several are one text, in the order in which they came. */
  readonly text: string
  /** The parts of it, for `forgetShared`. */
  readonly places: readonly string[]
}

/** Keeps a shared text on this device until the app takes it up. */
export async function keepShared(text: string): Promise<void> {
  const cache = await caches.open(cacheName)
  if ((await cache.keys()).length >= mostWaiting) return
  // A place of its own for each: what comes while another is taken up is neither lost nor told twice.
  const answer = new Response(text, { headers: { 'content-type': 'text/plain' } })
  await cache.put(`${folder}${crypto.randomUUID()}`, answer)
}

/** The shared text that waits; undefined if there is none. */
export async function readShared(): Promise<WaitingShare | undefined> {
  const cache = await openedCache()
  const requests = (await cache?.keys().catch(() => undefined)) ?? []
  const parts = await Promise.all(
    requests.map(async (request) => (await cache?.match(request))?.text() ?? ''),
  )
  if (parts.length === 0) return undefined
  return { text: parts.join('\n\n'), places: requests.map(({ url }) => url) }
}

/** It has been taken up; or, without `places`, its person signs out, and all of it goes. */
export async function forgetShared(places?: readonly string[]): Promise<void> {
  const cache = await openedCache()
  const waiting = places ?? (await cache?.keys().catch(() => undefined)) ?? []
  await Promise.all(waiting.map(async (place) => cache?.delete(place).catch(() => false)))
}

/** Undefined where nothing waits, and on insecure origins, where nothing can be shared either. */
async function openedCache(): Promise<Cache | undefined> {
  const { caches: stores } = globalThis as { readonly caches?: CacheStorage }
  const isThere = await stores?.has(cacheName).catch(() => false)
  return isThere === true ? stores?.open(cacheName).catch(() => undefined) : undefined
}
