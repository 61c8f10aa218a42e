import type { Page } from '@playwright/test'
import {
  expect,
  firstPartner,
  phone,
  test,
  type DeviceOptions,
  type TestApp,
} from '../support/e2e.ts'
import { ordinaryPresent } from '../support/ordinary-time.ts'
import { cardOf, confirmRemoval, toasts, write } from './entry-steps.ts'
import { expectSeen, firstSeen, numbered, scrollTo, seedNumbered } from './list-place-steps.ts'
import { items } from './long-list-steps.ts'
import { seed, tab } from './main-screen-steps.ts'

const memory = (page: Page) => page.getByRole('region', { name: 'Heute vor vier Jahren' })

/** Opens the memory's line where it is closed, or closes it. */
async function openMemory(page: Page, isOpen = true): Promise<void> {
  const line = memory(page).getByRole('heading').getByRole('button')
  if ((await line.getAttribute('aria-expanded')) !== String(isOpen)) await line.click()
  await expect(line).toHaveAttribute('aria-expanded', String(isOpen))
}

/** This day four years ago: there is one on 29 February, too. */
function fourYearsAgo(): Date {
  const then = ordinaryPresent()
  then.setUTCFullYear(then.getUTCFullYear() - 4)
  return then
}

/** A page with a memory above or beside the list; on a new device that comes with the next opening. */
async function openWithMemory(
  app: TestApp,
  content: string,
  options?: DeviceOptions,
): Promise<Page> {
  await seedNumbered(app)
  await seed(app, 'Jonas', { content, createdAt: fourYearsAgo() })
  const page = await app.signedIn(firstPartner, options)
  await expect(items(page).first()).toHaveAttribute('aria-setsize', '301')
  // What was read may not be on the disk yet.
  await expect(async () => {
    await page.reload()
    await expect(memory(page)).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await openMemory(page)
  return page
}

test('a tab that is chosen from the middle begins with its first card, a memory above it or not', async ({
  app,
}) => {
  const page = await openWithMemory(app, 'Damals. '.repeat(30).trim(), { viewport: phone })
  const beginsWithFirst = async () => {
    await expect(async () => {
      const { number, top } = await firstSeen(page)
      expect(number).toBe(1)
      // Below the header, with the heading of its day.
      expect(top).toBeGreaterThan(72)
      expect(top).toBeLessThan(160)
    }).toPass({ intervals: [50], timeout: 15_000 })
  }
  for (const form of ['open', 'closed']) {
    if (form === 'closed') {
      await page.evaluate(() => window.scrollTo(0, 0))
      await openMemory(page, false)
    }
    await test.step(`the memory is ${form}`, async () => {
      await scrollTo(page, 20)
      await tab(page, 'Gedanken').click()
      await beginsWithFirst()
      await scrollTo(page, 30)
      // Once more leads to "Alle".
      await tab(page, 'Gedanken').click()
      await expect(memory(page)).toBeAttached()
      await beginsWithFirst()
    })
  }
  await test.step('an entry that was deleted in the memory and brought back stays where it is', async () => {
    await page.evaluate(() => window.scrollTo(0, 0))
    await openMemory(page)
    await deleteInMemory(page)
  })
})

test('each jump is a step of the history, and Back leads to the cards one has left', async ({
  app,
}) => {
  const page = await openWithMemory(app, 'Damals am Meer')
  const jumped = items(page).filter({ hasText: 'Damals am Meer' })

  await test.step('from a memory', async () => {
    const seen = await scrollTo(page, 40)
    await memory(page).getByRole('button', { name: 'Mit dieser Erinnerung' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'In der Liste zeigen' }).click()
    await expect(jumped).toBeInViewport()
    await page.goBack()
    await expectSeen(page, seen)
    await page.goForward()
    await expect(jumped).toBeInViewport()
    await page.goBack()
    await expectSeen(page, seen)
  })
  await test.step('from the bell, over a search', async () => {
    await seed(app, 'Željka', { content: 'Gerade eben' })
    await page.keyboard.press('/')
    await page.keyboard.type('Nummer 200')
    await expect(cardOf(page, 'Nummer 200.').locator('visible=true')).toHaveCount(1)
    await page.waitForFunction(() => JSON.stringify(history.state).includes('Nummer 200'))
    await page.getByRole('button', { name: 'Neu für dich: 1' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Gerade eben/ })
      .click()
    await expect(page.getByRole('search')).toHaveCount(0)
    await expect(cardOf(page, 'Gerade eben')).toBeInViewport()
    await page.goBack()
    await expect(page.getByRole('textbox', { name: 'Im Tagebuch suchen' })).toHaveValue(
      'Nummer 200',
    )
    await expect(cardOf(page, 'Nummer 200.').locator('visible=true')).toHaveCount(1)
    await page.goForward()
    await expect(page.getByRole('search')).toHaveCount(0)
    await expect(cardOf(page, 'Gerade eben')).toBeInViewport()
  })
  await test.step('an entry that was deleted in the memory and brought back stays where it is', async () => {
    await page.goBack()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('search')).toHaveCount(0)
    await scrollTo(page, 40)
    await deleteInMemory(page)
  })
})

/** An entry that was deleted in the memory and brought back stays where it is. */
async function deleteInMemory(page: Page): Promise<void> {
  const card = memory(page).getByRole('article')
  const remove = card.getByRole('button', { name: 'Löschen' })
  await remove.focus()
  const place = async () => ({
    cardTop: await card.evaluate((element) => element.getBoundingClientRect().top),
    ...(await firstSeen(page)),
  })
  const before = await place()
  await page.keyboard.press('Enter')
  await confirmRemoval(page)
  await expect(memory(page)).toHaveCount(0)
  await toasts(page).getByRole('button', { name: 'Rückgängig' }).click()
  await expect(card).toBeFocused()
  // Cards may still glide.
  await expect.poll(place).toEqual(before)
}

test('Back leads to the cards that one has left, also where the list is measured before it hears of the step', async ({
  app,
}) => {
  await seedNumbered(app)
  // On the first of a month as well there is a day to press.
  await seed(app, 'Jonas', { content: 'Von heute' })
  const page = await app.signedIn(firstPartner, {
    // The first to hear of the step.
    init: () => addEventListener('popstate', () => dispatchEvent(new Event('resize'))),
  })
  await expect(items(page).first()).toHaveAttribute('aria-setsize', '301')
  const left = await scrollTo(page, 20)
  const day = page.getByRole('grid').getByRole('button', { name: /Eintr/ }).first()
  await day.click()
  await expect(page).toHaveURL(/tag=/)
  await expect(page.locator('[data-day-heading]:focus')).toBeInViewport()
  await page.goBack()
  await expectSeen(page, left)
  await page.goForward()
  await expect(page.locator('[data-day-heading]').first()).toBeInViewport()
})

test('a new entry is seen although the list has a place to return to, which the search that it ends had hidden since the start', async ({
  app,
}) => {
  await seedNumbered(app, 5000)
  const page = await app.signedIn(firstPartner, { viewport: phone })
  await expect(items(page).first()).toHaveAttribute('aria-setsize', '5000')
  await page.goto(`/?eintrag=${numbered(4900)}`)
  await expect(cardOf(page, 'Nummer 4900.')).toBeFocused()
  await page.reload()
  await page.getByRole('button', { name: 'Suchen' }).click()
  const field = page.getByRole('textbox', { name: 'Im Tagebuch suchen' })
  await field.fill('gestern')
  await expect(cardOf(page, 'Nummer 4900.').locator('visible=true')).toHaveCount(0)
  await page.reload()
  await expect(field).toHaveValue('gestern')
  await expect(items(page).first()).toBeVisible()
  await write(page, 'Gerade eben geschrieben')
  await expect(page.getByRole('search')).toHaveCount(0)
  await expect(cardOf(page, 'Gerade eben geschrieben')).toBeInViewport()
})
