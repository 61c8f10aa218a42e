import type { Page } from '@playwright/test'
import {
  desktop,
  expect,
  firstPartner,
  phone,
  secondPartner,
  signIn,
  test,
} from '../support/e2e.ts'
import { cardOf, openForm, remove, textField, toasts, write } from './entry-steps.ts'
import { cards, choose, overflow, seed, tab } from './main-screen-steps.ts'

async function expectWholeHeader(page: Page): Promise<void> {
  await test.step('the header is whole', async () => {
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
  })
}

/** Looks at each empty tab, whose last line says where to press, and opens the form from it. */
async function walkEmptyTabs(page: Page, last: string, hint: string): Promise<void> {
  const main = page.getByRole('main')
  const form = page.getByRole('dialog', { name: 'Neuer Eintrag' })
  for (const [name, category, emoji, title, description] of [
    ['', 'Erzählen', '💕', 'Euer Tagebuch wartet auf euch', 'was ihr erlebt'],
    ['Erzählen', 'Erzählen', '📖', 'Noch nichts erzählt', 'Was war heute schön'],
    ['Ideen', 'Ideen', '💡', 'Noch keine Ideen', 'Ein Ausflug'],
    ['Gedanken', 'Gedanken & Notizen', '💭', 'Noch keine Gedanken', 'Hier ist Platz'],
    [last, 'Übersetzungen', '🌍', 'Noch keine Übersetzungen', 'Sammelt Wörter'],
  ] as const)
    await test.step(`"${title}" has its own words, and "Neuer Eintrag" opens with its category`, async () => {
      if (name !== '') await tab(page, name).click()
      await expect(main.getByRole('heading', { name: title })).toBeVisible()
      for (const text of [emoji, description, hint]) await expect(main).toContainText(text)
      await page.getByRole('button', { name: 'Neuer Eintrag', exact: true }).click()
      await expect(form.getByRole('radio', { name: category })).toBeChecked()
      await page.keyboard.press('Escape')
      await expect(form).toBeHidden()
    })
}

test('on the phone header, empty tabs, bar and its vibration are whole, and a new entry is always seen', async ({
  app,
}) => {
  const page = await app.signedIn(secondPartner, {
    viewport: phone,
    init: () => {
      const felt: unknown[] = []
      Object.assign(window, { felt })
      Object.assign(navigator, { vibrate: (pattern: unknown) => felt.push(pattern) > 0 })
    },
  })
  await expectWholeHeader(page)
  await walkEmptyTabs(page, 'Übersetzen', 'Tippe auf das Plus, um den ersten Eintrag zu schreiben.')

  await test.step('the words of the bar are whole at every width', async () => {
    const bar = page.getByRole('navigation', { name: 'Bereiche' })
    await expect(bar.getByRole('button')).toHaveText([
      '📖Erzählen',
      '💡Ideen',
      '',
      '💭Gedanken',
      '🌍Übersetzen',
    ])
    await expect(bar.getByRole('button').nth(2)).toHaveAccessibleName('Neuer Eintrag')
    for (const width of [430, 320, 360, 390]) {
      await page.setViewportSize({ width, height: 844 })
      const cut = await bar
        .locator('button span:last-child')
        .evaluateAll((all) =>
          all.filter((word) => word.scrollWidth > word.clientWidth).map((word) => word.textContent),
        )
      expect(cut, `at ${width} px`).toEqual([])
    }
  })

  await test.step('a new entry is visible under every filter and tab that was chosen', async () => {
    await tab(page, 'Ideen').click()
    await choose(page, 'Status', 'Erledigt')
    await choose(page, 'Von wem', 'Partner')
    const card = await write(page, 'Gleich zu sehen', 'Gedanken & Notizen')
    await expect(card).toBeInViewport()
    await expect(tab(page, 'Gedanken')).toHaveAttribute('aria-pressed', 'true')
    // A press would count as the second of one on "Eintragen", which was there a moment ago.
    await tab(page, 'Gedanken').press('Enter')
    await choose(page, 'Ideen nach Zeit', 'Geplant')
    await expect(await write(page, 'Auch zu sehen', 'Ideen')).toBeInViewport()
  })

  await test.step('the phone vibrates 10 ms for a tab, 20 ms for the new button and 40 ms for a deletion', async () => {
    const felt = async () =>
      page.evaluate(() => (Reflect.get(window, 'felt') as unknown[]).splice(0))
    await felt()
    // By keys, for the reason above.
    await tab(page, 'Gedanken').press('Enter')
    expect(await felt()).toEqual([10])
    await page.getByRole('button', { name: 'Neuer Eintrag', exact: true }).press('Enter')
    expect(await felt()).toEqual([20])
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await remove(page, cardOf(page, 'Gleich zu sehen'))
    expect(await felt()).toEqual([40])
  })
})

