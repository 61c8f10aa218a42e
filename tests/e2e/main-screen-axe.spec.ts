import { desktop, expect, firstPartner, phone, test, type TestApp } from '../support/e2e.ts'
import { inShort } from '../support/quick.ts'
import { lowContrast, violations } from './axe.ts'
import { cardOf } from './entry-steps.ts'
import { openFilters, react, seed } from './main-screen-steps.ts'

async function fill(app: TestApp): Promise<void> {
  const word = { category: 'uebersetzungen', content: '🇩🇪 Haus | 🇭🇷 kuća' } as const
  const id = await seed(app, 'Željka', word)
  await react(app, 'Željka', id, '🎉')
  await seed(app, 'Jonas', { content: 'Fertig https://example.org', completed: true })
  await seed(app, 'Jonas', { content: 'Nur meins', isPrivate: true, category: 'erzaehlen' })
  const scheduledDate = new Date(Date.now() + 86_400_000)
  await seed(app, 'Željka', { content: 'Bald', category: 'ideen', scheduledDate })
}

const ordinary = ['an ordinary day', '2026-06-12T12:00:00+02:00'] as const
const anniversary = ['the anniversary', '2026-08-17T12:00:00+02:00'] as const
const birthday = ['the birthday', '2026-08-14T12:00:00+02:00'] as const

const screens = [
  [ordinary, 'phone', 'dark'],
  [ordinary, 'desktop', 'light'],
  [anniversary, 'desktop', 'dark'],
  [birthday, 'phone', 'light'],
] as const

for (const [[day, at], layout, theme] of inShort(1, screens))
  test(`axe finds nothing on ${day} (${layout}, ${theme})`, async ({ app }) => {
    await fill(app)
    const page = await app.signedIn(firstPartner, {
      viewport: layout === 'phone' ? phone : desktop,
      theme,
      at: new Date(at),
      reducedMotion: 'reduce',
    })
    await expect(cardOf(page, 'Bald')).toBeVisible()
    await expect(page.locator('blockquote')).toBeVisible()
    await openFilters(page)
    expect(await violations(page), 'main screen with filters').toEqual([])

    await page.getByRole('button', { name: /^Neu für dich/ }).click()
    await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
    expect(await violations(page, '[role="dialog"]'), 'bell').toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)

    await page.getByRole('button', { name: 'Neuer Eintrag', exact: true }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await violations(page), 'form').toEqual([])
  })

test(
  'axe finds every text legible in the colours of each day and theme',
  { tag: '@long' },
  async ({ app }) => {
    await fill(app)
    const at = new Date(ordinary[1])
    const page = await app.signedIn(firstPartner, { at, reducedMotion: 'reduce' })
    await expect(cardOf(page, 'Bald')).toBeVisible()
    await expect(page.locator('blockquote')).toBeVisible()
    await openFilters(page)
    for (const special of ['', 'anniversary', 'birthday'])
      for (const theme of ['light', 'dark']) {
        await page.evaluate(
          ([day, colours]) => {
            const root = document.documentElement
            if (day === '') delete root.dataset['special']
            else root.dataset['special'] = day
            root.classList.toggle('dark', colours === 'dark')
          },
          [special, theme] as const,
        )
        expect(await lowContrast(page), `${special} ${theme}`).toEqual([])
      }
  },
)
