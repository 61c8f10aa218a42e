import { expect, firstPartner, phone, test } from '../support/e2e.ts'
import { arrived, cardOf, networkIsBack, toggleOf, write } from './entry-steps.ts'
import { held } from './service-worker-steps.ts'

test('the installed app starts without a network, reads and writes, and sends later', async ({
  app,
}) => {
  const page = await app.signedIn(firstPartner, { serviceWorkers: 'allow', viewport: phone })
  await arrived(await write(page, 'Mit Netz geschrieben'))
  await held(page)

  await page.context().setOffline(true)
  await page.reload()
  await expect(cardOf(page, 'Mit Netz geschrieben')).toBeVisible()
  const card = await write(page, 'Ohne Netz geschrieben')
  await expect(card).toContainText('noch nicht gesendet')
  await toggleOf(card).click()
  await page.goto('/favoriten')
  await expect(page.getByRole('heading', { name: 'Lieblingszitate' })).toBeVisible()
  await page.goto('/')
  await expect(toggleOf(card)).toHaveAttribute('aria-pressed', 'true')

  await page.context().setOffline(false)
  await arrived(card)
  await expect
    .poll(async () => app.server.sql()`select content, completed from entries order by created_at`)
    .toEqual([
      { content: 'Mit Netz geschrieben', completed: false },
      { content: 'Ohne Netz geschrieben', completed: true },
    ])
})

test('what was written in two tabs without a network is sent once each, and a slow one delays nothing on the screen', async ({
  app,
}) => {
  const first = await app.signedIn(firstPartner)
  const second = await first.context().newPage()
  await second.goto('/')
  await expect(second.getByRole('button', { name: 'Neuer Eintrag' })).toBeVisible()
  await first.context().route(/\/rest\/v1\//, (route) => route.abort())
  await write(first, 'Aus dem ersten Tab')
  await write(second, 'Aus dem zweiten Tab')
  await expect(cardOf(first, 'Aus dem zweiten Tab')).toBeVisible()
  await first.context().unroute(/\/rest\/v1\//)
  for (const page of [first, second]) await networkIsBack(page)
  for (const page of [first, second])
    for (const number of ['ersten', 'zweiten']) await arrived(cardOf(page, `Aus dem ${number} Tab`))
  expect(await app.server.sql()`select 1 from public.entries`).toHaveLength(2)

  await test.step('a slow network', async () => {
    const network = await first.context().newCDPSession(first)
    await network.send('Network.enable')
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 1200,
      downloadThroughput: -1,
      uploadThroughput: -1,
    })
    const card = await write(first, 'Langsam, aber da')
    await expect(card).toContainText('wird gesendet')
    await arrived(card)
  })
})

test('a device whose clock is nearly two years behind writes no wrong time into the journal', async ({
  app,
}) => {
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
})
