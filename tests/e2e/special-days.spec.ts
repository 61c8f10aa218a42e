import type { BrowserContext, Page } from '@playwright/test'
import {
  expect,
  firstPartner,
  phone,
  secondPartner,
  test,
  type DeviceOptions,
  type TestApp,
} from '../support/e2e.ts'
import { sameClock } from '../support/page-scripts.ts'
import { arrived, cardOf, pending, remove, toasts, write } from './entry-steps.ts'

const anniversary = new Date('2026-08-17T10:00:00+02:00')
const anniversaryText = '💕 Heute vor einem Jahr haben wir uns kennengelernt.'

const skin = (page: Page) => page.locator('html').getAttribute('data-special')
const paper = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
/** The device's clock, and a server's that agrees with it. */
const on = (at: Date) => ({ at, init: sameClock })
/** The journal is on the device and on the screen. */
async function ready(page: Page): Promise<void> {
  await expect(page.getByRole('main').getByText('Euer Tagebuch wartet auf euch')).toBeVisible()
  await expect(page.locator('blockquote')).toBeVisible()
}

const confetti = (page: Page) => page.locator('.confetti > i')

test('the anniversary has its background, greeting, sheet, toast and confetti, once each', async ({
  app,
}) => {
  const page = await app.signedIn(firstPartner, {
    viewport: phone,
    reducedMotion: 'no-preference',
    ...on(anniversary),
  })
  const greeting = page.getByRole('banner').getByText('Alles Liebe zum Jahrestag, Jonas! 💕')
  const sheet = page.getByRole('heading', { name: 'Heute ist unser Jahrestag!' })
  await expect(greeting).toBeVisible()
  await expect(sheet).toBeVisible()

  await test.step('its colours, in both themes', async () => {
    expect(await skin(page)).toBe('anniversary')
    expect(await paper(page)).toBe('rgb(253, 240, 241)')
    await page.getByRole('button', { name: 'Dunkles Design einschalten' }).click()
    expect(await skin(page)).toBe('anniversary')
    await expect.poll(() => paper(page)).toBe('rgb(38, 19, 25)')
  })

  await test.step('150 pieces of confetti fall for 5 seconds, after 300 ms', async () => {
    await arrived(cardOf(page, anniversaryText))
    const hasFallen = () => page.evaluate(() => localStorage.getItem('tagebuch.confetti'))
    await expect.poll(hasFallen).toBe('anniversary 2026')
    // As in a tab of a device that has not seen it yet.
    await page.evaluate(() => {
      localStorage.removeItem('tagebuch.confetti')
      sessionStorage.clear()
    })
    await page.reload()
    await expect(confetti(page)).toHaveCount(150)
    await expect(toasts(page)).toContainText('Ein Tag für euch zwei 💕')
    await page.clock.fastForward(5300)
    await expect(confetti(page)).toHaveCount(0)
    await expect(toasts(page)).not.toContainText('Ein Tag für euch zwei 💕')
  })

  const startsQuietly = async () => {
    await page.reload()
    await expect(sheet).toBeVisible()
    await page.clock.fastForward(400)
    await expect(cardOf(page, anniversaryText)).toBeVisible()
    await expect(confetti(page)).toHaveCount(0)
    await expect(toasts(page)).not.toContainText('Ein Tag für euch zwei 💕')
  }
  await test.step('a reload brings neither confetti nor toast again', startsQuietly)
  await test.step('reduced motion shows no confetti', async () => {
    await page.evaluate(() => localStorage.removeItem('tagebuch.confetti'))
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await startsQuietly()
  })
})

test(
  'the automatic entry is written once, however many devices are open, and does not come back when deleted',
  { tag: '@long' },
  async ({ app }) => {
    const options: DeviceOptions = on(anniversary)
    const his = await app.signedIn(firstPartner, options)
    const hers = await app.signedIn(secondPartner, { ...options, viewport: phone })
    for (const page of [his, hers]) {
      await expect(cardOf(page, anniversaryText)).toHaveCount(1)
      await arrived(cardOf(page, anniversaryText))
      await page.reload()
      await expect(cardOf(page, anniversaryText)).toHaveCount(1)
    }
    const rows = await app.server.sql()`select category from entries`
    expect(rows.map((row) => row['category'])).toEqual(['erzaehlen'])

    await test.step('a deleted one comes back on no device', async () => {
      await remove(his, cardOf(his, anniversaryText))
      await his.clock.fastForward(5000)
      await expect(async () => {
        expect(await app.server.sql()`select id from entries`).toHaveLength(0)
      }).toPass()
      await his.reload()
      await hers.reload()
      for (const page of [his, hers]) {
        await expect(page.getByRole('banner').getByText(/Alles Liebe zum Jahrestag/)).toBeVisible()
        await expect(
          page.getByRole('main').getByText('Euer Tagebuch wartet auf euch'),
        ).toBeVisible()
      }
      expect(await app.server.sql()`select id from entries`).toHaveLength(0)
    })
  },
)

/** The evening before, with a copy of the journal on the device, then off the network. */
async function overnightOffline(page: Page): Promise<BrowserContext> {
  await ready(page)
  await page.context().setOffline(true)
  await page.clock.fastForward('13:00:00')
  await expect(cardOf(page, anniversaryText)).toHaveCount(1)
  return page.context()
}

