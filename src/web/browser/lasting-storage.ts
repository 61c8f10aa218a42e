/**
 * Whether the browser has promised to keep this site's data until the person removes it:
 * `promised`, `not-promised` (it may clear the data when the device runs short of room), or
 * `unknown` if it does not support this, as over plain HTTP.
 */
export type Lasting = 'promised' | 'not-promised' | 'unknown'

/** Reads what the browser has promised; never throws. */
export async function readLasting(): Promise<Lasting> {
  return toLasting((storage) => storage.persisted())
}

/** Asks the browser for the promise; some show a prompt, some decide alone. */
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
