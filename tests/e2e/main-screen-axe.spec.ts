import { expect, firstPartner, test, type TestApp } from '../support/e2e.ts'
import { violations } from './axe.ts'
import { cardOf, layouts } from './entry-steps.ts'
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

const days = [
  ['an ordinary day', '2026-06-12T12:00:00+02:00'],
  ['the anniversary', '2026-08-17T12:00:00+02:00'],
  ['the birthday', '2026-08-14T12:00:00+02:00'],
] as const

for (const { layout, viewport } of layouts) {
  for (const theme of ['light', 'dark'] as const) {
    for (const [day, at] of days) {
      test(`axe finds nothing on ${day} (${layout}, ${theme})`, async ({ app }) => {
        await fill(app)
        const page = await app.signedIn(firstPartner, {
          viewport,
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
        expect(await violations(page), 'bell').toEqual([])
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)

        await page.getByRole('button', { name: 'Neuer Eintrag', exact: true }).click()
        await expect(page.getByRole('dialog')).toBeVisible()
        expect(await violations(page), 'form').toEqual([])
      })
    }
  }
}
