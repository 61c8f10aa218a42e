import { createServer } from 'node:net'
import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import { browserArguments, chromiumExecutable } from '../../scripts/chromium.mjs'
import { createLooks } from '../../src/server/push/looks.ts'
import { defaultPushHosts } from '../../src/server/push/push-hosts.ts'
import { Sender } from '../../src/server/push/sender.ts'
import { loadVapid } from '../../src/server/push/vapid.ts'
import { expect, firstPartner, phone, signIn, test as base, type TestApp } from '../support/e2e.ts'
import { createPushDevice, startPushReceiver, type PushDevice } from '../support/push-receiver.ts'
import { startTestServer } from '../support/server.ts'
import { lowContrast } from './axe.ts'
import { cardOf } from './entry-steps.ts'

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
const test = base.extend({
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

// The headless shell has no notifications.
test.use({
  launchOptions: {
    executablePath: chromiumExecutable() ?? '',
    args: browserArguments,
  },
})

/** A browser here reaches no push service: its subscription is one that the test made. */
async function subscribeAs(context: BrowserContext, device: PushDevice): Promise<void> {
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
async function deliver(devtools: CDPSession, origin: string, data: string): Promise<void> {
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

const bell = (page: Page) => page.getByRole('button', { name: /^Neu für dich/ })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Neu für dich' })
const nudges = (page: Page) => panel(page).getByRole('region', { name: 'Anstupser' })
const turnOn = (page: Page) =>
  nudges(page).getByRole('switch', { name: 'Auf diesem Gerät anstupsen' })
async function openNudges(page: Page, state: 'an' | 'aus'): Promise<void> {
  await bell(page).click()
  await panel(page)
    .getByRole('button', { name: `Anstupser: ${state}` })
    .click()
}
const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const all = await registration.getNotifications()
    return all.map(({ title, body, data }) => ({ title, body, data: String(data) }))
  })
const devices = async (app: TestApp) =>
  app.server.sql()<{ endpoint: string }[]>`select endpoint from private.push_subscriptions`

/** What the server would send now, to the receiver instead of the push service. */
async function sendNow(app: TestApp, connect: Parameters<typeof sender>[1]): Promise<void> {
  await sender(app, connect).look()
}
function sender({ server }: TestApp, connect: ConstructorParameters<typeof Sender>[0]['connect']) {
  return new Sender({
    sql: server.sql(),
    vapid: loadVapid(server.dataDir, 'https://tagebuch.example'),
    looks: createLooks(),
    hosts: defaultPushHosts,
    connect,
    timeZone: 'Europe/Berlin',
    log: { info: () => undefined, error: () => undefined },
    now: () => Date.now() + 10_000,
  })
}

test('a device is nudged when the partner wrote, and a tap opens the entry', async ({ app }) => {
  const receiver = await startPushReceiver()
  const device = createPushDevice('https://fcm.googleapis.com/send/e2e')
  const context = await app.device({ serviceWorkers: 'allow', viewport: phone })
  await subscribeAs(context, device)
  await signIn(context, app.server, firstPartner)
  const page = await context.newPage()
  await page.goto('/')
  await page.evaluate(async () => navigator.serviceWorker.ready)

  await test.step('once she wants to', async () => {
    await openNudges(page, 'aus')
    await expect(turnOn(page)).not.toBeChecked()
    expect(await lowContrast(page)).toEqual([])
    await turnOn(page).click()
    await expect(turnOn(page)).toBeChecked()
    await expect.poll(async () => devices(app)).toEqual([{ endpoint: device.endpoint }])
  })

  await test.step('at the times and of the things that she wants', async () => {
    await nudges(page).getByText('Wovon und wann').click()
    await expect(nudges(page).getByRole('switch', { name: 'Erinnerungen' })).not.toBeChecked()
    await nudges(page).getByRole('switch', { name: 'Reaktionen' }).click()
    await nudges(page).getByLabel('Ruhe ab').fill('03:00')
    await nudges(page).getByLabel('Ruhe bis').fill('03:00')
    await nudges(page).getByLabel('Ruhe ab').focus()
    await expect
      .poll(
        async () =>
          app.server.sql()`select reactions, quiet_from, quiet_to from private.nudge_choices`,
      )
      .toEqual([{ reactions: false, quiet_from: '03:00', quiet_to: '03:00' }])
    expect(await lowContrast(page)).toEqual([])
    await page.keyboard.press('Escape')
  })

  const partner = await app.server.client('Željka')
  const row = { user_id: partner.id, category: 'gedanken', content: 'Nur im Tagebuch' }
  expect((await partner.rest.from('entries').insert(row)).error).toBeNull()
  await sendNow(app, receiver.connect)
  const [sent] = receiver.received
  const message = device.read(sent?.body ?? Buffer.alloc(0))
  expect(message).not.toContain('Nur im Tagebuch')
  expect(JSON.parse(message)).toMatchObject({
    notification: { title: 'Etwas Neues von Željka 💕' },
  })

  const devtools = await context.newCDPSession(page)
  await test.step('the worker shows it', async () => {
    await deliver(devtools, app.url, message)
    await expect
      .poll(async () => shown(page))
      .toMatchObject([
        { title: 'Etwas Neues von Željka 💕', data: expect.stringMatching(/^\/\?eintrag=/) },
      ])
  })

  await test.step('a tap leads to it, on the favourites, too', async () => {
    const [first] = await shown(page)
    const path = first?.data ?? ''
    await page.getByRole('link', { name: 'Lieblingszitate' }).click()
    await page.evaluate((opened) => {
      const data = { type: 'open-path', path: opened }
      navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data }))
    }, path)
    await expect(cardOf(page, 'Nur im Tagebuch')).toBeInViewport()
    await expect(page).toHaveURL(`${app.url}/`)
    // As where no page was open.
    const other = await context.newPage()
    await other.goto(path)
    await expect(cardOf(other, 'Nur im Tagebuch')).toBeInViewport()
    await other.close()
  })

  await test.step('something is shown for what cannot be read', async () => {
    await deliver(devtools, app.url, 'kein JSON')
    await expect
      .poll(async () => shown(page))
      .toMatchObject([{ title: 'Etwas Neues in eurem Tagebuch 💕', data: '/' }])
  })

  await test.step('a look takes it away, and the server hears of looks', async () => {
    const look = page.waitForRequest((request) => request.url().endsWith('/push/v1/look'))
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    expect(await (await (await look).response())?.json()).toEqual({ seconds: 30 })
    await expect.poll(async () => shown(page)).toEqual([])
  })

  await test.step('a browser that lost its subscription gets it back at the next start', async () => {
    await page.evaluate(() => localStorage.removeItem('test-subscribed'))
    await app.server.sql()`delete from private.push_subscriptions`
    await page.reload()
    await expect.poll(async () => devices(app)).toEqual([{ endpoint: device.endpoint }])
  })

  await test.step('the dialog of this device says so, and the switch ends it', async () => {
    await bell(page).click()
    await panel(page).getByRole('button', { name: 'Auf diesem Gerät', exact: true }).click()
    await expect(
      page
        .getByRole('dialog', { name: 'Auf diesem Gerät' })
        .getByRole('region', { name: 'Anstupser' }),
    ).toContainText('Auf diesem Gerät wirst du angestupst')
    await page.keyboard.press('Escape')
    await openNudges(page, 'an')
    await turnOn(page).click()
    await expect(turnOn(page)).not.toBeChecked()
    await expect.poll(async () => devices(app)).toEqual([])
  })
  await receiver.stop()
})
