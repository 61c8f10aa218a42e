import type { Page } from '@playwright/test'
import { seed, tab } from '../e2e/main-screen-steps.ts'
import { expect } from '../support/e2e.ts'
import { journey, ordinaryDay, type Journey } from './gallery.ts'

const days = (page: Page) => page.getByRole('grid', { name: /2026$/ })
const headings = (page: Page) =>
  page.getByRole('list', { name: 'Einträge' }).getByRole('heading', { level: 2 })

/** Opens the drawer where the calendar has no column. */
async function openCalendar(page: Page, { form }: Pick<Journey, 'form'>): Promise<void> {
  if (form.layout === 'phone') await page.getByRole('button', { name: 'Kalender öffnen' }).click()
  await expect(days(page)).toBeVisible()
}

journey('calendar, many entries', async ({ openSample, take, form }) => {
  const page = await openSample()
  await openCalendar(page, { form })
  await take(page, 'this month')
  await page.getByRole('button', { name: /anderen Monat wählen$/ }).click()
  await expect(page.getByRole('dialog', { name: 'Monat wählen' })).toBeVisible()
  await take(page, 'menu of months')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Nächster Monat' }).click()
  await expect(days(page)).toHaveAccessibleName('Juli 2026')
  await take(page, 'another month')
  await page.getByRole('button', { name: 'Heute', exact: true }).click()
  await expect(days(page)).toHaveAccessibleName('Juni 2026')
  await days(page).getByRole('button', { name: /Eintr/ }).first().click()
  await expect(headings(page).and(page.locator(':focus'))).toBeVisible()
  await take(page, 'a day')
  await tab(page, 'Ideen').click()
  await openCalendar(page, { form })
  await take(page, 'under a tab')
})

journey('calendar, a search', async ({ openSample, take, form }) => {
  const page = await openSample()
  await page.getByRole('button', { name: 'Suchen' }).click()
  await page.getByRole('textbox', { name: 'Im Tagebuch suchen' }).fill('deine')
  await openCalendar(page, { form })
  const hits = days(page).getByRole('button', { name: /Treffer/ })
  await expect(hits.first()).toBeVisible()
  await take(page, 'hits')
})

journey('calendar, each mark', async ({ app, open, take, form }) => {
  const scheduledDate = new Date('2026-06-12T20:00:00+02:00')
  for (const category of ['erzaehlen', 'ideen', 'gedanken'] as const)
    await seed(app, 'Jonas', { content: 'Am Fluss', category, createdAt: ordinaryDay })
  const word = { content: '🇩🇪 Haus | 🇭🇷 kuća', category: 'uebersetzungen' } as const
  await seed(app, 'Željka', { ...word, createdAt: ordinaryDay })
  const plan = { content: 'Ins Kino', category: 'ideen', scheduledDate } as const
  await seed(app, 'Željka', { ...plan, createdAt: ordinaryDay })
  const page = await open()
  await openCalendar(page, { form })
  await expect(days(page).getByRole('button', { name: /5 Einträge/ })).toBeVisible()
  await take(page, 'today with all of them')
})

journey('calendar, empty', async ({ open, take, form }) => {
  const page = await open()
  await openCalendar(page, { form })
  await take(page, 'the month of today')
})
