import type { Locator, Page } from '@playwright/test'
import { expect, firstPartner, phone, test } from '../support/e2e.ts'
import { ordinaryPresent } from '../support/ordinary-time.ts'
import { bell } from './bell-steps.ts'
import { cardOf, openForm, remove, textField, toasts } from './entry-steps.ts'
import { openFilters, react, seed, tab } from './main-screen-steps.ts'
import { answer, openTranslations, options, startQuiz, tenWords, writeWords } from './quiz-steps.ts'
import { like, openAddQuote, openFavourites, quoteBlock } from './quote-steps.ts'

/** A desktop's window of 1440 × 900 px as it is at 100 and 400 %, and a phone. */
const windows = [
  ['100 %', 1440, 900],
  ['400 %', 360, 225],
  ['a phone', 390, 844],
] as const

/** The part of the focused control that is under the header, the bar or a layer's foot; nothing if it is free. */
async function coveredFocus(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const focused = document.activeElement
    if (focused === null || focused === document.body) return undefined
    const box = focused.getBoundingClientRect()
    const name = focused.ariaLabel ?? focused.textContent
    // An open layer lies above header and bar; what may cover its controls is in it.
    const inLayer = focused.closest('[role=dialog]')?.querySelectorAll('*')
    for (const layer of inLayer ?? document.querySelectorAll('header, nav')) {
      const { position } = getComputedStyle(layer)
      if (position !== 'sticky' && position !== 'fixed') continue
      if (layer.contains(focused) || !layer.checkVisibility()) continue
      const { top, bottom } = layer.getBoundingClientRect()
      if (box.bottom > top + 1 && box.top < bottom - 1) return `${name}: ${box.top} – ${box.bottom}`
    }
    return undefined
  })
}

test('the focus is never under header, bar or the foot of a layer, at any zoom', async ({
  app,
}) => {
  const more = 'Und noch mehr. '.repeat(9).trim()
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8])
    await seed(app, 'Jonas', { content: `Nummer ${number}. ${more}` })
  // Below the long ones in the list.
  const createdAt = new Date(ordinaryPresent().getTime() - 3_600_000)
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8, 9])
    await seed(app, 'Željka', { content: `Nachricht ${number}`, createdAt })
  const quotes = [1, 2, 3, 4, 5, 6].map((number) => ({
    text: `Zitat ${number}. ${more}`,
    author: 'Oma',
  }))
  await like(app, firstPartner, ...quotes)
  const page = await app.signedIn(firstPartner)
  await expect(cardOf(page, 'Nummer 8.')).toBeAttached()

  for (const [zoom, width, height] of windows) {
    await page.setViewportSize({ width, height })

    await test.step(`in the list (${zoom})`, async () => {
      await walk(page, 28)
    })
    await test.step(`in the list of the bell (${zoom})`, async () => {
      await page.getByRole('button', { name: /^Neu für dich/ }).press('Enter')
      await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(9)
      await walk(page, 10)
      await page.keyboard.press('Escape')
    })
    await test.step(`in the form (${zoom})`, async () => {
      const form = await openForm(page, 'Ideen')
      await walk(page, 9)
      await page.keyboard.press('Escape')
      await expect(form).toBeHidden()
    })
    await test.step(`among the favourites, and in the form of a quote (${zoom})`, async () => {
      await openFavourites(page)
      await expect(page.getByRole('article')).toHaveCount(6)
      await walk(page, 10)
      await openAddQuote(page)
      await walk(page, 5)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await page.getByRole('button', { name: 'Zurück' }).click()
    })
  }
})

/** Presses Tab this often, and back again; what has the focus is never covered. */
async function walk(page: Page, stops: number): Promise<void> {
  for (const key of ['Tab', 'Shift+Tab'])
    for (let stop = 0; stop < stops; stop += 1) {
      await page.keyboard.press(key)
      expect(await coveredFocus(page), `${key}, ${stop}`).toBeUndefined()
    }
}

const colour = async (locator: Locator) =>
  locator.evaluate((element) => getComputedStyle(element).backgroundColor)

