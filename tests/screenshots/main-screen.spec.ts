import type { Page } from '@playwright/test'
import { desktop, expect, firstPartner, phone, test, type TestApp } from '../support/e2e.ts'
import { writeSampleJournal } from './sample-journal.ts'

const folder = 'docs/screenshots'

interface Picture {
  readonly name: string
  readonly viewport: { readonly width: number; readonly height: number }
  readonly theme: 'light' | 'dark'
  /** A time in the journal's zone; before the test runs, because a session must still be valid. */
  readonly at: string
  /** How far the celebration is, in milliseconds after it began. */
  readonly after?: number
}

const everyday = '2026-06-12T17:30:00+02:00'
const anniversary = '2026-08-17T17:30:00+02:00'
const birthday = '2026-08-14T17:30:00+02:00'

const pictures: readonly Picture[] = [
  { name: 'phone-light', viewport: phone, theme: 'light', at: everyday },
  { name: 'phone-dark', viewport: phone, theme: 'dark', at: everyday },
  { name: 'desktop-light', viewport: desktop, theme: 'light', at: everyday },
  { name: 'desktop-dark', viewport: desktop, theme: 'dark', at: everyday },
  { name: 'anniversary-phone', viewport: phone, theme: 'light', at: anniversary },
  { name: 'anniversary-desktop', viewport: desktop, theme: 'light', at: anniversary },
  { name: 'birthday-phone', viewport: phone, theme: 'dark', at: birthday },
  { name: 'birthday-desktop', viewport: desktop, theme: 'light', at: birthday },
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
  const { viewport, theme, at } = picture
  await writeSampleJournal(app.server, Date.parse(at))
  const page = await app.signedIn(firstPartner, { viewport, theme, at: new Date(at), init: sameChance })
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
  return page
}

for (const picture of pictures) {
  test(picture.name, async ({ app }) => {
    const page = await open(app, picture)
    await page.screenshot({ path: `${folder}/${picture.name}.png` })
  })
}
