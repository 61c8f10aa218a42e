/**
 * If site data is blocked, a browser refuses the look at some of its parts, and Firefox refuses to open a channel
 * between tabs, also to libraries that do so while they are loaded. They and the app then find none, as in a
 * browser without them. Storages have fallbacks of their own.
 */
export function hideRefusedParts(): void {
  hideIfRefused(globalThis, 'BroadcastChannel', () =>
    new BroadcastChannel('tagebuch-trial').close(),
  )
  hideIfRefused(globalThis, 'caches', () => globalThis.caches)
  hideIfRefused(navigator, 'locks', () => navigator.locks)
  hideIfRefused(navigator, 'serviceWorker', () => navigator.serviceWorker)
  hideIfRefused(navigator, 'storage', () => navigator.storage)
}

function hideIfRefused(owner: object, name: string, read: () => unknown): void {
  try {
    read()
  } catch {
    Object.defineProperty(owner, name, { value: undefined })
  }
}
