import type { Page } from '@playwright/test'
import { expect, firstPartner, phone, secondPartner, test } from '../support/e2e.ts'
import { cardOf, remove, textField, toasts } from './entry-steps.ts'
import { seed } from './main-screen-steps.ts'
import { favourite, fillQuote, like, openAddQuote, openFavourites } from './quote-steps.ts'
import { chooseFor, repliesOf, reply } from './reply-steps.ts'

const undo = (page: Page) => toasts(page).getByRole('button', { name: 'Rückgängig' })

test('"Rückgängig" is one Tab away, and the focus returns', async ({ app }) => {
  for (const content of ['Die erste', 'Die zweite', 'Die dritte'])
    await seed(app, 'Jonas', { content })
  const page = await app.signedIn(firstPartner)

  await test.step('from the list: the restored card has the focus', async () => {
    await remove(page, cardOf(page, 'Die zweite'))
    await expect(undo(page)).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(undo(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(cardOf(page, 'Die zweite')).toBeFocused()
  })
  await test.step('once: after that Tab leads on through the page', async () => {
    await remove(page, cardOf(page, 'Die zweite'))
    await expect(cardOf(page, 'Die erste')).toBeFocused()
    const filter = page.getByRole('button', { name: 'Filter', exact: true })
    await filter.focus()
    await page.keyboard.press('Tab')
    await expect(undo(page)).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(filter).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Suchen' })).toBeFocused()
    await page.keyboard.press('Control+z')
    await expect(cardOf(page, 'Die zweite')).toBeFocused()
  })
  await test.step('from a form, which stays open and keeps its text', async () => {
    await remove(page, cardOf(page, 'Die zweite'))
    await page.keyboard.press('n')
    const form = page.getByRole('dialog', { name: 'Neuer Eintrag' })
    await expect(textField(form)).toBeFocused()
    await page.keyboard.type('Angefangen')
    await page.keyboard.press('Tab')
    await expect(undo(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(textField(form)).toBeFocused()
    await expect(textField(form)).toHaveValue('Angefangen')
    await page.keyboard.press('Escape')
    await expect(cardOf(page, 'Die zweite')).toHaveCount(1)
  })
  await test.step('from the list of the bell', async () => {
    await remove(page, cardOf(page, 'Die zweite'))
    await page.getByRole('button', { name: /^Neu für dich/ }).click()
    const news = page.getByRole('dialog', { name: 'Neu für dich' })
    // It takes the focus a moment after it is shown.
    await expect(news.locator(':focus')).toHaveCount(1)
    await page.keyboard.press('Tab')
    await expect(undo(page)).toBeFocused()
    await expect(news).toBeVisible()
    await page.keyboard.press('Shift+Tab')
    await expect(undo(page)).not.toBeFocused()
    await expect(news).toBeVisible()
    await page.keyboard.press('Escape')
  })
})

test('Strg + Z takes a deletion back, but not while one types', async ({ app }) => {
  for (const content of ['Die erste', 'Die zweite', 'Die dritte'])
    await seed(app, 'Jonas', { content })
  const page = await app.signedIn(firstPartner, { viewport: phone })
  for (const text of ['Die erste', 'Die zweite', 'Die erste']) {
    await remove(page, cardOf(page, text))
    await page.keyboard.press('Control+z')
    await expect(cardOf(page, text)).toBeFocused()
  }

  await test.step('in a search, which stays open', async () => {
    await page.getByRole('button', { name: 'Suchen' }).click()
    await page.keyboard.type('zweite')
    await expect(cardOf(page, 'Die erste')).toHaveCount(0)
    await remove(page, cardOf(page, 'Die zweite'))
    await page.keyboard.press('Control+z')
    await expect(cardOf(page, 'Die zweite')).toBeFocused()
    await page.keyboard.press('Escape')
  })
  await test.step('in a field it takes back what was typed', async () => {
    await page.getByRole('button', { name: 'Suchen' }).click()
    await page.keyboard.type('die')
    await remove(page, cardOf(page, 'Die dritte'))
    // The question gives the focus back a moment after it is hidden.
    await expect(cardOf(page, 'Die zweite')).toBeFocused()
    await page.getByRole('textbox', { name: 'Im Tagebuch suchen' }).press('Control+z')
    await expect(undo(page)).toBeVisible()
    await expect(cardOf(page, 'Die dritte')).toHaveCount(0)
  })
})

test('a deleted quote and a removed like come back with the day they had', async ({ app }) => {
  const { id } = await app.server.client(firstPartner.name)
  const tenDaysAgo = new Date(Date.now() - 10 * 86_400_000).toISOString()
  await app.server.sql()`insert into public.custom_quotes
    (user_id, quote_text, quote_author, created_at) values (${id}, 'Selbst', 'Ich', '2026-01-05T12:00:00Z')`
  await app.server.sql()`insert into public.quote_likes
    (user_id, quote_text, quote_author, created_at) values (${id}, 'Gemocht', 'Du', ${tenDaysAgo})`
  const partner = await app.signedIn(secondPartner)
  const page = await app.signedIn(firstPartner, { viewport: phone })
  await openFavourites(partner)
  await openFavourites(page)

  for (const [text, button, message] of [
    ['Selbst', 'Zitat löschen', 'Dein Zitat ist wieder da.'],
    ['Gemocht', 'Like entfernen', 'Das Zitat ist wieder bei deinen Favoriten.'],
  ] as const) {
    const day = await favourite(page, text).getByRole('time').innerText()
    const isAsBefore = async () => {
      for (const seen of [page, partner])
        await expect(favourite(seen, text).getByRole('time')).toHaveText(day)
    }
    await test.step(button, async () => {
      await favourite(page, text).getByRole('button', { name: button }).click()
      await expect(favourite(page, text)).toHaveCount(0)
      await undo(page).click()
      await expect(toasts(page)).toContainText(message)
      await isAsBefore()
    })
    await test.step(`${button}, without a network and by the keyboard`, async () => {
      await page.context().setOffline(true)
      await favourite(page, text).getByRole('button', { name: button }).press('Enter')
      await expect(favourite(page, text)).toHaveCount(0)
      await page.keyboard.press('Control+z')
      await expect(favourite(page, text)).toHaveCount(1)
      await page.context().setOffline(false)
      await like(app, secondPartner, { text: `Danach: ${button}`, author: 'Wir' })
      for (const seen of [page, partner])
        await expect(favourite(seen, `Danach: ${button}`)).toBeVisible()
      await isAsBefore()
    })
  }

  await test.step('a page that closes while a quote could be brought back deletes it', async () => {
    await favourite(page, 'Selbst').getByRole('button', { name: 'Zitat löschen' }).click()
    await expect(favourite(page, 'Selbst')).toHaveCount(0)
    await page.goto('/')
    await openFavourites(page)
    await expect(favourite(page, 'Gemocht')).toBeVisible()
    await expect(favourite(page, 'Selbst')).toHaveCount(0)
    const left = async () => app.server.sql()`select id from public.custom_quotes`
    await expect.poll(left).toEqual([])
  })
})

test('what still waits is offered after a reload and in a second tab, with the first words of the entry', async ({
  app,
}) => {
  const text = 'Zelten am See, mit Boot und allen Kindern'
  await seed(app, 'Jonas', { content: text })
  const page = await app.signedIn(firstPartner, { viewport: phone })
  await expect(cardOf(page, text)).toBeVisible()
  // The five seconds are over when the test says so: no load ends them.
  await page.context().clock.setFixedTime(Date.now())
  const question = page.getByRole('alertdialog', { name: 'Eintrag löschen?' })

  await test.step('the question and its toast begin with the first words', async () => {
    await cardOf(page, text).getByRole('button', { name: 'Löschen' }).click()
    await expect(question).toContainText('„Zelten am See, mit Boot und allen …“ Du hast danach')
    await question.getByRole('button', { name: 'Löschen' }).click()
    await expect(toasts(page)).toContainText('„Zelten am See, mit Boot und allen …“ Du hast 5')
  })
  await test.step('after a reload', async () => {
    await page.reload()
    await expect(toasts(page)).toContainText('„Zelten am See, mit Boot und allen …“ Du hast 5')
    await undo(page).click()
    await expect(cardOf(page, text)).toBeFocused()
  })
  await test.step('in a second tab, by Strg + Z, and then in none', async () => {
    const second = await page.context().newPage()
    await second.goto(app.url)
    await expect(cardOf(second, text)).toBeVisible()
    await remove(page, cardOf(page, text))
    await expect(undo(second)).toBeVisible()
    await second.keyboard.press('Control+z')
    await expect(cardOf(second, text)).toBeVisible()
    await expect(cardOf(page, text)).toBeVisible()
    await expect(undo(page)).toHaveCount(0)
    await second.close()
  })
  await test.step('a reply, after a reload', async () => {
    await reply(page, cardOf(page, text), 'Und mit Hund')
    await chooseFor(page, repliesOf(cardOf(page, text)), 'Antwort löschen')
    await expect(undo(page)).toBeVisible()
    await page.reload()
    await expect(toasts(page)).toContainText('Antwort gelöscht')
    await expect(repliesOf(cardOf(page, text))).toHaveCount(0)
    await undo(page).click()
    await expect(repliesOf(cardOf(page, text))).toContainText('Und mit Hund')
  })
  await test.step('an own quote, on the page of the favourites and in a tab with the list', async () => {
    await openFavourites(page)
    const form = await openAddQuote(page)
    await fillQuote(form, { text: 'Selbst', author: 'Ich' })
    await form.getByRole('button', { name: 'Hinzufügen' }).click()
    await favourite(page, 'Selbst').getByRole('button', { name: 'Zitat löschen' }).click()
    await expect(undo(page)).toBeVisible()
    await page.reload()
    await expect(undo(page)).toBeVisible()
    const list = await page.context().newPage()
    await list.goto(app.url)
    await undo(list).click()
    await expect(favourite(page, 'Selbst')).toBeVisible()
  })
})
