import type { Locator, Page } from '@playwright/test'
import { expect, firstPartner, phone, test } from '../support/e2e.ts'
import { arrived, cardOf, toasts, toggleOf, write } from './entry-steps.ts'
import { overflow, seed } from './main-screen-steps.ts'

test(
  'line breaks stay, long words wrap, and only web addresses become links that give nothing away',
  { tag: '@long' },
  async ({ app }) => {
    const page = await app.signedIn(firstPartner, { viewport: phone })
    const card = await write(page, `Zeile eins\nZeile zwei ${'w'.repeat(120)}`)
    const text = card.getByText('Zeile eins')
    expect(
      await text.evaluate((element) => element.getBoundingClientRect().height),
    ).toBeGreaterThan(100)
    expect(await overflow(page)).toBe(0)

    const linked = await write(
      page,
      'Schau: https://example.org/a?b=1. javascript:alert(1) <b>fett</b>',
    )
    const link = linked.getByRole('link')
    await expect(link).toHaveCount(1)
    await expect(link).toHaveAttribute('href', 'https://example.org/a?b=1')
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(linked).toContainText('javascript:alert(1) <b>fett</b>')
  },
)

test(
  'an entry says when it was written, "heute" and "gestern" for these two only',
  { tag: '@long' },
  async ({ app }) => {
    const page = await app.signedIn(firstPartner)
    await arrived(await write(page, 'Von heute'))
    const [row] = await app.server.sql()<{ created_at: Date }[]>`select created_at from entries`
    const written = row?.created_at.getTime() ?? 0
    for (const [days, words] of [
      [0, 'heute'],
      [1, 'gestern'],
      [2, /^\d{1,2}\. \p{L}+ \d{4}$/u],
    ] as const) {
      await page.clock.setFixedTime(written + days * 86_400_000)
      await page.reload()
      await expect(cardOf(page, 'Von heute').locator('time')).toHaveText(words)
    }
  },
)

test(
  'an author without a profile on this device is "Unbekannt"',
  { tag: '@long' },
  async ({ app }) => {
    const page = await app.signedIn(firstPartner)
    // The names have not come yet: the profiles are held back, everything else arrives.
    await page.context().route(/\/rest\/v1\/profiles/, (route) => route.fulfill({ json: [] }))
    await page.evaluate(async () => {
      for (const { name } of await indexedDB.databases())
        if (name !== undefined) indexedDB.deleteDatabase(name)
    })
    await page.reload()
    const card = await write(page, 'Wer war das?')
    await expect(card).toContainText('Unbekannt')
  },
)

test('a swipe to the right ticks off, one to the left asks to delete, a long press opens the reactions', async ({
  app,
}) => {
  const page = await app.signedIn(firstPartner, { viewport: phone })
  const card = await write(page, 'Mit dem Finger')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await swipe(page, card, 160)
  await expect(toggleOf(card)).toHaveAttribute('aria-pressed', 'true')
  await expect(toasts(page)).toContainText('Als erledigt markiert ✓')
  await swipe(page, card, 40)
  await expect(toggleOf(card)).toHaveAttribute('aria-pressed', 'true')

  await swipe(page, card, -160)
  const question = page.getByRole('alertdialog', { name: 'Eintrag löschen?' })
  await question.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(question).toBeHidden()

  const touch = await touchOf(page, card)
  await touch.start()
  await expect(page.getByRole('group', { name: 'Reaktion wählen' })).toBeVisible()
  await touch.end()
  await page.getByRole('button', { name: 'Herz', exact: true }).click()
  await expect(card.getByRole('button', { name: 'Herz: 1, Du' })).toBeVisible()
})

test('two fingers on a card zoom the page, and the second one ends what the first began', async ({
  app,
}) => {
  const page = await app.signedIn(firstPartner, { viewport: phone })
  const card = await write(page, 'Zwei Finger')
  const scale = () => page.evaluate(() => window.visualViewport?.scale ?? 0)
  const session = await page.context().newCDPSession(page)
  const { x = 0, y = 0, width = 0 } = (await card.boundingBox()) ?? {}
  const fingers = async (type: 'touchStart' | 'touchMove' | 'touchEnd', ...at: number[]) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: at.map((dx, id) => ({ x: x + width / 2 + dx, y: y + 70, id })),
    })
  const pinch = async (from: number, to: number) => {
    await fingers('touchStart', -from)
    await fingers('touchStart', -from, from)
    for (let step = 1; step <= 8; step += 1) {
      const reach = from + ((to - from) / 8) * step
      await fingers('touchMove', -reach, reach)
    }
    await fingers('touchEnd')
  }
  await pinch(30, 150)
  await expect.poll(scale).toBeGreaterThan(1.5)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)

  await test.step('on the enlarged page one finger moves it and swipes nothing', async () => {
    await swipe(page, card, 100)
    await expect(toggleOf(card)).toHaveAttribute('aria-pressed', 'false')
  })
  await pinch(150, 20)
  await expect.poll(scale).toBeLessThan(1.05)
  await expect(toggleOf(card)).toHaveAttribute('aria-pressed', 'false')

  await test.step('two fingers that rest open nothing', async () => {
    await fingers('touchStart', -40)
    await fingers('touchStart', -40, 40)
    await page.waitForTimeout(700)
    await fingers('touchEnd')
    await expect(page.getByRole('group', { name: 'Reaktion wählen' })).toHaveCount(0)
  })
})

test('the panel of the long press copies a card’s text, also the partner’s', async ({ app }) => {
  await seed(app, 'Željka', { content: 'Ein Satz\nzum Behalten' })
  const page = await app.signedIn(firstPartner, { viewport: phone })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const touch = await touchOf(page, cardOf(page, 'zum Behalten'))
  await touch.start()
  const copy = page.getByRole('button', { name: 'Text kopieren' })
  await expect(copy).toBeVisible()
  await touch.end()
  await copy.click()
  await expect(toasts(page)).toContainText('Text kopiert')
  await expect(copy).toBeHidden()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Ein Satz\nzum Behalten')

  await test.step('also over plain HTTP, where a browser has no clipboard', async () => {
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined })
      document.addEventListener('copy', () => {
        document.title = String(document.getSelection())
      })
    })
    await cardOf(page, 'zum Behalten').getByRole('button', { name: 'Reagieren' }).click()
    await copy.click()
    await expect(page).toHaveTitle(/Ein Satz\s+zum Behalten/)
  })
})

/** A finger on a card's text, by the browser's own touch input. */
async function touchOf(page: Page, card: Locator) {
  const session = await page.context().newCDPSession(page)
  const box = await card.boundingBox()
  const x = (box?.x ?? 0) + (box?.width ?? 0) / 2
  const y = (box?.y ?? 0) + 70
  const send = async (type: 'touchStart' | 'touchMove' | 'touchEnd', dx?: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: dx === undefined ? [] : [{ x: x + dx, y }],
    })
  return {
    start: async () => send('touchStart', 0),
    move: async (dx: number) => send('touchMove', dx),
    end: async () => send('touchEnd'),
  }
}

async function swipe(page: Page, card: Locator, distance: number) {
  const touch = await touchOf(page, card)
  await touch.start()
  for (let step = 1; step <= 8; step += 1) await touch.move((distance / 8) * step)
  await touch.end()
}
