import { localSiteStorage, type SiteStorage } from './site-storage.ts'
import { withTimeout } from './with-timeout.ts'

/**
 * Why this browser cannot be nudged now: the page is not served securely, the app is not on the
 * home screen (iPhone, iPad), the browser has no Web Push, or the person has said no to it.
 */
export type PushObstacle = 'insecure' | 'not-installed' | 'unsupported' | 'denied'

/** A subscription in the form that the server accepts. */
export interface BrowserSubscription {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

/** The person whose nudges this browser receives, by id. */
const wantedKey = 'tagebuch.nudges'

/** Milliseconds for a worker that may still have to be installed. */
const workerWithin = 10_000

/** The obstacle to nudges; undefined if there is none. Shows no prompt. */
export function pushObstacle(): PushObstacle | undefined {
  if (!globalThis.isSecureContext) return 'insecure'
  // On an iPhone the page in Safari has no Web Push, and the same page on the home screen has.
  const { standalone } = navigator as { readonly standalone?: boolean }
  if (!('PushManager' in globalThis)) return standalone === false ? 'not-installed' : 'unsupported'
  const { serviceWorker } = navigator as Partial<Navigator>
  if (serviceWorker === undefined || !('Notification' in globalThis)) return 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : undefined
}

/** The person whose nudges this browser should receive, if anyone turned them on. */
export function nudgedPerson(storage: SiteStorage = localSiteStorage): string | undefined {
  return storage.getItem(wantedKey) ?? undefined
}

export function rememberNudged(person: string, storage: SiteStorage = localSiteStorage): void {
  storage.setItem(wantedKey, person)
}

/** Asks the person for permission; call it only in a press. */
export async function askToNudge(): Promise<boolean> {
  return (await Notification.requestPermission()) === 'granted'
}

export function mayNudge(): boolean {
  return 'Notification' in globalThis && Notification.permission === 'granted'
}

/** Calls `changed` when the permission changes, wherever; the returned function ends it. */
export function followPermission(changed: () => void): () => void {
  let stop: (() => void) | undefined
  let isOver = false
  // If a browser does not report this, the next start asks again.
  void navigator.permissions
    ?.query({ name: 'notifications' })
    .then((status) => {
      if (isOver) return
      status.addEventListener('change', changed)
      stop = () => status.removeEventListener('change', changed)
    })
    .catch(() => undefined)
  return () => {
    isOver = true
    stop?.()
  }
}

/**
 * The browser's subscription for a server's key, the one it has or a new one; one for another key
 * is ended first. Undefined if the browser refuses or has no worker.
 *
 * @param key the server's public key, base64url
 */
export async function subscribeFor(key: string): Promise<BrowserSubscription | undefined> {
  try {
    const { pushManager } = await withTimeout(workerWithin, navigator.serviceWorker.ready)
    const wanted = bytesOf(key)
    const known = await pushManager.getSubscription()
    if (known !== null && isFor(known, wanted)) return sentForm(known)
    await known?.unsubscribe()
    const options = { userVisibleOnly: true, applicationServerKey: wanted }
    return sentForm(await pushManager.subscribe(options))
  } catch {
    return undefined
  }
}

/** Ends this browser's subscription and closes its notifications. Yields the ended endpoint. */
export async function stopNudges(
  storage: SiteStorage = localSiteStorage,
): Promise<string | undefined> {
  storage.removeItem(wantedKey)
  try {
    const registration = await navigator.serviceWorker.getRegistration()
    const known = await registration?.pushManager.getSubscription()
    await clearShown()
    await known?.unsubscribe()
    return known?.endpoint
  } catch {
    return undefined
  }
}

/** Closes the shown notifications: the person is looking at their content. */
export async function clearShown(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.getRegistration()
    const shown = (await registration?.getNotifications()) ?? []
    for (const notification of shown) notification.close()
  } catch {
    // Without a worker nothing is shown.
  }
}

function isFor({ options }: PushSubscription, key: Uint8Array): boolean {
  if (options.applicationServerKey === null) return false
  const known = new Uint8Array(options.applicationServerKey)
  return known.length === key.length && known.every((byte, index) => byte === key[index])
}

function sentForm(subscription: PushSubscription): BrowserSubscription | undefined {
  const { endpoint, keys } = subscription.toJSON()
  const { p256dh, auth } = keys ?? {}
  if (endpoint === undefined || p256dh === undefined || auth === undefined) return undefined
  return { endpoint, keys: { p256dh, auth } }
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (character) => character.codePointAt(0) ?? 0)
}
