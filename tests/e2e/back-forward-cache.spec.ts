import { expect, firstPartner, test } from '../support/e2e.ts'
import { arrived, cardOf, textField, write } from './entry-steps.ts'

// Playwright switches it off.
test.use({
  launchOptions: async ({ launchOptions }, provide) =>
    provide({ ...launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
})

test('a page that Back shows goes on: its text stays, nothing is there twice, news comes', async ({
  app,
}) => {
  const { rest, id } = await app.server.client('Željka')
  const partnerWrites = async (content: string) =>
    rest.from('entries').insert({ user_id: id, category: 'erzaehlen', content })
  const page = await app.signedIn(firstPartner)
  await write(page, 'Vorher')
  await page.getByRole('button', { name: 'Neuer Eintrag' }).click()
  const form = page.getByRole('dialog', { name: 'Neuer Eintrag' })
  await textField(form).fill('Angefangen')
  await page.goto('/robots.txt')
  await partnerWrites('Inzwischen geschrieben')
  await page.goBack()
  await expect(cardOf(page, 'Inzwischen geschrieben')).toHaveCount(1)
  await page.getByRole('button', { name: 'Neuer Eintrag' }).click()
  await expect(textField(form)).toHaveValue('Angefangen')
  await textField(form).press('ControlOrMeta+Enter')
  await expect(form).toBeHidden()
  await partnerWrites('Danach geschrieben')
  for (const text of ['Vorher', 'Angefangen', 'Inzwischen geschrieben', 'Danach geschrieben'])
    await expect(cardOf(page, text)).toHaveCount(1)
  const stored = async () => app.server.sql()`select 1 from entries`
  await expect.poll(stored).toHaveLength(4)

  await test.step('after another tab has signed out it shows nothing of the journal', async () => {
    // Signing out asks where something was not sent.
    for (const text of ['Vorher', 'Angefangen']) await arrived(cardOf(page, text))
    await page.goto('/robots.txt')
    const other = await page.context().newPage()
    await other.goto('/')
    await arrived(cardOf(other, 'Vorher'))
    await other.getByRole('button', { name: 'Abmelden' }).click()
    await expect(other.getByLabel('Benutzername')).toBeVisible()
    await page.goBack()
    await expect(page.getByLabel('Benutzername')).toBeVisible()
    await expect(page.getByText('Vorher')).toHaveCount(0)
  })
})
