import type { Page } from '@playwright/test'
import { expect, firstPartner, test } from '../support/e2e.ts'
import { cardOf, toasts } from './entry-steps.ts'
import { firstSeen, numbered, scrollTo, seedNumbered } from './list-place-steps.ts'
import { items } from './long-list-steps.ts'
import { seed } from './main-screen-steps.ts'
import { openField, repliesOf, seedReplies } from './reply-steps.ts'

/** The numbers of the entries in the selection. */
const selected = async (page: Page) =>
  page.evaluate(() =>
    [...(getSelection()?.toString() ?? '').matchAll(/Nummer (\d+)\./g)].map(([, number]) =>
      Number(number),
    ),
  )
const fromTo = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)
const textOf = (page: Page, number: number) =>
  cardOf(page, `Nummer ${number}.`).locator('p.written')

test('what one writes, selects or has unfolded is held while the list changes and scrolls', async ({
  app,
}) => {
  await seedNumbered(app, 700)
  const contents = ['eins', 'zwei', 'drei', 'vier', 'fünf']
  await seedReplies(
    app,
    numbered(3),
    contents.map((content) => ({ by: 'Željka', content })),
  )
  const page = await app.signedIn(firstPartner)
  await expect(items(page).first()).toContainText('Nummer 1.')

  await test.step('replies that were unfolded stay so when their card left the page and comes back', async () => {
    const card = cardOf(page, 'Nummer 3.')
    await expect(repliesOf(card)).toHaveCount(2)
    await card.getByRole('button', { name: /3 .*Antworten/ }).click()
    await expect(repliesOf(card)).toHaveCount(5)
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.evaluate(() => getSelection()?.empty())
    await scrollTo(page, 120)
    await expect(card).toHaveCount(0)
    await page.evaluate(() => window.scrollTo(0, 0))
    await expect(repliesOf(card)).toHaveCount(5)
  })

  await test.step('a selection over several cards holds all that lies between its ends', async () => {
    await textOf(page, 2).click({ position: { x: 2, y: 8 } })
    await scrollTo(page, 60)
    const { number } = await firstSeen(page)
    const last = number + 2
    await textOf(page, last).click({ modifiers: ['Shift'], position: { x: 300, y: 8 } })
    await expect.poll(async () => selected(page)).toEqual(fromTo(2, last))
    await scrollTo(page, 150)
    expect(await selected(page)).toEqual(fromTo(2, last))
  })
  await test.step('it holds five hundred at most, and says so', async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    await expect(cardOf(page, 'Nummer 700.')).toBeInViewport()
    await expect(toasts(page)).not.toContainText('Zu viele Einträge')
    await textOf(page, 700).click({ modifiers: ['Shift'], position: { x: 300, y: 8 } })
    await expect(toasts(page)).toContainText('Zu viele Einträge auf einmal')
    const numbers = await selected(page)
    expect(numbers.slice(0, 500)).toEqual(fromTo(2, 501))
    expect(numbers.at(-1)).toBe(700)
  })
  await test.step('a selection of the whole page holds what is drawn', async () => {
    await page.evaluate(() => getSelection()?.empty())
    await page.evaluate(() => window.scrollTo(0, 0))
    await expect(cardOf(page, 'Nummer 1.')).toBeInViewport()
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await expect.poll(async () => items(page).count()).toBeLessThan(60)
    await page.keyboard.press('Control+A')
    const drawn = await items(page).count()
    expect((await selected(page)).length).toBeLessThanOrEqual(drawn)
    expect(await selected(page)).toContain(1)
    expect(await items(page).count()).toBe(drawn)
  })

  await test.step('a field in which one writes stands still as entries and replies arrive above it', async () => {
    await page.evaluate(() => getSelection()?.empty())
    const card = cardOf(page, 'Nummer 1.')
    const field = await openField(page, card)
    await field.pressSequentially('Ich schreibe')
    const top = async () => field.evaluate((element) => element.getBoundingClientRect().top)
    const before = await top()
    for (const number of [1, 2, 3, 4, 5, 6]) {
      await seed(app, 'Željka', { content: `Gerade eben ${number}` })
      await expect(cardOf(page, `Gerade eben ${number}`)).toBeAttached()
      expect(Math.abs((await top()) - before)).toBeLessThan(1)
    }
    await seedReplies(app, numbered(1), [{ by: 'Željka', content: 'Auch dazu' }])
    await expect(repliesOf(card)).toContainText('Auch dazu')
    await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(1)
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('Ich schreibe')
  })
})
