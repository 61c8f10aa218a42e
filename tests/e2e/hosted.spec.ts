import { expect, firstPartner, secondPartner, test, type TestPartner } from '../support/e2e.ts'
import { cardOf, openForm, remove, textField, toasts, toggleOf, write } from './entry-steps.ts'
import { held } from './service-worker-steps.ts'
import type { BrowserContext, Page } from '@playwright/test'

/*
 * The app on static files, its backend a hosted project on another origin: what a couple does in an
 * evening. `npm run soak` runs the whole suite there.
 */
test.use({ hosted: true })

async function enter(context: BrowserContext, partner: TestPartner): Promise<Page> {
  const page = await context.newPage()
  await page.goto('/')
  await page.getByLabel('Benutzername').fill(partner.name)
  await page.getByLabel('Passwort').fill(partner.password)
  await page.getByRole('button', { name: 'Anmelden' }).click()
  await expect(toasts(page).getByText('Willkommen zurück! 💕')).toBeVisible()
  return page
}

test('two people sign in, write, see each other at once, and keep to themselves what is private', async ({
  app,
}) => {
  expect(new URL(app.backendUrl).origin).not.toBe(new URL(app.url).origin)
  const author = await enter(await app.device({ serviceWorkers: 'allow' }), firstPartner)
  const partner = await enter(await app.device(), secondPartner)

  const card = await write(author, 'Auf fremdem Boden')
  const seen = cardOf(partner, 'Auf fremdem Boden')
  await expect(seen).toBeVisible()
  await toggleOf(seen).click()
  await expect(toggleOf(card)).toHaveAttribute('aria-pressed', 'true')

  const form = await openForm(author, 'Gedanken & Notizen')
  await textField(form).fill('Nur für mich')
  await form.getByText('Nur du kannst diese Notiz sehen').click()
  await form.getByRole('button', { name: 'Eintragen' }).click()
  await expect(cardOf(author, 'Nur für mich')).toBeVisible()
  await write(author, 'Danach für beide')
  await expect(cardOf(partner, 'Danach für beide')).toBeVisible()
  await expect(cardOf(partner, 'Nur für mich')).toHaveCount(0)
  await partner.reload()
  await expect(cardOf(partner, 'Danach für beide')).toBeVisible()
  await expect(cardOf(partner, 'Nur für mich')).toHaveCount(0)

  await remove(author, cardOf(author, 'Danach für beide'))
  await expect(cardOf(partner, 'Danach für beide')).toHaveCount(0, { timeout: 20_000 })

  await test.step('the installed app opens without a network, and sends later what was written then', async () => {
    await held(author)
    await author.context().setOffline(true)
    await author.reload()
    await write(author, 'Im Zug geschrieben')
    await author.context().setOffline(false)
    await expect(cardOf(partner, 'Im Zug geschrieben')).toBeVisible({ timeout: 20_000 })
  })
})
