import type { Page } from '@playwright/test'
import { expect, firstPartner, phone, signIn, test, type TestApp } from '../support/e2e.ts'
import { cards, seed, tab } from './main-screen-steps.ts'

/** Noon of a day on which nothing is celebrated. */
const at = new Date('2026-06-12T12:00:00+02:00')
const time = (text: string) => new Date(`${text}+02:00`)

const calendar = (page: Page) => page.getByRole('region', { name: 'Kalender' })
const dayIn = (page: Page, name: string | RegExp) =>
  page.getByRole('grid').getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Einträge' }).getByRole('heading', { name, exact: true })

/** Entries of some days of which those of May are far below the screen and above others, and planned ideas. */
async function seedDays(app: TestApp): Promise<void> {
  await app.server.sql()`
    insert into entries (id, user_id, content, category, created_at)
    select gen_random_uuid(), id, 'Nummer ' || n || '.'
        || repeat(E'\nUnd noch eine Zeile', case when n > 30 then 0 else n % 4 end), 'gedanken',
      case when n > 30 then timestamptz '2026-03-02 08:00+02'
        else timestamptz '2026-06-08 08:10+02' + (1 - n % 2) * interval '2 days' end + n * interval '1 minute'
    from profiles, generate_series(1, 40) n where name = 'Jonas'`
  const [first, may] = [time('2024-06-13T08:00:00'), time('2026-05-04T09:00:00')]
  await seed(app, 'Jonas', { content: 'Am Anfang', createdAt: first })
  await seed(app, 'Jonas', { content: 'Geheim', isPrivate: true, createdAt: may })
  await seed(app, 'Željka', { content: 'Am Fluss', category: 'erzaehlen', createdAt: may })
  const idea = { category: 'ideen', createdAt: time('2026-06-08T07:00:00') } as const
  for (const [content, planned] of [
    ['Zum See', '2026-06-20T15:00:00'],
    ['Ins Kino', '2026-06-20T20:00:00'],
    ['Nach Split', '2026-08-01T10:00:00'],
  ] as const)
    await seed(app, 'Željka', { ...idea, content, scheduledDate: time(planned) })
}

test('a day leads to its heading, which has the focus below the header, by press, address, Back and reload', async ({
  app,
}) => {
  await seedDays(app)
  const page = await app.signedIn(firstPartner, { at })
  await expect(dayIn(page, '12. Juni 2026, nichts')).toHaveAttribute('aria-current', 'date')
  await expect(dayIn(page, '10. Juni 2026, 15 Einträge: Gedanken & Notizen')).toBeVisible()
  await expect(dayIn(page, '20. Juni 2026, 2 geplante Ideen')).toBeVisible()

  await page.getByRole('button', { name: 'Voriger Monat' }).click()
  const day = dayIn(page, '4. Mai 2026, 2 Einträge, davon 1 privat: Erzählen, Gedanken & Notizen')
  await day.click()
  const may = heading(page, 'Montag, 4. Mai 2026')
  await expect(may).toBeFocused()
  await expect(page).toHaveURL(/[?&]tag=2026-05-04$/)
  const top = async () => (await may.boundingBox())?.y ?? Number.NaN
  expect(await top()).toBeLessThan(140)

  await test.step('what arrives above it moves it nowhere', async () => {
    const before = await top()
    await seed(app, 'Željka', { content: 'Gerade eben', createdAt: at })
    await expect(page.locator('li[aria-setsize="47"]').first()).toBeAttached()
    // A browser scrolls to whole pixels.
    expect(Math.abs((await top()) - before)).toBeLessThan(1)
  })

  await test.step('Back, Forward and a reload', async () => {
    await page.goBack()
    await expect(heading(page, 'Heute')).toBeInViewport()
    await expect(page).not.toHaveURL(/tag=/)
    await page.goForward()
    await expect(may).toBeInViewport()
    await page.reload()
    await expect(may).toBeInViewport()
  })

  await test.step('the place that one has left wins over the day in the address', async () => {
    await expect(page.locator('li[aria-setsize="47"]').first()).toBeAttached()
    await page.evaluate(() => window.scrollTo(0, 0))
    await expect(heading(page, 'Heute')).toBeInViewport()
    await page.reload()
    await expect(heading(page, 'Heute')).toBeInViewport()
    await expect(page).toHaveURL(/tag=2026-05-04$/)
  })

  await test.step('another tab leaves it out', async () => {
    await tab(page, 'Gedanken').click()
    await expect(page).not.toHaveURL(/tag=/)
  })

  await test.step('a link to a day without entries leads to the nearest older one', async () => {
    for (const [linked, found] of [
      ['2026-06-09', 'Montag, 8. Juni 2026'],
      ['2026-06-31', 'Heute'],
      ['2020-01-01', 'Donnerstag, 13. Juni 2024'],
    ] as const) {
      await page.goto(`${app.url}/?tag=${linked}`)
      await expect(heading(page, found)).toBeFocused()
    }
  })
})

