import { expect, firstPartner, phone, secondPartner, test, desktop } from '../support/e2e.ts'
import { cardOf, layoutsFrom, openForm, remove, textField, toasts, write } from './entry-steps.ts'
import { cards, choose, overflow, seed, tab } from './main-screen-steps.ts'

for (const { layout, viewport } of layoutsFrom('phone'))
  test(`the header is whole, each empty tab has its own words, and "Neuer Eintrag" opens with its category (${layout})`, async ({
    app,
  }) => {
    const page = await app.signedIn(secondPartner, { viewport })
    const header = page.getByRole('banner')
    await expect(header.getByTestId('heart')).toBeVisible()
    const title = header.getByRole('heading', { name: 'Unser Tagebuch' })
    await expect(title).toBeVisible()
    const isCut = await title.evaluate((one) => one.scrollWidth > one.clientWidth)
    expect(isCut, 'the title is cut off').toBe(false)
    await expect(header.getByText('Hallo Željka!')).toBeVisible()
    const menu = header.getByRole('navigation', { name: 'Menü' })
    await expect(menu.getByRole('link', { name: 'Lieblingszitate' })).toBeVisible()
    for (const name of ['Neu für dich', 'Dunkles Design einschalten', 'Abmelden']) {
      const box = await menu.getByRole('button', { name }).boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
    }
    expect(await overflow(page)).toBe(0)

    await test.step('each empty tab has its own emoji, title, description and hint', async () => {
      const main = page.getByRole('main')
      const hint =
        layout === 'phone'
          ? 'Tippe auf das Plus, um den ersten Eintrag zu schreiben.'
          : 'Klicke auf „Neuer Eintrag“, um den ersten zu schreiben.'
      const expected = [
        [undefined, '💕', 'Euer Tagebuch wartet auf euch', 'was ihr erlebt'],
        ['Erzählen', '📖', 'Noch nichts erzählt', 'Was war heute schön'],
        ['Ideen', '💡', 'Noch keine Ideen', 'Ein Ausflug'],
        ['Gedanken', '💭', 'Noch keine Gedanken', 'Hier ist Platz'],
        [/^Übersetz/, '🌍', 'Noch keine Übersetzungen', 'Sammelt Wörter'],
      ] as const
      for (const [name, emoji, title, description] of expected) {
        if (name !== undefined) {
          await page
            .getByRole('navigation', { name: 'Bereiche' })
            .getByRole('button', { name })
            .click()
        }
        await expect(main.getByRole('heading', { name: title })).toBeVisible()
        for (const text of [emoji, description, hint]) await expect(main).toContainText(text)
      }
    })

    await test.step('"Neuer Eintrag" opens with the tab’s category', async () => {
      const last = layout === 'phone' ? 'Übersetzen' : 'Übersetzungen'
      const expected = [
        ['Erzählen', 'Erzählen'],
        ['Ideen', 'Ideen'],
        ['Gedanken', 'Gedanken & Notizen'],
        [last, 'Übersetzungen'],
      ] as const
      for (const [name, category] of expected) {
        await tab(page, name).click()
        await page.getByRole('button', { name: 'Neuer Eintrag', exact: true }).click()
        const form = page.getByRole('dialog', { name: 'Neuer Eintrag' })
        await expect(form.getByRole('radio', { name: category })).toBeChecked()
        await page.keyboard.press('Escape')
        await expect(form).toBeHidden()
      }
    })
  })

test('a tap on a tab filters, a tap on the active one shows everything, and so does the way out of filters', async ({
  app,
}) => {
  await seed(app, 'Jonas', { content: 'Eine Idee', category: 'ideen' })
  await seed(app, 'Željka', { content: 'Ein Gedanke', category: 'gedanken' })
  const page = await app.signedIn(firstPartner, { viewport: desktop })
  await tab(page, 'Ideen').click()
  await expect(tab(page, 'Ideen')).toHaveAttribute('aria-pressed', 'true')
  await expect(cards(page)).toContainText(['Eine Idee'])
  await tab(page, 'Ideen').click()
  await expect(tab(page, 'Ideen')).toHaveAttribute('aria-pressed', 'false')
  await expect(cards(page)).toHaveCount(2)

  await test.step('where filters hide everything, the screen says so and shows the way out', async () => {
    await choose(page, 'Status', 'Erledigt')
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { name: 'Nichts gefunden' })).toBeVisible()
    await main.getByRole('button', { name: 'Filter zurücksetzen' }).last().click()
    await expect(toasts(page)).toContainText('Filter zurückgesetzt')
    await expect(cardOf(page, 'Eine Idee')).toBeVisible()
  })

  await test.step('from 768 px on there are tabs, below a bar with the central button', async () => {
    await page.setViewportSize({ width: 768, height: 900 })
    await expect(tab(page, 'Alle')).toBeVisible()
    await expect(tab(page, 'Übersetzungen')).toBeVisible()
    await page.setViewportSize({ width: 767, height: 900 })
    await expect(tab(page, 'Alle')).toBeHidden()
    const bar = page.getByRole('navigation', { name: 'Bereiche' }).getByRole('button')
    await expect(bar).toHaveText(['📖Erzählen', '💡Ideen', '', '💭Gedanken', '🌍Übersetzen'])
    await expect(bar.nth(2)).toHaveAccessibleName('Neuer Eintrag')
  })
})