test('on the desktop header and empty tabs are whole, tabs filter, and what arrives moves nothing', async ({
  app,
}) => {
  const page = await app.signedIn(secondPartner, { viewport: desktop })
  await expectWholeHeader(page)
  const hint = 'Klicke auf „Neuer Eintrag“, um den ersten zu schreiben.'
  await walkEmptyTabs(page, 'Übersetzungen', hint)

  await test.step('a press on a tab filters, one on the active tab shows everything', async () => {
    for (const category of ['erzaehlen', 'ideen', 'gedanken'] as const)
      await seed(app, 'Jonas', { content: `In ${category}`, category })
    await tab(page, 'Ideen').click()
    await expect(tab(page, 'Ideen')).toHaveAttribute('aria-pressed', 'true')
    await expect(cards(page)).toContainText(['In ideen'])
    await tab(page, 'Ideen').click()
    await expect(tab(page, 'Ideen')).toHaveAttribute('aria-pressed', 'false')
    await expect(cards(page)).toHaveCount(3)
  })

  await test.step('where filters hide everything, the screen says so and shows the way out', async () => {
    await choose(page, 'Status', 'Erledigt')
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { name: 'Nichts gefunden' })).toBeVisible()
    await main.getByRole('button', { name: 'Filter zurücksetzen' }).last().click()
    await expect(toasts(page)).toContainText('Filter zurückgesetzt')
    await expect(cards(page)).toHaveCount(3)
  })

  await test.step('fast presses of keys through tabs end on the last one', async () => {
    for (const key of '23421342134234') await page.keyboard.press(key)
    await expect(cards(page)).toContainText(['In gedanken'])
    await expect(tab(page, 'Gedanken')).toHaveAttribute('aria-pressed', 'true')
  })

  await test.step('from 768 px on there are tabs, below a bar', async () => {
    await page.setViewportSize({ width: 768, height: 900 })
    await expect(tab(page, 'Alle')).toBeVisible()
    await expect(tab(page, 'Übersetzungen')).toBeVisible()
    await page.setViewportSize({ width: 767, height: 900 })
    await expect(tab(page, 'Alle')).toBeHidden()
    await page.setViewportSize(desktop)
  })

  await test.step('entries that arrive while one types move neither text nor focus', async () => {
    await tab(page, 'Gedanken').click()
    const form = await openForm(page)
    for (const letter of 'Ganz ruhig') {
      await seed(app, 'Jonas', { content: `Neues „${letter}“` })
      await textField(form).press(letter === ' ' ? 'Space' : letter)
    }
    await expect(textField(form)).toBeFocused()
    await expect(textField(form)).toHaveValue('Ganz ruhig')
    await expect(page.locator('li[aria-setsize]').first()).toHaveAttribute('aria-setsize', '13')
  })
})

test('while the journal comes, cards in outline say "Laden...", and the buttons of the header stand where they stay', async ({
  app,
}) => {
  const device = await app.device({ viewport: phone })
  const page = await device.newPage()
  let letJournalCome = () => undefined as void
  const journalMayCome = new Promise<void>((resolve) => (letJournalCome = resolve))
  await page.route('**/rest/v1/**', async (route) => {
    await journalMayCome
    await route.fallback()
  })
  await signIn(device, app.server, firstPartner)
  await page.goto('/')
  const places = async () =>
    Promise.all(
      ['Lieblingszitate', /^Dunkle|^Helle/, 'Abmelden'].map(async (name) =>
        page
          .getByRole('link', { name })
          .or(page.getByRole('button', { name }))
          .first()
          .boundingBox(),
      ),
    )
  await expect(page.getByRole('main').getByText('Laden...').first()).toBeAttached()
  await expect(page.getByRole('banner').getByText('Hallo Jonas!')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Lieblingszitate' })).toBeVisible()
  const bell = page.getByRole('button', { name: /^Neu für dich/ })
  expect(await bell.count()).toBe(0)
  const before = await places()
  letJournalCome()
  await expect(bell).toBeVisible()
  expect(await places()).toEqual(before)
  await expect(page.getByRole('main').getByText('Euer Tagebuch wartet auf euch')).toBeVisible()
})
