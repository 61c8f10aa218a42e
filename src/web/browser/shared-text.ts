/** Separate from the caches of the app's files, which change with its versions. */
const cacheName = 'shared'
const folder = '/geteilt/'
/** Any page can send a text, so the number of waiting ones is limited; the first ones stay. */
const mostWaiting = 10

/** Shared text that no form has taken yet. */
export interface WaitingShare {
  /** Several texts joined in the order of arrival. */
  readonly text: string
  /** The parts of it, for `forgetShared`. */
  readonly places: readonly string[]
}

/** Stores a shared text on this device until a form takes it. */
export async function keepShared(text: string): Promise<void> {
  const cache = await caches.open(cacheName)
  if ((await cache.keys()).length >= mostWaiting) return
  // One key each: a text that arrives while another is taken is neither lost nor used twice.
  const answer = new Response(text, { headers: { 'content-type': 'text/plain' } })
  await cache.put(`${folder}${crypto.randomUUID()}`, answer)
}

/** The waiting shared text; undefined if there is none. */
export async function readShared(): Promise<WaitingShare | undefined> {
  const cache = await openedCache()
  const requests = (await cache?.keys().catch(() => undefined)) ?? []
  const parts = await Promise.all(
    requests.map(async (request) => (await cache?.match(request))?.text() ?? ''),
  )
  if (parts.length === 0) return undefined
  return { text: parts.join('\n\n'), places: requests.map(({ url }) => url) }
}

/** Deletes the texts that a form has taken; without `places` all of them, when the person signs out. */
export async function forgetShared(places?: readonly string[]): Promise<void> {
  const cache = await openedCache()
  const waiting = places ?? (await cache?.keys().catch(() => undefined)) ?? []
  await Promise.all(waiting.map(async (place) => cache?.delete(place).catch(() => false)))
}

/** Undefined if nothing waits, and on insecure origins, where nothing can be shared. */
async function openedCache(): Promise<Cache | undefined> {
  const { caches: stores } = globalThis as { readonly caches?: CacheStorage }
  const isThere = await stores?.has(cacheName).catch(() => false)
  return isThere === true ? stores?.open(cacheName).catch(() => undefined) : undefined
}
