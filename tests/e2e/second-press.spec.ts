import type { CDPSession, Locator, Page } from '@playwright/test'
import { desktop, expect, firstPartner, phone, test } from '../support/e2e.ts'
import { write } from './entry-steps.ts'

interface Point {
  readonly x: number
  readonly y: number
}

/** Presses whose times the test chooses, so that they are near each other on a busy machine too. */
async function pressesOf(page: Page, isTouch: boolean) {
  const session = await page.context().newCDPSession(page)
  const begin = Date.now() / 1000
  return async ({ x, y }: Point, afterMs: number) => {
    const timestamp = begin + afterMs / 1000
    if (isTouch) await tap(session, { x, y }, timestamp)
    else await click(session, { x, y }, timestamp)
  }
}

async function tap(session: CDPSession, point: Point, timestamp: number): Promise<void> {
  const send = async (type: 'touchStart' | 'touchEnd', touchPoints: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp })
  await send('touchStart', [point])
  await send('touchEnd', [])
}

async function click(session: CDPSession, point: Point, timestamp: number): Promise<void> {
  for (const type of ['mousePressed', 'mouseReleased'] as const)
    await session.send('Input.dispatchMouseEvent', {
      type,
      ...point,
      timestamp,
      button: 'left',
      clickCount: 1,
    })
}

async function middleOf(locator: Locator): Promise<Point> {
  const { x, y, width, height } = (await locator.boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  }
  return { x: x + width / 2, y: y + height / 2 }
}

/** From now on, what of presses reaches the page. */
async function watchPresses(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    for (const type of ['pointerdown', 'touchstart', 'mousedown', 'mouseup', 'click'])
      document.addEventListener(type, () => seen.push(type), { capture: true })
  })
  return async () => page.evaluate(() => (window as unknown as { seen: string[] }).seen.splice(0))
}

for (const { layout, viewport } of [
  { layout: 'phone', viewport: phone },
  { layout: 'desktop', viewport: desktop },
])
  test(`the second press of a double press reaches nothing in the layer that the first opened (${layout})`, async ({
    app,
  }) => {
    const isTouch = viewport === phone
    const page = await app.signedIn(firstPartner, { viewport, reducedMotion: 'no-preference' })
    await test.step('a double press on one control of the page reaches it twice', async () => {
      const card = await write(page, 'Zweimal getippt')
      const press = await pressesOf(page, isTouch)
      const tick = card.getByRole('button', { name: 'Erledigt' })
      await press(await middleOf(tick), 0)
      await expect(tick).toHaveAttribute('aria-pressed', 'true')
      await press(await middleOf(tick), 150)
      await expect(tick).toHaveAttribute('aria-pressed', 'false')
      await app.server.sql()`delete from entries`
      await expect(card).toHaveCount(0)
    })
    const press = await pressesOf(page, isTouch)
    const plus = await middleOf(page.getByRole('button', { name: 'Neuer Eintrag', exact: true }))
    const form = page.getByRole('dialog', { name: 'Neuer Eintrag' })
    const isPrivate = form.getByRole('switch', { name: /Nur du kannst/ })

    await press(plus, 0)
    await expect(isPrivate).toBeVisible()
    const seen = await watchPresses(page)
    await press({ x: plus.x + 8, y: plus.y - 8 }, 280)
    await press(plus, 550)
    expect(await seen()).toEqual([])
    await expect(form).toBeVisible()
    await expect(isPrivate).not.toBeChecked()

    await test.step('keys and clicks without a pointer work at once', async () => {
      await press(plus, 560)
      await isPrivate.evaluate((element: HTMLElement) => element.click())
      await expect(isPrivate).toBeChecked()
      await isPrivate.press('Space')
      await expect(isPrivate).not.toBeChecked()
    })

    await test.step('a later press, and one somewhere else, work as ever', async () => {
      await isPrivate.scrollIntoViewIfNeeded()
      await press(await middleOf(isPrivate), 600)
      await expect(isPrivate).toBeChecked()
      await press(await middleOf(isPrivate), 1200)
      await expect(isPrivate).not.toBeChecked()
    })

    await test.step('what is under a layer that closes is not reached either', async () => {
      const cancel = await middleOf(form.getByRole('button', { name: 'Abbrechen' }))
      await press(cancel, 2000)
      await expect(form).toBeHidden()
      await seen()
      await press(cancel, 2200)
      expect(await seen()).toEqual([])
      await press(cancel, 3000)
      expect(await seen()).toContain('click')
    })
  })