test('in forced colours what is chosen, done, on, mine and shown by the bell can be told apart', async ({
  app,
}) => {
  await seed(app, 'Jonas', { content: 'Offen' })
  await seed(app, 'Jonas', { content: 'Fertig', completed: true })
  const id = await seed(app, 'Željka', { content: 'Zum Meer', category: 'ideen' })
  await react(app, 'Željka', id, '🎉')
  await react(app, 'Jonas', id, '❤️')
  const page = await app.signedIn(firstPartner)
  await page.emulateMedia({ forcedColors: 'active' })
  await expect(cardOf(page, 'Offen')).toBeVisible()

  await test.step('the tab, the tick and the choice of a filter', async () => {
    expect(await colour(tab(page, 'Alle'))).not.toBe(await colour(tab(page, 'Ideen')))
    const toggle = (text: string) => cardOf(page, text).getByRole('button', { name: 'Erledigt' })
    await expect(toggle('Fertig').locator('svg')).toBeVisible()
    await expect(toggle('Offen').locator('svg')).toHaveCount(0)
    await openFilters(page)
    const choice = (name: string) =>
      page.getByRole('group', { name: 'Status' }).getByRole('button', { name, exact: true })
    expect(await colour(choice('Alle'))).not.toBe(await colour(choice('Offen')))
  })

  await test.step('my reactions and my likes', async () => {
    const chip = (name: string) =>
      cardOf(page, 'Zum Meer').getByRole('button', { name }).locator('> *')
    await expect(chip('Herz')).toBeVisible()
    expect(await colour(chip('Herz'))).not.toBe(await colour(chip('Party')))
    await cardOf(page, 'Zum Meer').getByRole('button', { name: 'Reagieren' }).click()
    const emoji = (name: string) =>
      page.getByRole('dialog').getByRole('button', { name, exact: true })
    expect(await colour(emoji('Herz'))).not.toBe(await colour(emoji('Party')))
    await page.keyboard.press('Escape')
    const heart = quoteBlock(page).getByRole('button', { name: 'Gefällt mir' })
    const before = await colour(heart)
    await heart.click()
    await expect.poll(async () => colour(heart)).not.toBe(before)
  })

  await test.step('the category, the private switch and the day of a form', async () => {
    const form = await openForm(page, 'Ideen')
    const label = (name: string) => form.locator('label').filter({ hasText: name })
    expect(await colour(label('Ideen'))).not.toBe(await colour(label('Erzählen')))
    const isPrivate = form.getByRole('switch')
    const before = await colour(isPrivate)
    await isPrivate.click()
    await expect.poll(async () => colour(isPrivate)).not.toBe(before)
    const calendar = page.getByRole('dialog', { name: 'Datum wählen' }).getByRole('grid')
    const day = (number: number) =>
      calendar.getByRole('button', { name: new RegExp(` ${number}\\. `) }).first()
    await form.getByRole('button', { name: 'Datum wählen' }).click()
    await day(12).click()
    await form.getByRole('button', { name: /^12\. / }).click()
    expect(await colour(day(12))).not.toBe(await colour(day(13)))
    await page.keyboard.press('Escape')
    await expect(calendar).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
  })

  await test.step('a ring shows the card that the bell leads to', async () => {
    await page.evaluate(pauseAnimations)
    await bell(page, 2).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Zum Meer' }).first().click()
    const ring = async () =>
      cardOf(page, 'Zum Meer').evaluate((card) => getComputedStyle(card).outlineStyle)
    await expect.poll(ring).toBe('solid')
  })
})

/** Runs in the page: what the app lets move from then on stands at its beginning. */
function pauseAnimations(): void {
  Element.prototype.animate = function started(this: Element, ...how) {
    const animation = new Animation(new KeyframeEffect(this, ...how))
    animation.pause()
    return animation
  }
}

test('in forced colours buttons of a phone have an edge, and choices and answers can be told apart', async ({
  app,
}) => {
  await writeWords(app, tenWords)
  const page = await openTranslations(app, { viewport: phone })
  await page.emulateMedia({ forcedColors: 'active' })

  await test.step('a button has an edge where its colour was one', async () => {
    const edge = async (button: Locator) => expect(button).toHaveCSS('border-top-width', '1px')
    await edge(page.getByRole('button', { name: 'Neuer Eintrag' }))
    const form = await openForm(page)
    await edge(form.getByRole('button', { name: 'Eintragen' }))
    await textField(form).fill('Ans Meer')
    await form.getByRole('button', { name: 'Eintragen' }).click()
    await remove(page, cardOf(page, 'Ans Meer'))
    await edge(toasts(page).getByRole('button', { name: 'Rückgängig' }))
  })

  await test.step('the choice of a dropdown', async () => {
    await openFilters(page)
    await page.getByRole('combobox', { name: 'Von wem' }).click()
    const choice = (name: string) => page.getByRole('option', { name })
    expect(await colour(choice('Beide'))).not.toBe(await colour(choice('Meine')))
    await page.keyboard.press('ArrowDown')
    await expect(choice('Meine')).toHaveAttribute('data-highlighted')
    const outline = async (name: string) =>
      choice(name).evaluate((element) => getComputedStyle(element).outlineStyle)
    expect(await outline('Meine')).not.toBe(await outline('Partner'))
    await page.keyboard.press('Escape')
  })

  await test.step('the answers of the quiz: right, wrong and the two others, which are no longer open', async () => {
    await tab(page, 'Übersetzen').click()
    const quiz = await startQuiz(page)
    const looks = async () =>
      options(quiz).evaluateAll((buttons) =>
        buttons.map((button) => {
          const { backgroundColor, color } = getComputedStyle(button)
          return `${backgroundColor} ${color} ${button.querySelector('svg') !== null}`
        }),
      )
    const open = new Set(await looks())
    expect(open.size).toBe(1)
    await answer(page, quiz, tenWords, 'wrong')
    await expect.poll(async () => (await looks()).filter((look) => open.has(look))).toEqual([])
    expect(new Set(await looks()).size).toBe(3)
  })
})