test(
  'a new entry is visible under every filter and tab that was chosen',
  { tag: '@long' },
  async ({ app }) => {
    const page = await app.signedIn(firstPartner, { viewport: phone })
    await tab(page, 'Ideen').click()
    await choose(page, 'Status', 'Erledigt')
    await choose(page, 'Von wem', 'Partner')
    const card = await write(page, 'Gleich zu sehen', 'Gedanken & Notizen')
    await expect(card).toBeInViewport()
    await expect(tab(page, 'Gedanken')).toHaveAttribute('aria-pressed', 'true')

    await tab(page, 'Gedanken').click()
    await choose(page, 'Ideen nach Zeit', 'Geplant')
    await expect(await write(page, 'Auch zu sehen', 'Ideen')).toBeInViewport()
  },
)

test(
  'while the journal comes, cards in outline say "Laden..."',
  { tag: '@long' },
  async ({ app }) => {
    const page = await app.signedIn(firstPartner)
    await expect(page.getByRole('main').getByText('Euer Tagebuch wartet auf euch')).toBeVisible()
    const context = await app.device()
    const state = await page.context().storageState()
    await context.addInitScript((items) => {
      if (self.origin === 'null') return
      for (const { name, value } of items) localStorage.setItem(name, value)
    }, state.origins[0]?.localStorage ?? [])
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await context.route('**/rest/v1/**', async (route) => {
      await released
      await route.continue()
    })
    const slow = await context.newPage()
    await slow.goto('/')
    await expect(slow.getByRole('main').getByText('Laden...').first()).toBeAttached()
    await expect(slow.getByRole('banner').getByText('Hallo Jonas!')).toBeVisible()
    release()
    await expect(slow.getByRole('main').getByText('Euer Tagebuch wartet auf euch')).toBeVisible()
  },
)

test('fast clicking through tabs ends on the last one', { tag: '@long' }, async ({ app }) => {
  for (const category of ['erzaehlen', 'ideen', 'gedanken'] as const)
    await seed(app, 'Jonas', { content: `In ${category}`, category })
  const page = await app.signedIn(firstPartner)
  await expect(cards(page)).toHaveCount(3)
  for (const key of '23421342134234') await page.keyboard.press(key)
  await expect(cards(page)).toContainText(['In gedanken'])
  await expect(tab(page, 'Gedanken')).toHaveAttribute('aria-pressed', 'true')

  await test.step('entries that arrive while one types move neither text nor focus', async () => {
    const form = await openForm(page)
    for (const letter of 'Ganz ruhig') {
      await seed(app, 'Željka', { content: `Neues „${letter}“` })
      await textField(form).press(letter === ' ' ? 'Space' : letter)
    }
    await expect(textField(form)).toBeFocused()
    await expect(textField(form)).toHaveValue('Ganz ruhig')
    await expect(page.locator('li[aria-setsize]').first()).toHaveAttribute('aria-setsize', '11')
  })
})

test(
  'at most three toasts stand at a time, each for 4 seconds',
  { tag: '@long' },
  async ({ app }) => {
    const at = new Date('2026-06-12T12:00:00+02:00')
    const page = await app.signedIn(firstPartner, { at })
    await expect(page.locator('blockquote')).toBeVisible()
    const toast = toasts(page).getByText('Filter zurückgesetzt')
    await choose(page, 'Von wem', 'Meine')
    for (let time = 0; time < 4; time += 1) {
      await page.getByRole('button', { name: 'Filter zurücksetzen' }).first().click()
      await choose(page, 'Von wem', 'Meine')
    }
    await expect(toast).toHaveCount(3)
    await page.clock.fastForward(4000)
    await page.clock.fastForward(4000)
    await expect(toast).toHaveCount(0)

    await test.step('a tooltip opens after 700 ms, the next one at once', async () => {
      await page.clock.pauseAt(new Date(at.getTime() + 60_000))
      const tooltip = (text: string) => page.getByText(text, { exact: true })
      await page.getByRole('button', { name: 'Abmelden' }).hover()
      await page.clock.runFor(690)
      await expect(tooltip('Abmelden')).toBeHidden()
      await page.clock.runFor(20)
      await expect(tooltip('Abmelden')).toBeVisible()
      await page.getByRole('button', { name: 'Neu für dich' }).hover()
      await page.clock.runFor(50)
      await expect(tooltip('Neu für dich')).toBeVisible()
    })
  },
)

test(
  'the phone vibrates 10 ms for a tab, 20 ms for the new button and 40 ms for a deletion',
  { tag: '@long' },
  async ({ app }) => {
    await seed(app, 'Jonas', { content: 'Weg damit' })
    const page = await app.signedIn(firstPartner, {
      viewport: phone,
      init: () => {
        const felt: unknown[] = []
        Object.assign(window, { felt })
        Object.assign(navigator, { vibrate: (pattern: unknown) => felt.push(pattern) > 0 })
      },
    })
    const felt = () => page.evaluate(() => Reflect.get(window, 'felt') as unknown)
    await tab(page, 'Gedanken').click()
    expect(await felt()).toEqual([10])
    await page.getByRole('button', { name: 'Neuer Eintrag', exact: true }).click()
    expect(await felt()).toEqual([10, 20])
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await remove(page, cardOf(page, 'Weg damit'))
    expect(await felt()).toEqual([10, 20, 40])
  },
)

test('the words of the phone’s bar are whole at every width', async ({ app }) => {
  const page = await app.signedIn(firstPartner, { viewport: { width: 430, height: 844 } })
  const words = page.getByRole('navigation', { name: 'Bereiche' }).locator('button span:last-child')
  await expect(words).toHaveText(['Erzählen', 'Ideen', 'Gedanken', 'Übersetzen'])
  for (const width of [430, 390, 375, 360, 320]) {
    await page.setViewportSize({ width, height: 844 })
    const cut = await words.evaluateAll((all) =>
      all.filter((word) => word.scrollWidth > word.clientWidth).map((word) => word.textContent),
    )
    expect(cut, `at ${width} px`).toEqual([])
  }
})
