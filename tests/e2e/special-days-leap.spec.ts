import { expect, firstPartner, phone, test } from '../support/e2e.ts'
import { cardOf, toasts } from './entry-steps.ts'

/** Both days on 29 February, the first time in 2024. */
test.use({
  journalConfig: {
    specialDays: [
      { kind: 'anniversary', date: '2024-02-29' },
      { kind: 'birthday', date: '1996-02-29' },
    ],
  },
})

test(
  '29 February is celebrated on the 28th in a year without it, both days at once',
  { tag: '@long' },
  async ({ app }) => {
    const at = new Date('2026-02-28T09:00:00+01:00')
    const page = await app.signedIn(firstPartner, { at, viewport: phone })
    await expect(
      page.getByRole('banner').getByText('Jahrestag und Geburtstag, Jonas! 💕🎂'),
    ).toBeVisible()
    await expect(toasts(page)).toContainText('Ein Tag für euch zwei 💕')
    await expect(toasts(page)).toContainText('Zeit für Kuchen! 🎂')
    await expect(page.locator('html')).toHaveAttribute('data-special', 'anniversary')
    for (const title of ['Heute ist unser Jahrestag!', 'Heute ist Geburtstag!'])
      await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(
      cardOf(page, '💕 Heute vor zwei Jahren haben wir uns kennengelernt.'),
    ).toBeVisible()
    await expect(cardOf(page, '🎂 Alles Gute zum 30. Geburtstag!')).toBeVisible()
  },
)

test('1 March of such a year is an ordinary day', { tag: '@long' }, async ({ app }) => {
  const page = await app.signedIn(firstPartner, { at: new Date('2026-03-01T09:00:00+01:00') })
  await expect(page.getByRole('banner').getByText('Hallo Jonas!')).toBeVisible()
  await expect(page.locator('html')).not.toHaveAttribute('data-special')
})

test(
  'on the very first day the anniversary is the first meeting',
  { tag: '@long' },
  async ({ app }) => {
    const page = await app.signedIn(firstPartner, { at: new Date('2024-02-29T09:00:00+01:00') })
    await expect(page.getByRole('heading', { name: 'Heute ist unser erster Tag!' })).toBeVisible()
    await expect(cardOf(page, '💕 Heute haben wir uns kennengelernt.')).toBeVisible()
    await expect(cardOf(page, '🎂 Alles Gute zum 28. Geburtstag!')).toBeVisible()
  },
)
