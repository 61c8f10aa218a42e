import { scriptUrl } from '../browser/script-url.ts'
import { followWorker } from '../browser/worker-messages.ts'

const scriptPath = '/sw.js'
/** How often a page that stays open asks for a new version, in milliseconds. */
const updateInterval = 10 * 60_000

/**
 * Calls `updated` for each cache-updated message (D12). The worker compares the page with the server's as it is opened:
 * its message may come before the page is drawn.
 */
export function followCache(updated: () => void): void {
  followWorker(({ type }) => {
    if (type === 'cache-updated') updated()
  })
}

/**
 * Registers the service worker. Over plain HTTP on the home network there is none: the app then loads from the server.
 */
export async function registerServiceWorker(): Promise<void> {
  const { serviceWorker: container } = navigator as Partial<Navigator>
  if (container === undefined || import.meta.env.DEV) return
  const registration = await container.register(scriptUrl(scriptPath)).catch(() => undefined)
  if (registration === undefined) return
  let asked = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - asked < updateInterval) return
    asked = Date.now()
    // Offline; the next check asks again.
    registration.update().catch(() => undefined)
  })
}