test('the calendar is walked by keyboard, menu and press, marks what the list holds, and turns at midnight', async ({
  app,
}) => {
  await seedDays(app)
  const page = await app.signedIn(firstPartner, { at })
  await expect(dayIn(page, /^12\. Juni 2026/)).toBeVisible()
  await page.keyboard.press('k')
  const focused = calendar(page).locator(':focus')
  for (const [key, day] of [
    ['', '12. Juni 2026'],
    ['ArrowLeft', '11. Juni 2026'],
    ['ArrowUp', '4. Juni 2026'],
    ['Home', '1. Juni 2026'],
    ['End', '7. Juni 2026'],
    ['PageUp', '7. Mai 2026'],
    ['Shift+PageUp', '7. Mai 2025'],
    ['Shift+PageDown', '7. Mai 2026'],
    ['Shift+PageUp', '7. Mai 2025'],
    // The first month has the first entry.
    ['Shift+PageUp', '1. Juni 2024'],
    ['PageDown', '1. Juli 2024'],
  ] as const) {
    if (key !== '') await page.keyboard.press(key)
    await expect(focused).toHaveAccessibleName(new RegExp(`^${day.replace('.', '\\.')},`))
  }
  await expect(calendar(page).locator('td [tabindex="0"]')).toHaveCount(1)
  await page.getByRole('button', { name: 'Voriger Monat' }).click()
  await expect(calendar(page).locator('td [tabindex="0"]')).toHaveAccessibleName(/^1\. Juni 2024/)
  await expect(calendar(page).getByRole('button', { name: 'Voriger Monat' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )

  await test.step('the menu holds the months that have something', async () => {
    // By a key: a month may lie below the pointer, where it would be the second press of a double press.
    const opener = calendar(page).getByRole('button', { name: 'Juni 2024, anderen Monat wählen' })
    await opener.press('Enter')
    const menu = page.getByRole('dialog', { name: 'Monat wählen' })
    await expect(menu.getByRole('button')).toHaveText(['März', 'Mai', 'Juni', 'August', 'Juni'])
    await menu.getByRole('button', { name: 'August 2026' }).click()
    await expect(dayIn(page, '1. August 2026, 1 geplante Idee')).toBeVisible()
    await calendar(page).getByRole('button', { name: 'Heute' }).click()
    await expect(dayIn(page, /^12\. Juni 2026/)).toBeVisible()
  })

  await test.step('a day with planned ideas alone leads to each of them in turn, and one with nothing nowhere', async () => {
    const day = dayIn(page, '20. Juni 2026, 2 geplante Ideen')
    for (const content of ['Zum See', 'Ins Kino', 'Zum See']) {
      await day.click()
      await expect(cards(page).filter({ hasText: content })).toBeFocused()
    }
    const nothing = dayIn(page, '21. Juni 2026, nichts')
    await expect(nothing).toHaveAttribute('aria-disabled', 'true')
    await nothing.focus()
    await page.keyboard.press('Enter')
    await expect(nothing).toBeFocused()
  })

  await test.step('planned ideas stand below it, and lead to their cards out of another tab', async () => {
    const planned = page.getByRole('region', { name: 'Geplant' })
    await expect(planned.getByRole('button')).toHaveText([
      /Zum See.*20\. Juni 2026, 15:00 Uhr/s,
      /Ins Kino.*20\. Juni 2026, 20:00 Uhr/s,
      /Nach Split.*1\. August 2026, 10:00 Uhr/s,
    ])
    await tab(page, 'Erzählen').click()
    await planned.getByRole('button', { name: /Nach Split/ }).click()
    await expect(cards(page).filter({ hasText: 'Nach Split' })).toBeFocused()
  })

  await test.step('it marks what the list holds: a tab, and the hits of a search', async () => {
    await tab(page, 'Alle').click()
    await calendar(page).getByRole('button', { name: 'Heute' }).click()
    await tab(page, 'Ideen').click()
    await expect(dayIn(page, '10. Juni 2026, nichts')).toBeVisible()
    await expect(dayIn(page, '8. Juni 2026, 3 Einträge: Ideen')).toBeVisible()
    await tab(page, 'Alle').click()
    await page.keyboard.press('/')
    await page.getByRole('textbox', { name: 'Im Tagebuch suchen' }).fill('Zeile')
    const hits = dayIn(page, /^8\. Juni 2026, \d+ Treffer: Gedanken & Notizen$/)
    await hits.click()
    const first = cards(page).filter({ hasText: 'Nummer 29.' })
    await expect(first).toBeFocused()
    await expect(first).toBeInViewport({ ratio: 1 })
    await expect(page).toHaveURL(/tag=2026-06-08/)
    await page.getByRole('button', { name: 'Suche beenden' }).click()
    await expect(page).not.toHaveURL(/tag=/)
    await expect(dayIn(page, '10. Juni 2026, 15 Einträge: Gedanken & Notizen')).toBeVisible()
  })

  await test.step('at midnight today is another day, while the page is open', async () => {
    const today = page.locator('[aria-current="date"]')
    await page.clock.fastForward('11:30:00')
    await expect(today).toHaveAccessibleName(/^12\. Juni 2026/)
    await page.clock.fastForward('01:00:00')
    await expect(today).toHaveAccessibleName('13. Juni 2026, nichts')
  })
})

test('on the phone a drawer holds it; a choice closes it and is one step of the history', async ({
  app,
}) => {
  await seedDays(app)
  const page = await app.signedIn(firstPartner, { at, viewport: phone })
  const button = page.getByRole('button', { name: 'Kalender öffnen' })
  const drawer = page.getByRole('dialog', { name: 'Kalender' })
  await button.click()
  await expect(dayIn(page, /^12\. Juni 2026/)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()

  await button.click()
  await dayIn(page, /^8\. Juni 2026/).click()
  await expect(drawer).toHaveCount(0)
  await expect(heading(page, 'Montag, 8. Juni 2026')).toBeFocused()
  await page.goBack()
  await expect(page).not.toHaveURL(/tag=/)
  await expect(heading(page, 'Mittwoch, 10. Juni 2026')).toBeInViewport()

  await test.step('a planned idea, too', async () => {
    await button.click()
    await dayIn(page, '20. Juni 2026, 2 geplante Ideen').click()
    await expect(drawer).toHaveCount(0)
    await expect(cards(page).filter({ hasText: 'Zum See' })).toBeFocused()
  })
})

test('until all entries are there, earlier days are pale and say so, and one that is pressed waits for its own', async ({
  app,
}) => {
  const device = await app.device({ at })
  // Written first, they come last: after the newest fifty.
  await seed(app, 'Jonas', { content: 'Am Fluss', createdAt: time('2026-05-04T09:00:00') })
  await seed(app, 'Jonas', { content: 'Noch früher', createdAt: time('2026-04-04T09:00:00') })
  await app.server.sql()`
    insert into entries (id, user_id, content, category, created_at)
    select gen_random_uuid(), id, 'Nummer ' || n || '.', 'erzaehlen',
      ${at}::timestamptz - n * interval '1 hour'
    from profiles, generate_series(1, 60) n where name = 'Jonas'`
  const page = await device.newPage()
  let letOlderCome = () => undefined as void
  const olderMayCome = new Promise<void>((resolve) => (letOlderCome = resolve))
  // Both what is older than the first page and what has changed in the last minute.
  await page.route(/\/rest\/v1\/entries\?.*or=/, async (route) => {
    await olderMayCome
    await route.fallback()
  })
  await signIn(device, app.server, firstPartner)
  await page.goto('/')
  await expect(cards(page).first()).toBeVisible()
  const may = page.getByRole('button', { name: 'Voriger Monat' })
  await may.click()
  const day = dayIn(page, '4. Mai 2026, wird geladen')
  await expect(day).toHaveAttribute('aria-disabled', 'false')
  await expect(calendar(page).getByText('wird geladen', { exact: true })).toBeVisible()
  await day.click()
  await expect(page).toHaveURL(/tag=2026-05-04/)
  const menu = page.getByRole('button', { name: 'Mai 2026, wird geladen, anderen Monat wählen' })
  await menu.click()
  await expect(page.getByRole('dialog')).toContainText('Ältere Monate: wird geladen')
  await page.keyboard.press('Escape')
  letOlderCome()
  await expect(heading(page, 'Montag, 4. Mai 2026')).toBeInViewport()
  await expect(dayIn(page, '4. Mai 2026, 1 Eintrag: Gedanken & Notizen')).toBeVisible()
  await expect(calendar(page).getByText('wird geladen')).toHaveCount(0)
})
