import type { Page } from '@playwright/test'
import { expect, firstPartner, phone, test, type TestApp } from '../support/e2e.ts'
import { openFavourites } from './quote-steps.ts'
import { cardOf, confirmRemoval, layouts, toasts } from './entry-steps.ts'
import {
  expectSeen,
  firstSeen,
  numbered,
  scrollTo,
  seedNumbered,
  writtenAt,
} from './list-place-steps.ts'
import { items } from './long-list-steps.ts'
import { react, seed, tab } from './main-screen-steps.ts'

async function placeOf(page: Page, number: number): Promise<number> {
  const item = items(page).filter({ hasText: `Nummer ${number}.` })
  return Number(await item.getAttribute('aria-posinset'))
}

for (const { layout, viewport } of layouts)
  test(`the cards one reads keep their place (${layout})`, async ({ app }) => {
    await seedNumbered(app)
    const page = await app.signedIn(firstPartner, { viewport })
    await expect(items(page).first()).toContainText('Nummer 1.')
    await comesBack(page, layout)
    if (layout === 'desktop') await staysInUse(page)
    await page.evaluate(() => window.scrollTo(0, 0))
    await staysAsOthersCome(app, page)
    if (layout === 'phone') await turns(app, page)
  })

/** Leaves the list and comes back to it. */
async function comesBack(page: Page, layout: 'phone' | 'desktop'): Promise<void> {
  for (const depth of [3, 117]) {
    const seen = await scrollTo(page, depth)
    await test.step(`${depth} cards deep: the favourites`, async () => {
      await openFavourites(page)
      await page.goBack()
      await expectSeen(page, seen)
    })
    await test.step(`${depth} cards deep: a reload`, async () => {
      await page.reload()
      await expectSeen(page, seen)
    })
    await test.step(`${depth} cards deep: another tab`, async () => {
      if (layout === 'phone') await tab(page, 'Gedanken').click()
      else await page.keyboard.press('4')
      await expect(cardOf(page, 'Nummer 1.')).toBeInViewport({ ratio: 1 })
      await page.goBack()
      await expectSeen(page, seen)
    })
    await test.step(`${depth} cards deep: a search`, async () => {
      await page.keyboard.press('/')
      await page.keyboard.type('Nummer 200')
      await expect(cardOf(page, 'Nummer 200.').locator('visible=true')).toHaveCount(1)
      await page.keyboard.press('Escape')
      await expectSeen(page, seen)
    })
  }
  await page.evaluate(() => window.scrollTo(0, 0))
}

/** Turns the device there and back. */
async function turns(app: TestApp, page: Page): Promise<void> {
  await test.step('turning the device keeps the cards one reads', async () => {
    // Twice as many lines on the narrow side.
    await app.server.sql()`
      update entries set content = left(content, 20) || repeat(' und weiter', 20)`
    await page.evaluate(() => window.scrollTo(0, 0))
    await expect(cardOf(page, 'Nummer 1.')).toContainText('und weiter')
    const { number } = await scrollTo(page, 60)
    const turned = { width: 844, height: 390 }
    for (const viewport of [turned, phone, turned, phone]) {
      await page.setViewportSize(viewport)
      await expect.poll(async () => (await firstSeen(page)).number).toBe(number)
      await expect(cardOf(page, `Nummer ${number + 1}.`)).toBeInViewport()
    }
  })
}