test(
  'both write it offline at the same time, and one entry comes out of it',
  { tag: '@long' },
  async ({ app }) => {
    const at = new Date('2026-08-16T22:00:00+02:00')
    const his = await app.signedIn(firstPartner, on(at))
    const hers = await app.signedIn(secondPartner, on(at))
    const contexts = [await overnightOffline(his), await overnightOffline(hers)]
    expect(await app.server.sql()`select id from entries`).toHaveLength(0)
    for (const context of contexts) await context.setOffline(false)
    for (const page of [his, hers]) {
      await page.clock.fastForward(60_000)
      await expect(cardOf(page, anniversaryText)).toHaveCount(1)
      await expect(cardOf(page, anniversaryText)).not.toContainText(pending, { timeout: 15_000 })
      await expect(page.getByRole('alert')).toHaveCount(0)
    }
    expect(await app.server.sql()`select id from entries`).toHaveLength(1)
  },
)

test('the day begins and ends at midnight of the journal while the app is open', async ({
  app,
}) => {
  const at = new Date('2026-08-16T23:58:30+02:00')
  // Auckland has the 17th already.
  const page = await app.signedIn(firstPartner, { ...on(at), timezoneId: 'Pacific/Auckland' })
  await expect(page.getByRole('banner').getByText('Hallo Jonas!')).toBeVisible()
  expect(await skin(page)).toBeNull()
  const everyday = await paper(page)
  await page.clock.fastForward('02:00')
  await expect(
    page.getByRole('banner').getByText('Alles Liebe zum Jahrestag, Jonas! 💕'),
  ).toBeVisible()
  await expect(toasts(page)).toContainText('Ein Tag für euch zwei 💕')
  await expect(cardOf(page, anniversaryText)).toBeVisible()
  await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', '#fdf0f1')
  await page.clock.fastForward('24:00:00')
  await expect(page.getByRole('banner').getByText('Hallo Jonas!')).toBeVisible()
  expect(await skin(page)).toBeNull()
  expect(await paper(page)).toBe(everyday)
  await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', '#fbf7f1')
})

test(
  'three quick taps on the heart count the days for 8 seconds, and on the title show a quote',
  { tag: '@long' },
  async ({ app }) => {
    const at = new Date('2026-06-12T12:00:00+02:00')
    const page = await app.signedIn(firstPartner, { viewport: phone, at })
    await ready(page)
    await page.clock.pauseAt(new Date(at.getTime() + 60_000))
    const heart = page.getByTestId('heart')
    const tap = (pause: number) => heart.click().then(() => page.clock.runFor(pause))
    const toast = toasts(page).getByText('299 Tage zusammen 💕')

    await tap(501)
    await tap(501)
    await tap(501)
    await expect(toast).toBeHidden()
    await tap(500)
    await tap(500)
    await tap(10)
    await expect(toast).toBeVisible()
    await expect(toasts(page)).toContainText('Seit dem 17. August 2025')
    await page.mouse.move(0, 700)
    await page.clock.runFor(7900)
    await expect(toast).toBeVisible()
    await page.clock.runFor(200)
    await expect(toast).toBeHidden()

    await test.step('and on the title show a quote for 10 seconds', async () => {
      const title = page.getByRole('heading', { level: 1 })
      for (let tap = 0; tap < 3; tap += 1) {
        await title.click()
        await page.clock.runFor(100)
      }
      const quote = toasts(page).getByText(/^„.+“$/)
      await expect(quote).toBeVisible()
      await page.mouse.move(0, 700)
      await page.clock.runFor(9600)
      await expect(quote).toBeVisible()
      await page.clock.runFor(400)
      await expect(quote).toBeHidden()
    })
  },
)

test('a wrong date of the device sends no automatic entry, and all else', async ({ app }) => {
  const page = await app.signedIn(firstPartner, { at: anniversary })
  await expect(cardOf(page, anniversaryText)).toContainText(pending)
  await arrived(await write(page, 'Trotzdem geschrieben'))
  expect(await app.server.sql()`select content from entries`).toMatchObject([
    { content: 'Trotzdem geschrieben' },
  ])
})

/** Both days on 29 February, as a start with such settings leaves the journal. */
async function withLeapDays(app: TestApp, look: () => Promise<void>): Promise<void> {
  const sql = app.server.sql()
  const [before] = await sql<{ days: string }[]>`select special_days::text as days from journal`
  await sql`
    update journal set special_days = jsonb_build_array(
      jsonb_build_object('kind', 'anniversary', 'date', '2024-02-29'),
      jsonb_build_object('kind', 'birthday', 'date', '1996-02-29'))`
  try {
    await look()
  } finally {
    await sql`update journal set special_days = ${before?.days}::text::jsonb`
  }
}

test(
  '29 February is celebrated on the 28th in a year without it, both days at once',
  { tag: '@long' },
  async ({ app }) =>
    withLeapDays(app, async () => {
      const at = new Date('2026-02-28T09:00:00+01:00')
      const page = await app.signedIn(firstPartner, { at, viewport: phone })
      await expect(
        page.getByRole('banner').getByText('Jahrestag und Geburtstag, Jonas! 💕🎂'),
      ).toBeVisible()
      for (const title of ['Ein Tag für euch zwei 💕', 'Zeit für Kuchen! 🎂'])
        await expect(toasts(page)).toContainText(title)
      expect(await skin(page)).toBe('anniversary')
      for (const title of ['Heute ist unser Jahrestag!', 'Heute ist Geburtstag!'])
        await expect(page.getByRole('heading', { name: title })).toBeVisible()
      const met = '💕 Heute vor zwei Jahren haben wir uns kennengelernt.'
      await expect(cardOf(page, met)).toBeVisible()
      await expect(cardOf(page, '🎂 Alles Gute zum 30. Geburtstag!')).toBeVisible()

      await test.step('1 March is an ordinary day', async () => {
        await page.clock.fastForward('24:00:00')
        await expect(page.getByRole('banner').getByText('Hallo Jonas!')).toBeVisible()
        expect(await skin(page)).toBeNull()
      })
    }),
)
