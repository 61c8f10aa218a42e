import { createHash } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { expect, firstPartner, type DeviceOptions, type TestApp } from '../support/e2e.ts'

/** How many entries the long journal has; the newest is number 1. */
export const journalLength = 10_000

/** One entry in this many is about the garden. */
const gardenEvery = 49
/** One entry in this many is ticked off. */
const completedEvery = 33

/**
 * Fills the journal with entries of both people, an hour apart, in the four categories in turn. The
 * newest 500 have one line, the next 500 two, and so on to eight. Their ids are in no order, as in life: in the order of
 * ids a device reads them.
 */
export async function seedLongJournal(app: Pick<TestApp, 'server'>): Promise<void> {
  await app.server.sql().transaction(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`
      insert into entries (id, user_id, category, content, completed, completed_at, created_at,
        visible_since, updated_at)
      select (left(md5(n::text), 8) || '-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, person.id,
        (array['erzaehlen', 'ideen', 'gedanken', 'uebersetzungen'])[1 + n % 4],
        case when n % 4 = 3 then '🇩🇪 Nummer ' || n || '. | 🇭🇷 broj ' || n
          else 'Nummer ' || n || '.' || case when n % ${gardenEvery} = 0 then ' Im Garten.' else '' end
            || repeat(E'\nUnd noch eine Zeile', n / 500 % 8) end,
        n % ${completedEvery} = 0, case when n % ${completedEvery} = 0 then written.at end,
        written.at, written.at, written.at + n * interval '1 microsecond'
      from generate_series(1, ${journalLength}::int) n
      join lateral (select now() - n * interval '1 hour') written (at) on true
      join lateral (
        select id from profiles where name = (array['Jonas', 'Željka'])[1 + n % 2]) person on true`
  })
}

/** The id of an entry of the long journal. */
export function idInLongJournal(number: number): string {
  const random = createHash('md5').update(String(number)).digest('hex').slice(0, 8)
  return `${random}-0000-4000-8000-${String(number).padStart(12, '0')}`
}

/** The address of an entry of the long journal, as a nudge opens it. */
export function addressOf(number: number): string {
  return `/?eintrag=${idInLongJournal(number)}`
}

/** A page of a device that has the whole long journal. */
export async function openLongJournal(app: TestApp, options?: DeviceOptions): Promise<Page> {
  await seedLongJournal(app)
  const page = await app.signedIn(firstPartner, options)
  await expect(items(page).first()).toContainText('Nummer 1.', { timeout: 30_000 })
  await page.getByRole('button', { name: 'Suchen' }).click()
  await page.getByRole('textbox', { name: 'Im Tagebuch suchen' }).fill('Nummer')
  const found = page.getByRole('search').getByRole('status')
  await expect(found).toHaveText(/^10\.?000 Einträge$/, { timeout: 60_000 })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('search')).toHaveCount(0)
  return page
}

/** The lines of the list that one sees, without the line "Neu". */
export const items = (page: Page): Locator =>
  page
    .getByRole('list', { name: 'Einträge' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('article') })

/** Turns the wheel until the last of these cards is on the screen. */
export async function scrollToLast(page: Page, count: number): Promise<void> {
  await expect(async () => {
    await page.mouse.wheel(0, 3_000)
    await isAtLast(page, count)
  }).toPass({ intervals: [20], timeout: 60_000 })
}

/** Presses the key for the page's end until the last of these cards is on the screen. */
export async function pressToLast(page: Page, count: number): Promise<void> {
  await items(page).first().getByRole('article').focus()
  await expect(async () => {
    await page.keyboard.press('End')
    await isAtLast(page, count)
  }).toPass({ intervals: [20], timeout: 60_000 })
}

async function isAtLast(page: Page, count: number): Promise<void> {
  const last = items(page).last()
  await expect(last).toHaveAttribute('aria-posinset', String(count), { timeout: 50 })
  await expect(last).toHaveAttribute('aria-setsize', String(count), { timeout: 50 })
  await expect(last).toBeInViewport({ timeout: 50 })
}

/** The card of an entry comes on the screen, at its place in the list, and has not moved after a time. */
export async function expectStill(
  page: Page,
  number: number,
  seconds: number,
  place = number,
): Promise<void> {
  const item = items(page).filter({ hasText: new RegExp(`Nummer ${number}\\.`) })
  const card = item.getByRole('article')
  await expect(card).toBeFocused()
  await expect(card).toBeInViewport({ ratio: 1 })
  const moved = await card.evaluate(async (element, time) => {
    const frame = async () => new Promise((resolve) => requestAnimationFrame(resolve))
    const { top } = element.getBoundingClientRect()
    const end = performance.now() + time
    let most = 0
    while (performance.now() < end) {
      await frame()
      const now = element.isConnected ? element.getBoundingClientRect().top : Number.NaN
      most = Math.max(most, Math.abs(now - top))
    }
    return most
  }, seconds * 1000)
  expect(moved, `pixels that the card of entry ${number} moved`).toBeLessThan(2)
  await expect(card).toBeFocused()
  await expect(item).toHaveAttribute('aria-posinset', String(place))
}