/** A card that is in use stays in the page wherever one scrolls. */
async function staysInUse(page: Page): Promise<void> {
  await scrollTo(page, 20)
  const card = cardOf(page, 'Nummer 22.')
  const button = card.getByRole('button', { name: 'Bearbeiten' })
  const farAway = async () => {
    await scrollTo(page, 120)
    await page.evaluate(() => window.scrollTo(0, 0))
    await expect(items(page).first()).toBeInViewport()
  }

  await test.step('a card in use stays in the page: with the focus', async () => {
    await button.focus()
    await farAway()
    await expect(button).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Eintrag bearbeiten' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
    await page.evaluate(() => {
      ;(document.activeElement as HTMLElement).blur()
      getSelection()?.empty()
    })
    // It leaves as one goes on.
    let number = 100
    await expect(async () => {
      await scrollTo(page, (number += 20))
      await expect(card).toHaveCount(0, { timeout: 500 })
    }).toPass()
  })
  await test.step('a card in use stays in the page: with a selection', async () => {
    await page.evaluate(() => window.scrollTo(0, 0))
    const text = cardOf(page, 'Nummer 2.').getByText('Nummer 2.')
    await text.selectText()
    await scrollTo(page, 120)
    expect(await page.evaluate(() => getSelection()?.toString())).toContain('Nummer 2.')
    await page.evaluate(() => getSelection()?.empty())
  })
  await test.step('a card in use stays in the page: with its reactions open', async () => {
    await page.evaluate(() => window.scrollTo(0, 0))
    await cardOf(page, 'Nummer 2.').getByRole('button', { name: 'Reagieren' }).click()
    const panel = page.getByRole('dialog', { name: 'Reaktionen' })
    await expect(panel).toBeVisible()
    await page.evaluate(() => window.scrollTo(0, 20_000))
    await expect.poll(async () => (await firstSeen(page)).number).toBeGreaterThan(50)
    await expect(panel).toBeAttached()
  })
  await page.keyboard.press('Escape')
}

/** The cards one reads keep their place as entries come, change or leave. */
async function staysAsOthersCome(app: TestApp, page: Page): Promise<void> {
  const now = Date.now()
  const seen = await scrollTo(page, 30)
  const { number } = seen
  const place = await placeOf(page, number)
  const isAt = async (wanted: number) => {
    await expect.poll(async () => placeOf(page, number)).toBe(wanted)
    await expectSeen(page, seen)
  }

  await test.step('an entry arrives', async () => {
    await seed(app, 'Željka', { content: 'Gerade eben' })
    await isAt(place + 1)
  })
  await test.step('one arrives in the middle, above, right above and right below', async () => {
    await seed(app, 'Željka', { content: 'Weit oben', createdAt: writtenAt(5.5, now) })
    await isAt(place + 2)
    await seed(app, 'Željka', { content: 'Darüber', createdAt: writtenAt(number - 0.5, now) })
    await isAt(place + 3)
    await seed(app, 'Željka', { content: 'Darunter', createdAt: writtenAt(number + 0.5, now) })
    await expect(cardOf(page, 'Darunter')).toHaveCount(1)
    await isAt(place + 3)
  })
  await test.step('one above is deleted', async () => {
    await app.server.sql()`delete from entries where id = ${numbered(number - 1)}`
    await isAt(place + 2)
    await app.server.sql()`delete from entries where id = ${numbered(3)}`
    await isAt(place + 1)
  })
  await test.step('one above grows and gets a reaction', async () => {
    await app.server.sql()`update entries set content = content || repeat(E'\nmehr', 12)
      where id in (${numbered(number - 2)}, ${numbered(2)})`
    await expect(cardOf(page, `Nummer ${number - 2}.`)).toContainText('mehr')
    await expectSeen(page, seen)
    await react(app, 'Željka', numbered(number - 2), '🔥')
    await expect(cardOf(page, `Nummer ${number - 2}.`)).toContainText('🔥')
    await expectSeen(page, seen)
  })
  await test.step('one on the screen is deleted and taken back', async () => {
    const card = cardOf(page, `Nummer ${number + 1}.`)
    // A press that something covers for a moment is tried again elsewhere on the screen, which scrolls.
    await card.getByRole('button', { name: 'Löschen' }).focus()
    const asked = await firstSeen(page)
    await page.keyboard.press('Enter')
    await confirmRemoval(page)
    await expect(card).toHaveCount(0)
    await expectSeen(page, asked)
    await toasts(page).getByRole('button', { name: 'Rückgängig' }).click()
    await expect(card).toBeInViewport()
    await expectSeen(page, asked)
  })
}
