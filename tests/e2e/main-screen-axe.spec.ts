import { desktop, expect, firstPartner, phone, test, type TestApp } from '../support/e2e.ts'
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

const ordinary = new Date('2026-06-12T12:00:00+02:00')

for (const [layout, viewport, theme] of [
  ['phone', phone, 'dark'],
  ['desktop', desktop, 'light'],
] as const)
  test(`axe finds nothing on the main screen, in the bell and in the form (${layout}, ${theme})`, async ({
    app,
  }) => {
    await fill(app)
    const options = { viewport, theme, at: ordinary } as const
    const page = await app.signedIn(firstPartner, options)
    await expect(cardOf(page, 'Bald')).toBeVisible()
    await expect(page.locator('blockquote')).toBeVisible()
    await openFilters(page)
    expect(await violations(page), 'main screen with filters').toEqual([])

    await test.step('every text is legible in the colours of each day and theme', async () => {
      for (const special of ['anniversary', 'birthday', ''])
        for (const colours of theme === 'dark' ? ['light', 'dark'] : ['dark', 'light']) {
          await page.evaluate(paint, [special, colours] as const)
          expect(await lowContrast(page), `${special} ${colours}`).toEqual([])
        }
    })

    await page.getByRole('button', { name: /^Neu für dich/ }).click()
    await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
    expect(await violations(page, '[role="dialog"]'), 'bell').toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)

    await page.getByRole('button', { name: 'Neuer Eintrag', exact: true }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await violations(page), 'form').toEqual([])
  })

/** Runs in the page: the colours of a special day, or none, in a theme. */
function paint([special, theme]: readonly [string, string]): void {
  const root = document.documentElement
  if (special === '') delete root.dataset['special']
  else root.dataset['special'] = special
  root.classList.toggle('dark', theme === 'dark')
}
