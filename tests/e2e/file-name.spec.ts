import { expect, firstPartner, test } from '../support/e2e.ts'
import { cardOf } from './entry-steps.ts'
import { seed } from './main-screen-steps.ts'

test('/index.html is the app, with what stands behind it in the address', async ({ app }) => {
  await seed(app, 'Jonas', { content: 'Zum See', category: 'ideen' })
  await seed(app, 'Jonas', { content: 'Ein Gedanke' })
  const page = await app.signedIn(firstPartner)
  await page.goto('/index.html?bereich=ideen#unten')
  await expect(cardOf(page, 'Zum See')).toBeVisible()
  await expect(cardOf(page, 'Ein Gedanke')).toHaveCount(0)
  await expect(page).toHaveURL('/?bereich=ideen#unten')

  await test.step('also before sign-in', async () => {
    const stranger = await (await app.device()).newPage()
    await stranger.goto('/index.html?bereich=ideen')
    await expect(stranger.getByRole('button', { name: 'Anmelden' })).toBeVisible()
    await expect(stranger).toHaveURL('/auth?bereich=ideen')
  })
})
