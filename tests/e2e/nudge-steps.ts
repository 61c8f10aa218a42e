import { createServer } from 'node:net'
import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import { browserArguments, chromiumExecutable } from '../../scripts/browsers.mjs'
import { createPresence } from '../../src/server/push/presence.ts'
import { defaultPushHosts } from '../../src/server/settings/push-hosts.ts'
import { Sender } from '../../src/server/push/sender.ts'
import { loadVapid } from '../../src/server/push/vapid.ts'
import type { PushConnection } from '../../src/server/push/push-connection.ts'
import { test as base, type TestApp } from '../support/e2e.ts'
import type { PushDevice } from '../support/push-receiver.ts'
import { startTestServer } from '../support/server.ts'

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      if (typeof address !== 'object' || address === null) reject(new Error('no port'))
      else probe.close(() => resolve(address.port))
    })
  })
}

/** A server that may nudge: among its addresses is one with https. */
export const test = base.extend({
  server: [
    async ({ journalConfig }, provide) => {
      const port = await freePort()
      const env = {
        PORT: String(port),
        PUBLIC_URL: `http://127.0.0.1:${port}, https://tagebuch.example`,
      }
      const server = await startTestServer({ config: journalConfig, env })
      await provide(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
})

/** For `test.use`: the headless shell has no notifications. */
export const wholeBrowser = {
  launchOptions: { executablePath: chromiumExecutable() ?? '', args: browserArguments },
}

/** A browser here reaches no push service: its subscription is one that the test made. */
export async function subscribeAs(context: BrowserContext, device: PushDevice): Promise<void> {
  await context.grantPermissions(['notifications'])
  await context.addInitScript(
    ({ endpoint, keys }) => {
      const kept = 'test-subscribed'
      const make = (applicationServerKey: unknown) => ({
        endpoint,
        options: { applicationServerKey, userVisibleOnly: true },
        toJSON: () => ({ endpoint, keys }),
        unsubscribe: async () => {
          localStorage.removeItem(kept)
          return true
        },
      })
      const key = () => {
        const bytes = localStorage.getItem(kept)
        return bytes === null ? null : new Uint8Array(JSON.parse(bytes)).buffer
      }
      Object.assign(PushManager.prototype, {
        async subscribe(options: { applicationServerKey: Uint8Array }) {
          localStorage.setItem(kept, JSON.stringify([...options.applicationServerKey]))
          return make(key())
        },
        async getSubscription() {
          return key() === null ? null : make(key())
        },
      })
    },
    { endpoint: device.endpoint, keys: device.keys },
  )
}

/** Delivers a push to the page's worker as the browser would. */
export async function deliver(devtools: CDPSession, origin: string, data: string): Promise<void> {
  const registration = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL === `${origin}/`)
      if (found !== undefined) resolve(found.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const registrationId = await registration
  await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
  await devtools.send('ServiceWorker.disable')
}

export const bell = (page: Page) => page.getByRole('button', { name: /^Neu für dich/ })
export const panel = (page: Page) => page.getByRole('dialog', { name: 'Neu für dich' })
export const nudges = (page: Page) => panel(page).getByRole('region', { name: 'Anstupser' })
export const turnOn = (page: Page) =>
  nudges(page).getByRole('switch', { name: 'Auf diesem Gerät anstupsen' })
export async function openNudges(page: Page, state: 'an' | 'aus'): Promise<void> {
  await bell(page).click()
  await panel(page)
    .getByRole('button', { name: `Anstupser: ${state}` })
    .click()
}
export const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const all = await registration.getNotifications()
    return all.map(({ title, body, data }) => ({ title, body, data: String(data) }))
  })
export const devices = async (app: TestApp) =>
  app.server.sql()<{ endpoint: string }[]>`select endpoint from private.push_subscriptions`

/** Sends as the server would, to the receiver instead of the push services, on a clock that goes ahead. */
export function createNudger({ server }: TestApp, connect: PushConnection) {
  const presence = createPresence()
  let ahead = 0
  const sender = new Sender({
    pool: server.pool(),
    vapid: loadVapid(server.dataDir, 'https://tagebuch.example'),
    presence,
    hosts: defaultPushHosts,
    connect,
    timeZone: 'Europe/Berlin',
    log: { info: () => undefined, error: () => undefined },
    now: () => Date.now() + ahead,
  })
  return {
    presence,
    /** Sends what is due after these milliseconds. */
    async sendAfter(milliseconds: number): Promise<void> {
      ahead += milliseconds
      await sender.sendDue()
    },
  }
}

/** The parts of a service worker that the tests' own TypeScript does not know. */
interface Worker {
  readonly registration: { getNotifications(): Promise<readonly unknown[]> }
  readonly clients: { matchAll(): Promise<readonly unknown[]> }
  readonly ExtendableEvent: { readonly prototype: object }
  readonly NotificationEvent: new (type: string, init: object) => Event
  dispatchEvent(event: Event): boolean
}

/**
 * Taps the notification that is shown, as far as a test can: the real worker answers. Yields what it opens in a
 * window of its own, which only a person's tap may do.
 */
export async function tap(context: BrowserContext): Promise<readonly string[]> {
  const [worker] = context.serviceWorkers()
  if (worker === undefined) throw new Error('no worker')
  return worker.evaluate(async () => {
    const scope = globalThis as unknown as Worker
    const opened: string[] = []
    const work: Promise<unknown>[] = []
    Object.assign(scope.clients, { openWindow: async (url: string) => opened.push(url) })
    Object.assign(scope.ExtendableEvent.prototype, {
      waitUntil: (one: Promise<unknown>) => work.push(one),
    })
    const [notification] = await scope.registration.getNotifications()
    scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }))
    await Promise.all(work)
    return opened
  })
}

/** The browser's push service has ended the subscription, as far as a test can: the real worker answers. */
export async function endSubscription(context: BrowserContext): Promise<void> {
  const [worker] = context.serviceWorkers()
  if (worker === undefined) throw new Error('no worker')
  await worker.evaluate(() => {
    const change = new Event('pushsubscriptionchange')
    Object.assign(change, { waitUntil: () => undefined })
    globalThis.dispatchEvent(change)
  })
}

/** Writes down which numbers the worker puts on the app's icon; the returned function reads them. */
export async function followBadge(context: BrowserContext): Promise<() => Promise<unknown>> {
  const [worker] = context.serviceWorkers()
  if (worker === undefined) throw new Error('no worker')
  await worker.evaluate(() => {
    const badges: number[] = []
    Object.assign(globalThis, { badges })
    Object.assign(navigator, { setAppBadge: async (count: number) => void badges.push(count) })
  })
  return async () => worker.evaluate(() => Reflect.get(globalThis, 'badges') as unknown)
}

/** How many pages the worker serves. */
export async function openPages(context: BrowserContext): Promise<number> {
  const [worker] = context.serviceWorkers()
  if (worker === undefined) throw new Error('no worker')
  return worker.evaluate(async () => {
    const { clients } = globalThis as unknown as Worker
    return (await clients.matchAll()).length
  })
}
