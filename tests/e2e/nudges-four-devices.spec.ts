import type { BrowserContext, Page } from '@playwright/test'
import { desktop, expect, firstPartner, phone, secondPartner } from '../support/e2e.ts'
import type { TestApp, TestPartner } from '../support/e2e.ts'
import { createPushDevice, startPushReceiver } from '../support/push-receiver.ts'
import type { PushDevice, PushReceiver } from '../support/push-receiver.ts'
import { writeChoices } from '../../src/server/push/choices.ts'
import { defaultNudgeChoices } from '../../src/domain/nudges/nudge-choices.ts'
import { arrived, openForm, textField, write } from './entry-steps.ts'
import {
  createNudger,
  deliver,
  openNudges,
  shown,
  subscribeAs,
  tap,
  test,
  turnOn,
  wholeBrowser,
} from './nudge-steps.ts'

test.use(wholeBrowser)

const minute = 60_000

interface NudgedDevice {
  readonly context: BrowserContext
  readonly page: Page
  readonly push: PushDevice
}

/** A device on which somebody has signed in by hand, with a session of its own, and wants to be nudged. */
async function nudgedDevice(app: TestApp, partner: TestPartner, name: string) {
  const viewport = name === 'phone' ? phone : desktop
  const context = await app.device({ serviceWorkers: 'allow', viewport })
  const push = createPushDevice(
    `https://fcm.googleapis.com/send/${encodeURIComponent(partner.name)}-${name}`,
  )
  await subscribeAs(context, push)
  const page = await context.newPage()
  await page.goto('/')
  await signInByHand(page, partner)
  await page.evaluate(async () => navigator.serviceWorker.ready)
  await openNudges(page, 'aus')
  await turnOn(page).click()
  await expect(turnOn(page)).toBeChecked()
  await page.keyboard.press('Escape')
  return { context, page, push }
}

async function signInByHand(page: Page, { name, password }: TestPartner): Promise<void> {
  await page.getByLabel('Benutzername').fill(name)
  await page.getByLabel('Passwort', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Anmelden' }).click()
  await expect(page.getByRole('button', { name: 'Neuer Eintrag', exact: true })).toBeVisible()
}

/** The page goes to the background, or comes back. */
async function setVisible(page: Page, state: 'visible' | 'hidden'): Promise<void> {
  await page.evaluate((wanted) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => wanted })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
}

/** The page comes back and has said that somebody looks. */
async function lookAt(page: Page): Promise<void> {
  const said = page.waitForResponse((answer) => answer.url().endsWith('/push/v1/look'))
  await setVisible(page, 'visible')
  await said
}

/** The nudges since the last call: for which device, and the title as that device reads it. */
function sentTo({ received }: PushReceiver, devices: readonly NudgedDevice[]) {
  const read = received.splice(0).map(({ path, body }) => {
    const device = devices.find(({ push }) => new URL(push.endpoint).pathname === path)
    const message = device?.push.read(body) ?? 'for no device'
    const { notification } = JSON.parse(message) as { notification: { title: string } }
    return { device, message, title: notification.title }
  })
  return {
    message: read[0]?.message ?? '',
    titles: read.map(({ title }) => title),
    devices: new Set(read.map(({ device }) => device)),
  }
}

/** The people whose devices the server knows. */
async function subscribed(app: TestApp): Promise<readonly string[]> {
  const rows = await app.server.sql()<{ name: string }[]>`
    select name from private.push_subscriptions join profiles on profiles.id = person order by 1`
  return rows.map(({ name }) => name)
}

