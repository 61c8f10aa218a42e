import type { Page } from '@playwright/test'
import { desktop, expect, firstPartner, phone, test, type TestApp } from '../support/e2e.ts'
import { atRest } from '../e2e/axe.ts'
import { specialDayEntryId } from '../../src/domain/special-day.ts'
import { stopConfetti } from './gallery.ts'
import { writeSampleJournal, type AutomaticEntry } from './sample-journal.ts'

const folder = 'docs/screenshots'

interface Picture {
  readonly name: string
  readonly viewport: { readonly width: number; readonly height: number }
  readonly theme: 'light' | 'dark'
  /** A time in the journal's zone; before the test runs, because a session must still be valid. */
  readonly at: string
  readonly automatic?: AutomaticEntry
}

const everyday = { at: '2026-06-12T17:30:00+02:00' } as const
const special = (day: number, kind: 'anniversary' | 'birthday', content: string) => ({
  at: `2026-08-${day}T17:30:00+02:00`,
  automatic: { id: specialDayEntryId(kind, 2026), content },
})
const met = '💕 Heute vor einem Jahr haben wir uns kennengelernt.'
const anniversary = special(17, 'anniversary', met)
const birthday = special(14, 'birthday', '🎂 Alles Gute zum 29. Geburtstag!')

const pictures: readonly Picture[] = [
  { name: 'main-phone-light', viewport: phone, theme: 'light', ...everyday },
  { name: 'main-phone-dark', viewport: phone, theme: 'dark', ...everyday },
  { name: 'main-desktop-light', viewport: desktop, theme: 'light', ...everyday },
  { name: 'main-desktop-dark', viewport: desktop, theme: 'dark', ...everyday },
  { name: 'anniversary-phone', viewport: phone, theme: 'light', ...anniversary },
  { name: 'anniversary-desktop', viewport: desktop, theme: 'light', ...anniversary },
  { name: 'birthday-phone', viewport: phone, theme: 'dark', ...birthday },
  { name: 'birthday-desktop', viewport: desktop, theme: 'light', ...birthday },
]

async function open(app: TestApp, picture: Picture): Promise<Page> {
  const { viewport, theme, at, automatic } = picture
  await writeSampleJournal(app.server, Date.parse(at), automatic)
  const [time, hidesScrollBars] = [new Date(at), viewport === phone]
  const page = await app.signedIn(firstPartner, { viewport, theme, at: time, hidesScrollBars })
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.locator('blockquote')).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
  return page
}

/** In the middle of it, and on the phone with the header in view. */
async function celebrate(page: Page, isPhone: boolean): Promise<void> {
  await expect(page.locator('.confetti')).toBeVisible()
  if (isPhone) await page.getByRole('button', { name: 'Mitteilung ausblenden' }).click()
  await stopConfetti(page)
}

for (const picture of pictures) {
  test(picture.name, async ({ app }) => {
    const page = await open(app, picture)
    if (picture.automatic !== undefined) await celebrate(page, picture.viewport === phone)
    // The newest mark and every card; the confetti stands still in its middle.
    await atRest(page)
    await page.screenshot({ path: `${folder}/${picture.name}.png` })
  })
}
