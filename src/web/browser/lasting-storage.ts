/**
 * Whether the browser has promised to keep this site's data until the person removes it: `promised`,
 * `not-promised` (it may clear the data when the device runs short of room), or `unknown` where it
 * has no such word, as over plain HTTP.
 */
export type Lasting = 'promised' | 'not-promised' | 'unknown'

/** Asks what was promised; never throws. */
export async function readLasting(): Promise<Lasting> {
  return toLasting((storage) => storage.persisted())
}

/** Asks the browser for the promise; some show a question of their own, some decide by themselves. */
export async function askForLasting(): Promise<Lasting> {
  return toLasting((storage) => storage.persist())
}

async function toLasting(ask: (storage: StorageManager) => Promise<boolean>): Promise<Lasting> {
  const { storage } = navigator as { readonly storage?: StorageManager }
  if (storage === undefined || typeof storage.persisted !== 'function') return 'unknown'
  return ask(storage).then(
    (isPromised) => (isPromised ? 'promised' : 'not-promised'),
    () => 'unknown',
  )
}
