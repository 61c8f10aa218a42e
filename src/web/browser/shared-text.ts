/** Apart from the app's files, which come and go with its versions. */
const cacheName = 'shared'
const place = '/geteilt'

/** Keeps a shared text on this device until the app takes it up; one that still waits stays with it. */
export async function keepShared(text: string): Promise<void> {
  const waiting = await readShared()
  const all = waiting === undefined ? text : `${waiting}\n\n${text}`
  const cache = await caches.open(cacheName)
  await cache.put(place, new Response(all, { headers: { 'content-type': 'text/plain' } }))
}

/** The shared text that waits; undefined where there is none. */
export async function readShared(): Promise<string | undefined> {
  // Missing on insecure origins, where nothing can be shared either.
  const { caches: stores } = globalThis as { readonly caches?: CacheStorage }
  if (stores === undefined) return undefined
  const waiting = await stores.match(place, { cacheName }).catch(() => undefined)
  return waiting?.text()
}

/** It has been taken up, or its person signs out. */
export async function forgetShared(): Promise<void> {
  const { caches: stores } = globalThis as { readonly caches?: CacheStorage }
  await stores?.delete(cacheName).catch(() => false)
}
