import type { CDPSession, Page } from '@playwright/test'
import { expect, firstPartner, phone, signIn } from '../support/e2e.ts'
import { createPushDevice, startPushReceiver } from '../support/push-receiver.ts'
import { lowContrast } from './axe.ts'
import { cardOf, openForm, textField } from './entry-steps.ts'
import {
  bell,
  createNudger,
  deliver,
  devices,
  endSubscription,
  followBadge,
  nudges,
  openPages,
  openNudges,
  panel,
  shown,
  subscribeAs,
  tap,
  test,
  turnOn,
  wholeBrowser,
} from './nudge-steps.ts'

test.use(wholeBrowser)

test('a device is nudged when the partner wrote, and a tap opens the entry', async ({ app }) => {
  const receiver = await startPushReceiver()
  const device = createPushDevice('https://fcm.googleapis.com/send/e2e')
  const context = await app.device({ serviceWorkers: 'allow', viewport: phone })
  await subscribeAs(context, device)
  await signIn(context, app.server, firstPartner)
  const page = await context.newPage()
  await page.goto('/')
  await page.evaluate(async () => navigator.serviceWorker.ready)

  await test.step('after she turned them on', async () => {
    await openNudges(page, 'aus')
    await expect(turnOn(page)).not.toBeChecked()
    expect(await lowContrast(page)).toEqual([])
    await turnOn(page).click()
    await expect(turnOn(page)).toBeChecked()
    await expect.poll(async () => devices(app)).toEqual([{ endpoint: device.endpoint }])
  })

  await test.step('at the times and for the kinds that she chose', async () => {
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
  await createNudger(app, receiver.connect).sendAfter(10_000)
  const [sent] = receiver.received
  const message = device.read(sent?.body ?? Buffer.alloc(0))
  expect(message).not.toContain('Nur im Tagebuch')
  expect(JSON.parse(message)).toMatchObject({
    notification: { title: 'Etwas Neues von Željka 💕' },
  })

  const devtools = await context.newCDPSession(page)
  await test.step('the worker shows it, and the number on the icon', async () => {
    const badges = await followBadge(context)
    await untilShown(devtools, app.url, message, page)
    expect(await shown(page)).toMatchObject([
      { title: 'Etwas Neues von Željka 💕', data: expect.stringMatching(/^\/\?eintrag=/) },
    ])
    expect(await badges()).toContain(1)
  })

  await test.step('a tap opens it in the open page, or in a new one', async () => {
    const [first] = await shown(page)
    const path = first?.data ?? ''
    await page.getByRole('link', { name: 'Lieblingszitate' }).click()
    expect(await tap(context)).toEqual([])
    await expect(cardOf(page, 'Nur im Tagebuch')).toBeInViewport()
    await expect(page).toHaveURL(`${app.url}/`)
    expect(await shown(page)).toEqual([])
    await untilShown(devtools, app.url, message, page)
    const form = await openForm(page)
    await textField(form).fill('Halb fertig')
    expect(await tap(context)).toEqual([])
    await expect(page).toHaveURL(`${app.url}/`)
    // Text that is being typed stays on the screen.
    await expect(textField(form)).toHaveValue('Halb fertig')
    await page.keyboard.press('Escape')
    await expect(cardOf(page, 'Nur im Tagebuch')).toBeInViewport()
    await untilShown(devtools, app.url, message, page)
    await page.goto('about:blank')
    await expect.poll(async () => openPages(context)).toBe(0)
    expect(await tap(context)).toEqual([path])
    await page.goto(path)
    await expect(cardOf(page, 'Nur im Tagebuch')).toBeInViewport()
  })

  await test.step('an unreadable message still shows a notification', async () => {
    await untilShown(devtools, app.url, 'kein JSON', page)
    expect(await shown(page)).toMatchObject([
      { title: 'Etwas Neues in eurem Tagebuch 💕', data: '/' },
    ])
  })

  await test.step('a look removes it, and the page sends looks', async () => {
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

  await test.step('an open page renews what the push service has ended', async () => {
    await page.evaluate(async () => navigator.serviceWorker.ready)
    await page.evaluate(() => localStorage.removeItem('test-subscribed'))
    await app.server.sql()`delete from private.push_subscriptions`
    await endSubscription(context)
    await expect.poll(async () => devices(app)).toEqual([{ endpoint: device.endpoint }])
  })

  await test.step('a permission that is revoked in the browser turns the switch off', async () => {
    await context.clearPermissions()
    await expect.poll(async () => page.evaluate(() => Notification.permission)).not.toBe('granted')
    await bell(page).click()
    await expect(panel(page).getByRole('button', { name: 'Anstupser: aus' })).toBeVisible()
    await page.keyboard.press('Escape')
    await context.grantPermissions(['notifications'])
    await openNudges(page, 'aus')
    await turnOn(page).click()
    await expect(turnOn(page)).toBeChecked()
    await page.keyboard.press('Escape')
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

/** Delivers a message until it is shown: a look of the open page, under way just then, removes it. */
async function untilShown(
  devtools: CDPSession,
  url: string,
  message: string,
  page: Page,
): Promise<void> {
  await expect(async () => {
    await deliver(devtools, url, message)
    await expect.poll(async () => shown(page), { timeout: 3000 }).toHaveLength(1)
  }).toPass({ timeout: 20_000 })
}
