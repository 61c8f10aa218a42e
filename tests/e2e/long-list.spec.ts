import { expect, phone, test } from '../support/e2e.ts'
import { untilFilled } from '../bench/device-copy.ts'
import { cardOf } from './entry-steps.ts'
import {
  addressOf,
  expectStill,
  openLongJournal,
  pressToLast,
  scrollToLast,
} from './long-list-steps.ts'
import { choose, tab } from './main-screen-steps.ts'

test('in a long journal an older entry that one opens stays on the screen, and each list reaches its last card', async ({
  app,
}) => {
  test.setTimeout(240_000)
  const page = await openLongJournal(app, { viewport: phone })
  const found = page.getByRole('search').getByRole('status')
  const search = async (words: string, count: number) => {
    await page.getByRole('button', { name: 'Suchen' }).click()
    await page.getByRole('textbox', { name: 'Im Tagebuch suchen' }).fill(words)
    await expect(found).toHaveText(`${count} Einträge`)
  }

  await test.step('a search, by scrolling', async () => {
    await search('garten', 153)
    await scrollToLast(page, 153)
  })
  await test.step('a search, by the key for the end', async () => {
    await search('garten', 153)
    await pressToLast(page, 153)
  })
  await test.step('a search in a tab with a filter', async () => {
    await tab(page, 'Ideen').click()
    await choose(page, 'Status', 'Erledigt')
    await search('nummer', 76)
    await scrollToLast(page, 76)
    await page.keyboard.press('Escape')
  })
  await test.step('a tab with a filter', async () => {
    await scrollToLast(page, 76)
  })
  await test.step('a filter', async () => {
    await tab(page, 'Ideen').click()
    await scrollToLast(page, 303)
  })
  // Among cards of one to eight lines.
  for (const number of [60, 1_100, 2_600, 3_600, 9_000])
    await test.step(`entry ${number}`, async () => {
      await page.goto(addressOf(number))
      await expectStill(page, number, number === 9_000 ? 5 : 1)
    })
  // Before all entries are in memory it is unknown where they are.
  await test.step('after a reload', async () => {
    await page.reload()
    await expect(cardOf(page, 'Nummer 9000.')).toBeInViewport({ ratio: 1 })
  })
  await test.step('an entry that a memory leads to stays on the screen', async () => {
    // While a device is being filled, it shows none.
    await untilFilled(page)
    await page.goto('/')
    const memory = page.getByRole('region', { name: 'Heute vor einem Jahr' })
    // Of a word it shows the Croatian one alone.
    await expect(memory).toContainText(/(?:Nummer|broj) \d/)
    const number = Number(/(?:Nummer|broj) (\d+)/.exec(await memory.innerText())?.[1])
    await memory.getByRole('heading').getByRole('button').click()
    await memory.getByRole('button', { name: 'Mit dieser Erinnerung' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'In der Liste zeigen' }).click()
    await expectStill(page, number, 5)
  })
  await test.step('one that the bell leads to, out of a tab and a search', async () => {
    await tab(page, 'Ideen').click()
    await page.keyboard.press('/')
    await page.keyboard.type('garten')
    await page.getByRole('button', { name: /^Neu für dich/ }).click()
    const line = page
      .getByRole('dialog', { name: 'Neu für dich' })
      .getByRole('button', { name: /Nummer 71\./ })
    await line.click()
    // The bell shows it in its own tab, where it is the 18th.
    await expectStill(page, 71, 5, 18)
  })
})
