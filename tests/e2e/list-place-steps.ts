import type { Page } from '@playwright/test'
import { expect, type TestApp } from '../support/e2e.ts'

/** How many entries `seedNumbered` writes unless told. */
const length = 300

/** The id of an entry of `seedNumbered`. */
export const numbered = (number: number) =>
  `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
/** When an entry of this number was written; a fraction lies between two. */
export const writtenAt = (number: number, now: number) => new Date(now - number * 3_600_000)

/** Entries of Jonas, an hour apart, of one to five lines. */
export async function seedNumbered(app: TestApp, count = length): Promise<void> {
  await app.server.sql()`
    insert into entries (id, user_id, content, category, created_at)
    select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, id,
      'Nummer ' || n || '.' || repeat(E'\nUnd noch eine Zeile', n * 7 % 5),
      (array['erzaehlen', 'gedanken'])[1 + n % 2], now() - n * interval '1 hour'
    from profiles, generate_series(1, ${count}::int) n where name = 'Jonas'`
}

/** The first card that one sees. */
export interface Seen {
  readonly number: number
  /** In pixels from the screen's top. */
  readonly top: number
  readonly scroll: number
}

/**
 * The first card below the header, as the list counts it, after some frames: 16 px of its item are seen below header
 * and margin.
 */
export async function firstSeen(page: Page, frames = 2): Promise<Seen> {
  return page.evaluate(async (count) => {
    for (let frame = 0; frame < count; frame += 1) await new Promise(requestAnimationFrame)
    const seen = [
      ...document.querySelectorAll<HTMLElement>('[aria-label="Einträge"] [data-entry]'),
    ].find((card) => {
      const item = card.closest('li') ?? card
      return card.checkVisibility() && item.getBoundingClientRect().bottom > 80 + 16
    })
    const number = Number(/Nummer (\d+)\./.exec(seen?.innerText ?? '')?.[1])
    return { number, top: seen?.getBoundingClientRect().top ?? Number.NaN, scroll: scrollY }
  }, frames)
}

/** Turns the wheel until the first card on the screen is so far down the list. */
export async function scrollTo(page: Page, number: number): Promise<Seen> {
  // Over the list: what stands beside it scrolls by itself.
  await page.mouse.move((page.viewportSize()?.width ?? 390) * 0.6, 400)
  await expect(async () => {
    // A card without a number stands above those that have one.
    const now = (await firstSeen(page)).number || 0
    if (now < number) await page.mouse.wheel(0, Math.min(2_500, 60 + (number - now) * 100))
    expect(now).toBeGreaterThanOrEqual(number)
  }).toPass({ intervals: [20] })
  // A turn of the wheel may still be on its way.
  let [before, seen] = [await firstSeen(page), await firstSeen(page, 10)]
  while (JSON.stringify(seen) !== JSON.stringify(before))
    [before, seen] = [seen, await firstSeen(page, 10)]
  return seen
}

/** Waits until that card is first on the screen, where it was. */
export async function expectSeen(page: Page, wanted: Seen): Promise<void> {
  await expect(async () => {
    const seen = await firstSeen(page)
    expect(seen.number).toBe(wanted.number)
    expect(Math.abs(seen.top - wanted.top)).toBeLessThan(2)
  }).toPass({ intervals: [50], timeout: 15_000 })
}
