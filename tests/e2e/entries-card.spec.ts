import type { Locator, Page } from '@playwright/test'
import { reactionEmoji } from '../../src/domain/reaction.ts'
import { expect, firstPartner, phone, test } from '../support/e2e.ts'
import { cardOf, toasts, toggleOf, write } from './entry-steps.ts'
import { overflow, react, seed } from './main-screen-steps.ts'

test('a card says when it was written, keeps lines and long words, and makes links that give nothing away', async ({
  app,
}) => {
  const createdAt = new Date('2026-06-12T14:32:00+02:00')
  const content = `Von heute\nZeile zwei ${'w'.repeat(120)}`
  await seed(app, 'Željka', { content, category: 'erzaehlen', createdAt })
  const text = 'Schau: https://example.org/a?b=1. javascript:alert(1) <b>fett</b>'
  await seed(app, 'Jonas', { content: text, createdAt })
  const at = new Date('2026-06-12T17:30:00+02:00')
  const page = await app.signedIn(firstPartner, { viewport: phone, at })
  const card = cardOf(page, 'Von heute')
  const says = async (written: string) => {
    await expect(card.locator('time')).toHaveText(written)
    await expect(card.locator('header')).toContainText(`${written} · Erzählen`)
  }
  await says('heute, 14:32 Uhr')

  await test.step('line breaks stay, and long words wrap', async () => {
    const { height = 0 } = (await card.getByText('Von heute').boundingBox()) ?? {}
    expect(height).toBeGreaterThan(100)
    expect(await overflow(page)).toBe(0)
  })
  await test.step('only a web address becomes a link', async () => {
    const link = cardOf(page, 'Schau').getByRole('link')
    await expect(link).toHaveCount(1)
    await expect(link).toHaveAttribute('href', 'https://example.org/a?b=1')
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(cardOf(page, 'Schau')).toContainText('javascript:alert(1) <b>fett</b>')
  })
  await test.step('the drawer of a reply says the same', async () => {
    await card.getByRole('button', { name: 'Antworten' }).click()
    const drawer = page.getByRole('dialog', { name: 'Auf den Eintrag antworten' })
    await expect(drawer.getByText('heute, 14:32 Uhr')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
  })
  await test.step('a search marks the day, and nothing of the time', async () => {
    await page.getByRole('button', { name: 'Suchen' }).click()
    await page.getByRole('textbox', { name: 'Im Tagebuch suchen' }).fill('heute')
    await expect(card.locator('time mark')).toHaveText('heute')
    await page.getByRole('textbox', { name: 'Im Tagebuch suchen' }).fill('Von')
    await expect(card.locator('time mark')).toHaveCount(0)
    await expect(card.locator('p mark')).toHaveText('Von')
    await page.keyboard.press('Escape')
  })
  await test.step('a card that stays on the screen over midnight', async () => {
    await page.clock.fastForward('06:29:30')
    await says('heute, 14:32 Uhr')
    await page.clock.fastForward('00:00:30')
    await says('gestern, 14:32 Uhr')
    await page.clock.fastForward('24:00:00')
    await says('12. Juni 2026')
  })
})

test('any number of reactions leaves a card’s buttons in their places, and an author without a profile is "Unbekannt"', async ({
  app,
}) => {
  await seed(app, 'Jonas', { content: 'Ohne ein Zeichen' })
  const id = await seed(app, 'Jonas', { content: 'Mit allen Zeichen' })
  for (const one of reactionEmoji) await react(app, 'Željka', id, one)
  const page = await app.signedIn(firstPartner)
  const all = cardOf(page, 'Mit allen Zeichen')
  const card = cardOf(page, 'Ohne ein Zeichen')
  for (const width of [1440, 360])
    await test.step(`at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 780 })
      await expect(all.getByRole('button', { name: /: 1, Željka$/ })).toHaveCount(15)
      await expect(async () => {
        const places = await placesOfButtons(all)
        expect(places).toEqual(await placesOfButtons(card))
        // One row.
        expect(new Set(places.map(({ fromBottom }) => fromBottom)).size).toBe(1)
      }).toPass()
    })
  await test.step('a chip that leaves hands the focus to the card’s button', async () => {
    const add = card.getByRole('button', { name: 'Reagieren' })
    await add.click()
    await page.getByRole('button', { name: 'Katze', exact: true }).click()
    await card.getByRole('button', { name: 'Katze: 1, Du' }).press('Enter')
    await page.getByRole('button', { name: 'Katze', exact: true }).press('Enter')
    await expect(card.getByRole('button', { name: /^Katze/ })).toHaveCount(0)
    await expect(add).toBeFocused()
  })
  await test.step('the names have not come yet: the profiles are held back, everything else arrives', async () => {
    await page.context().route(/\/rest\/v1\/profiles/, (route) => route.fulfill({ json: [] }))
    await page.evaluate(async () => {
      for (const { name } of await indexedDB.databases())
        if (name !== undefined) indexedDB.deleteDatabase(name)
    })
    await page.reload()
    await expect(card).toContainText('Unbekannt')
  })
})

/** Where a card's tick and buttons stand, in pixels from its left and its lower edge. */
async function placesOfButtons(card: Locator) {
  const names = ['Erledigt', 'Reagieren', 'Antworten', 'Bearbeiten', 'Löschen']
  const frame = await card.boundingBox()
  return Promise.all(
    names.map(async (name) => {
      const box = await card.getByRole('button', { name, exact: true }).boundingBox()
      if (frame === null || box === null) throw new Error(`"${name}" is not drawn`)
      const fromBottom = Math.round(frame.y + frame.height - box.y - box.height / 2)
      return { name, fromLeft: Math.round(box.x - frame.x), fromBottom }
    }),
  )
}

test('one finger on a card swipes and opens its reactions, two zoom the page', async ({ app }) => {
  await seed(app, 'Željka', { content: 'Ein Satz\nzum Behalten' })
  const page = await app.signedIn(firstPartner, { viewport: phone })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const copy = page.getByRole('button', { name: 'Text kopieren' })
  await test.step('the panel of a long press copies a card’s text, also the partner’s', async () => {
    const touch = await touchOf(page, cardOf(page, 'zum Behalten'))
    await touch.start()
    await expect(copy).toBeVisible()
    await touch.end()
    await copy.click()
    await expect(toasts(page)).toContainText('Text kopiert')
    await expect(copy).toBeHidden()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toBe('Ein Satz\nzum Behalten')
  })
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

  const card = await write(page, 'Mit dem Finger')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await test.step('a swipe to the right ticks off', async () => {
    await swipe(page, card, 160)
    await expect(toggleOf(card)).toHaveAttribute('aria-pressed', 'true')
    await expect(toasts(page)).toContainText('Als erledigt markiert ✓')
    await swipe(page, card, 40)
    await expect(toggleOf(card)).toHaveAttribute('aria-pressed', 'true')
  })
  await test.step('a swipe to the left asks to delete', async () => {
    await swipe(page, card, -160)
    const question = page.getByRole('alertdialog', { name: 'Eintrag löschen?' })
    await question.getByRole('button', { name: 'Abbrechen' }).click()
    await expect(question).toBeHidden()
  })

  await test.step('a long press opens the reactions', async () => {
    const touch = await touchOf(page, card)
    await touch.start()
    await expect(page.getByRole('group', { name: 'Reaktion wählen' })).toBeVisible()
    await touch.end()
    await page.getByRole('button', { name: 'Herz', exact: true }).click()
    await expect(card.getByRole('button', { name: 'Herz: 1, Du' })).toBeVisible()
  })

  const ticked = async () => expect(toggleOf(card)).toHaveAttribute('aria-pressed', 'true')
  const scale = () => page.evaluate(() => window.visualViewport?.scale ?? 0)
  const fingers = await fingersOn(page, card)
  const pinch = async (from: number, to: number) => {
    await fingers('touchStart', -from)
    await fingers('touchStart', -from, from)
    for (let step = 1; step <= 8; step += 1) {
      const reach = from + ((to - from) / 8) * step
      await fingers('touchMove', -reach, reach)
    }
    await fingers('touchEnd')
  }
  await test.step('two fingers zoom, and the second one ends what the first began', async () => {
    await pinch(30, 150)
    await expect.poll(scale).toBeGreaterThan(1.5)
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await ticked()
  })
  await test.step('on the enlarged page one finger moves it and swipes nothing', async () => {
    await swipe(page, card, 100)
    await ticked()
    await pinch(150, 20)
    await expect.poll(scale).toBeLessThan(1.05)
    await ticked()
  })
  await test.step('two fingers that rest open nothing', async () => {
    await page.clock.install()
    await fingers('touchStart', -40)
    await fingers('touchStart', -40, 40)
    await page.clock.runFor(700)
    await fingers('touchEnd')
    await expect(page.getByRole('group', { name: 'Reaktion wählen' })).toHaveCount(0)
  })
})

/** Fingers at these distances from the middle of a card's text. */
async function fingersOn(page: Page, card: Locator) {
  const session = await page.context().newCDPSession(page)
  const { x = 0, y = 0, width = 0 } = (await card.boundingBox()) ?? {}
  return async (type: 'touchStart' | 'touchMove' | 'touchEnd', ...at: number[]) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: at.map((dx, id) => ({ x: x + width / 2 + dx, y: y + 70, id })),
    })
}

/** One finger there. */
async function touchOf(page: Page, card: Locator) {
  const fingers = await fingersOn(page, card)
  return {
    start: async () => fingers('touchStart', 0),
    move: async (dx: number) => fingers('touchMove', dx),
    end: async () => fingers('touchEnd'),
  }
}

async function swipe(page: Page, card: Locator, distance: number) {
  const touch = await touchOf(page, card)
  await touch.start()
  for (let step = 1; step <= 8; step += 1) await touch.move((distance / 8) * step)
  await touch.end()
}
