import { desktop, expect, firstPartner, phone, secondPartner, test } from '../support/e2e.ts'
import { cardOf, networkIsBack, write } from './entry-steps.ts'

test('the installed app starts without a network, reads and writes, and sends later', async ({
  app,
}) => {
  const page = await app.signedIn(firstPartner, { serviceWorkers: 'allow', viewport: phone })
  const partner = await app.signedIn(secondPartner)
  await write(page, 'Mit Netz geschrieben')
  await expect(cardOf(partner, 'Mit Netz geschrieben')).toBeVisible()
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller !== null) return
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    )
  })

  await page.context().setOffline(true)
  await page.reload()
  await expect(cardOf(page, 'Mit Netz geschrieben')).toBeVisible()
  const card = await write(page, 'Ohne Netz geschrieben')
  await expect(card).toContainText('noch nicht gesendet')
  await page.goto('/favoriten')
  await expect(page.getByRole('heading', { name: 'Lieblingszitate' })).toBeVisible()
  await page.goto('/')
  await expect(card).toBeVisible()

  await page.context().setOffline(false)
  await expect(cardOf(partner, 'Ohne Netz geschrieben')).toHaveCount(1, { timeout: 30_000 })
  expect(await app.server.sql()`select 1 from public.entries`).toHaveLength(2)
})

test(
  'what was written in two tabs without a network is sent once each',
  { tag: '@long' },
  async ({ app }) => {
    const first = await app.signedIn(firstPartner, { viewport: desktop })
    const second = await first.context().newPage()
    await second.goto('/')
    await expect(second.getByRole('button', { name: 'Neuer Eintrag' })).toBeVisible()
    await first.context().route(/\/rest\/v1\//, (route) => route.abort())
    await write(first, 'Aus dem ersten Tab')
    await write(second, 'Aus dem zweiten Tab')
    await expect(cardOf(first, 'Aus dem zweiten Tab')).toBeVisible()
    await first.context().unroute(/\/rest\/v1\//)
    for (const page of [first, second]) await networkIsBack(page)
    const partner = await app.signedIn(secondPartner)
    await expect(cardOf(partner, 'Aus dem ersten Tab')).toHaveCount(1, { timeout: 30_000 })
    await expect(cardOf(partner, 'Aus dem zweiten Tab')).toHaveCount(1, { timeout: 30_000 })
    expect(await app.server.sql()`select 1 from public.entries`).toHaveLength(2)
  },
)

test(
  'a device whose clock is nearly two years behind writes no wrong time into the journal',
  { tag: '@long' },
  async ({ app }) => {
    const page = await app.signedIn(firstPartner, { at: new Date('2025-01-01T12:00:00Z') })
    await write(page, 'Von gestern')
    await expect
      .poll(
        async () =>
          app.server.sql()`
          select 1 from public.entries where created_at > now() - interval '5 minutes'
            and created_at <= now()`,
      )
      .toHaveLength(1)
  },
)

test('a slow network delays nothing on the screen', { tag: '@long' }, async ({ app }) => {
  const page = await app.signedIn(firstPartner)
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 1200,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  const card = await write(page, 'Langsam, aber da')
  await expect(card).toContainText('wird gesendet')
  await expect(card).not.toContainText('wird gesendet', { timeout: 30_000 })
})
