import type { Page } from '@playwright/test'
import { desktop, expect, firstPartner, phone, test, type TestApp } from '../support/e2e.ts'
import { atRest } from '../e2e/axe.ts'
import { specialDayEntryId } from '../../src/domain/special-day.ts'
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
const anniversary = {
  at: '2026-08-17T17:30:00+02:00',
  automatic: {
    id: specialDayEntryId('anniversary', 2026),
    content: '💕 Heute vor einem Jahr haben wir uns kennengelernt.',
  },
} as const
const birthday = {
  at: '2026-08-14T17:30:00+02:00',
  automatic: {
    id: specialDayEntryId('birthday', 2026),
    content: '🎂 Alles Gute zum 29. Geburtstag!',
  },
} as const

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

/** Always the same quote and the same confetti. */
function sameChance(): void {
  let seed = 11
  Math.random = () => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed / 2_147_483_647
  }
}

async function open(app: TestApp, picture: Picture): Promise<Page> {
  const { viewport, theme, at, automatic } = picture
  await writeSampleJournal(app.server, Date.parse(at), automatic)
  const page = await app.signedIn(firstPartner, {
    viewport,
    theme,
    at: new Date(at),
    init: sameChance,
    hidesScrollBars: viewport === phone,
  })
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.locator('blockquote')).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
  return page
}

/** In the middle of it, and on the phone with the header in view. */
async function celebrate(page: Page, isPhone: boolean): Promise<void> {
  await expect(page.locator('.confetti')).toBeVisible()
  if (isPhone) await page.getByRole('button', { name: 'Mitteilung ausblenden' }).click()
  await page.locator('.confetti').evaluate(async (confetti) => {
    const falling = confetti.getAnimations({ subtree: true })
    for (const one of falling) one.currentTime = 2400
    await Promise.all(falling.map((one) => one.ready))
    for (const one of falling) one.pause()
  })
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
