import { expect, type Page } from '@playwright/test'
import type { Category } from '../../src/domain/category.ts'
import { type TestApp } from '../support/e2e.ts'
import { ordinaryPresent } from '../support/ordinary-time.ts'

export type Author = 'Jonas' | 'Željka'

export interface SeedEntry {
  readonly content: string
  readonly category?: Category
  readonly completed?: boolean
  readonly isPrivate?: boolean
  readonly scheduledDate?: Date
  readonly createdAt?: Date
}

/** Puts an entry into the database, as if its author's device had sent it; returns its id. */
export async function seed(app: TestApp, by: Author, entry: SeedEntry): Promise<string> {
  const { content, category = 'gedanken', completed = false, isPrivate = false } = entry
  const [row] = await app.server.sql()<{ id: string }[]>`
    insert into entries (id, user_id, content, category, completed, completed_at, is_private,
      scheduled_date, created_at)
    select gen_random_uuid(), id, ${content}, ${category}, ${completed},
      ${completed ? new Date() : null}, ${isPrivate}, ${entry.scheduledDate ?? null},
      ${entry.createdAt ?? ordinaryPresent()}
    from profiles where name = ${by}
    returning id`
  if (row === undefined) throw new Error(`there is no ${by}`)
  return row.id
}

/** Lets someone react to an entry. */
export async function react(app: TestApp, by: Author, entryId: string, emoji: string) {
  await app.server.sql()`
    insert into reactions (id, entry_id, user_id, emoji)
    select gen_random_uuid(), ${entryId}, id, ${emoji} from profiles where name = ${by}`
}

/** The desktop's tab or the phone's bar item. */
export function tab(page: Page, name: string) {
  return page.getByRole('navigation', { name: 'Bereiche' }).getByRole('button', { name })
}

/** Every card's text on the screen, newest first. */
export function cards(page: Page) {
  return page.getByRole('list', { name: 'Einträge' }).getByRole('article')
}

/** Opens the filter panel if it is closed. */
export async function openFilters(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: /^Filter(, \d aktiv)?$/ })
  if ((await button.getAttribute('aria-expanded')) !== 'true') await button.click()
}

/** Chooses in a dropdown of the phone or a row of buttons of the desktop. */
export async function choose(page: Page, group: string, option: string): Promise<void> {
  await openFilters(page)
  const row = page.getByRole('group', { name: group })
  if ((page.viewportSize()?.width ?? 0) >= 768) {
    await row.getByRole('button', { name: option, exact: true }).click()
    return
  }
  const trigger = page.getByRole('combobox', { name: group })
  const wanted = page.getByRole('option', { name: option, exact: true })
  // Firefox's driver scrolls the option into the middle, and loses a press that comes soon after.
  await expect(async () => {
    if ((await trigger.getAttribute('aria-expanded')) !== 'true') await trigger.click()
    // A list chooses where the pointer has moved on it, and may have opened below the pointer.
    await wanted.hover({ position: { x: 4, y: 4 }, timeout: 5000 })
    await wanted.click({ timeout: 5000 })
    await expect(wanted).toBeHidden({ timeout: 5000 })
  }).toPass()
}

/** Waits until the code that is loaded after the first cards (popovers, dialogs) is there. */
export async function allLoaded(page: Page): Promise<void> {
  await page
    .locator('link[rel="modulepreload"][href*="-layer-"]')
    .first()
    .waitFor({ state: 'attached' })
  await page.evaluate(async () => {
    const links = document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')
    await Promise.all([...links].map(async ({ href }) => import(href)))
  })
}

/** How far the page can be scrolled sideways; room that is kept for a scroll bar is none of it. */
export async function overflow(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return Math.max(0, scrollWidth - clientWidth)
  })
}