test('two people with two devices each are nudged of the other alone, on each device, and not while they look', async ({
  app,
}) => {
  test.setTimeout(120_000)
  const receiver = await startPushReceiver()
  const nudger = createNudger(app, receiver.connect)
  const his = [
    await nudgedDevice(app, firstPartner, 'phone'),
    await nudgedDevice(app, firstPartner, 'laptop'),
  ] as const
  const her = [
    await nudgedDevice(app, secondPartner, 'phone'),
    await nudgedDevice(app, secondPartner, 'laptop'),
  ] as const
  const all = [...his, ...her]
  const people = await app.server.sql()<{ id: string; name: string }[]>`
      select id::text, name from profiles`
  for (const { name, id } of people) {
    // At any time of the day.
    const never = { quietFrom: defaultNudgeChoices.quietTo, ideas: false }
    await writeChoices(app.server.pool(), id, { ...defaultNudgeChoices, ...never })
    for (const { context } of name === firstPartner.name ? his : her)
      context.on('response', (answer) => {
        if (answer.ok() && answer.url().endsWith('/push/v1/look'))
          nudger.presence.record(id, Date.now())
      })
  }
  const [hisPhone] = his
  const [herPhone, herLaptop] = her
  for (const { page } of all) await setVisible(page, 'hidden')
  const heWrites = async (text: string) => arrived(await write(hisPhone.page, text))

  await test.step('a look on one of her devices silences both', async () => {
    await lookAt(herLaptop.page)
    await heWrites('Eins')
    await nudger.sendAfter(10_000)
    expect(sentTo(receiver, all).titles).toEqual([])
    await lookAt(herLaptop.page)
    await nudger.sendAfter(5 * minute)
    expect(sentTo(receiver, all).titles).toEqual([])
    await setVisible(herLaptop.page, 'hidden')
  })

  let message = ''
  await test.step('both of her devices get a nudge for his entry, and none of his', async () => {
    await heWrites('Zwei')
    await nudger.sendAfter(5 * minute)
    const now = sentTo(receiver, all)
    expect(now.devices).toEqual(new Set(her))
    expect(now.titles).toEqual(Array(2).fill('Etwas Neues von Jonas 💕'))
    message = now.message
  })

  await test.step('a private entry causes no nudge, nor does one that became private before sending', async () => {
    const form = await openForm(hisPhone.page, 'Gedanken')
    await textField(form).fill('Nur für mich')
    await form.getByRole('switch').check()
    await form.getByRole('button', { name: 'Eintragen' }).click()
    await expect(form).toBeHidden()
    await heWrites('Wird privat')
    const he = await app.server.client(firstPartner.name)
    const { data } = await he.rest.from('entries').select('id, content')
    const written = data?.find(({ content }) => content === 'Wird privat')
    const change = he.rest.from('entries').update({ is_private: true })
    expect((await change.eq('id', written?.id)).error).toBeNull()
    await nudger.sendAfter(20 * minute)
    expect(sentTo(receiver, all).titles).toEqual([])
  })

  await test.step('after a sign-out on one, which ends all her sessions, neither gets a nudge', async () => {
    await herLaptop.page.getByRole('button', { name: 'Abmelden' }).click()
    await expect(herLaptop.page).toHaveURL('/auth')
    await heWrites('Drei')
    await nudger.sendAfter(20 * minute)
    expect(sentTo(receiver, all).titles).toEqual([])
    expect(await subscribed(app)).toEqual(['Jonas', 'Jonas'])
  })

  await test.step('after signing in again, her phone gets nudges again', async () => {
    await setVisible(herPhone.page, 'visible')
    await herPhone.page.getByRole('link', { name: 'Anmelden' }).click()
    await signInByHand(herPhone.page, secondPartner)
    await expect.poll(async () => subscribed(app)).toEqual(['Jonas', 'Jonas', 'Željka'])
    await setVisible(herPhone.page, 'hidden')
    await heWrites('Vier')
    await nudger.sendAfter(20 * minute)
    const now = sentTo(receiver, all)
    expect(now.devices).toEqual(new Set([herPhone]))
    expect(now.titles).toEqual(['Etwas Neues von Jonas 💕'])
  })

  await test.step('both of his devices get a nudge for her entry', async () => {
    await arrived(await write(herPhone.page, 'Von mir'))
    await nudger.sendAfter(20 * minute)
    expect(sentTo(receiver, all).devices).toEqual(new Set(his))
  })

  await test.step('a tap on an older nudge opens the entry after sign-in', async () => {
    const { context, page } = herLaptop
    await deliver(await context.newCDPSession(page), app.url, message)
    await expect.poll(async () => shown(page)).toHaveLength(1)
    expect(await tap(context)).toEqual([])
    await expect(page).toHaveURL(/\/auth\?eintrag=/)
    await signInByHand(page, secondPartner)
    await expect(page.getByRole('article').filter({ hasText: 'Zwei' })).toBeInViewport()
    await expect(page).toHaveURL(`${app.url}/`)
  })
  await receiver.stop()
})
