import { parseUrl } from '../ui/parse-url.ts'
import type { WorkerEvent } from '../browser/left-sessions.ts'
import { subscriptionChanged } from '../browser/push-change.ts'
import { nudgeTopic, unreadableNudge } from '../../domain/nudges/nudge-message.ts'

/** The part of the service worker's scope that nudges use; TypeScript has it only without the DOM. */
export interface NudgeScope {
  readonly registration: {
    showNotification(title: string, options: NudgeOptions): Promise<void>
    readonly pushManager: {
      subscribe(options: PushSubscriptionOptionsInit): Promise<unknown>
    }
  }
  readonly clients: {
    matchAll(options: {
      type: 'window'
      includeUncontrolled: boolean
    }): Promise<readonly OpenPage[]>
    openWindow(url: string): Promise<unknown>
  }
  addEventListener(type: 'pushsubscriptionchange', listener: (event: ChangeEvent) => void): void
  addEventListener(type: 'push', listener: (event: PushMessageEvent) => void): void
  addEventListener(type: 'notificationclick', listener: (event: TapEvent) => void): void
}
interface OpenPage {
  focus(): Promise<unknown>
  postMessage(data: unknown): void
}
interface PushMessageEvent extends WorkerEvent {
  readonly data: { text(): string } | null
}
/** The browser's push service has ended a subscription; some browsers name neither. */
interface ChangeEvent extends WorkerEvent {
  readonly oldSubscription?: { readonly options: PushSubscriptionOptions } | null
  readonly newSubscription?: unknown
}
interface TapEvent extends WorkerEvent {
  readonly notification: { readonly data: unknown; close(): void }
}

/** `renotify` is missing in TypeScript's own. */
interface NudgeOptions extends NotificationOptions {
  readonly renotify: boolean
}

interface Shown {
  readonly title: string
  readonly body: string
  /** The path that a tap opens, below the app's own address. */
  readonly path: string
  readonly badge: number | undefined
}

/**
 * Shows each nudge that the browser does not show itself, and always something: a browser ends a
 * subscription that shows nothing. A tap opens the nudge's path, in an open page if there is one.
 */
export function answerNudges(scope: NudgeScope): void {
  scope.addEventListener('push', (event) => event.waitUntil(show(scope, event.data)))
  scope.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(scope, event)))
  scope.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(open(scope, pathOf(event.notification.data)))
  })
}

/**
 * Subscribes again, for the same server. Only a page has the session by which the server learns of it: an open one
 * sends it now, else the next one as it opens.
 */
async function renew({ clients, registration }: NudgeScope, event: ChangeEvent): Promise<void> {
  const key = event.oldSubscription?.options.applicationServerKey
  if (!event.newSubscription && key)
    await registration.pushManager
      .subscribe({ userVisibleOnly: true, applicationServerKey: key })
      .catch(() => undefined)
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- as below
  for (const page of pages) page.postMessage({ type: subscriptionChanged })
}

async function show(scope: NudgeScope, data: PushMessageEvent['data']): Promise<void> {
  const { title, body, path, badge } = readNudge(data)
  const shown = scope.registration.showNotification(title, {
    ...(body === '' ? {} : { body }),
    lang: 'de',
    // A newer one replaces it, and alerts again.
    tag: nudgeTopic,
    renotify: true,
    icon: '/icons/icon-192.png',
    // Android draws its outline in the status bar.
    badge: '/icons/icon-monochrome-512.png',
    data: path,
  })
  await Promise.all([shown, showBadge(badge)])
}

/** A message in the form that Safari itself shows (docs/protocol.md "Nudges"). */
function readNudge(data: PushMessageEvent['data']): Shown {
  const message = record(parsed(data))['notification']
  const { title, body, navigate, app_badge: badge } = record(message)
  return {
    title: typeof title === 'string' && title !== '' ? title : unreadableNudge.title,
    body: typeof body === 'string' ? body : '',
    path: pathOf(navigate),
    badge: typeof badge === 'string' && /^\d{1,4}$/.test(badge) ? Number(badge) : undefined,
  }
}

function parsed(data: PushMessageEvent['data']): unknown {
  try {
    return JSON.parse(data?.text() ?? '')
  } catch {
    return undefined
  }
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** Opens only paths of this app. */
function pathOf(address: unknown): string {
  const url = typeof address === 'string' ? parseUrl(address, location.origin) : undefined
  return url?.origin === location.origin ? `${url.pathname}${url.search}` : '/'
}

async function showBadge(count: number | undefined): Promise<void> {
  const badging = navigator as { setAppBadge?: (count: number) => Promise<void> }
  if (count === undefined) return
  await badging.setAppBadge?.(count).catch(() => undefined)
}

async function open({ clients }: NudgeScope, path: string): Promise<void> {
  const [page] = await clients.matchAll({ type: 'window', includeUncontrolled: false })
  if (page === undefined) {
    await clients.openWindow(path)
    return
  }
  await page.focus().catch(() => undefined)
  // A service worker's client takes no target origin, unlike a window.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  page.postMessage({ type: 'open-path', path })
}
