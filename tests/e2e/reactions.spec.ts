import { expect, firstPartner, phone, secondPartner, test } from '../support/e2e.ts'
import { arrived, cardOf, pending, toasts, write } from './entry-steps.ts'
import { allLoaded } from './main-screen-steps.ts'

const labels = [
  'Herz',
  'Lächeln',
  'Verliebt',
  'Lachen',
  'Weinen',
  'Party',
  'Daumen hoch',
  'Daumen runter',
  'Häkchen',
  'Sonnenbrille',
  'Katze',
  'Feuer',
  'Ausrufezeichen',
  'Wecker',
  'Augen',
]

test('both react, see it without a reload, and see who it was', async ({ app }) => {
  const page = await app.signedIn(firstPartner, { viewport: phone })
  const partner = await app.signedIn(secondPartner)
  const card = await write(page, 'Wir haben gewonnen')
  const seen = cardOf(partner, 'Wir haben gewonnen')

  await seen.getByRole('button', { name: 'Reagieren' }).click()
  await partner.getByRole('button', { name: 'Party', exact: true }).click()
  await expect(seen.getByRole('button', { name: 'Party: 1, Du' })).toBeVisible()
  await expect(card.getByRole('button', { name: 'Party: 1, Željka' })).toBeVisible()

  await card.getByRole('button', { name: /^Party/ }).click()
  await expect(page.getByRole('list', { name: 'Reaktionen' })).toContainText('Željka')
  await page.getByRole('button', { name: 'Party', exact: true }).click()
  await card.getByRole('button', { name: 'Party: 2, Du und Željka' }).click()
  await expect(page.getByRole('list', { name: 'Reaktionen' })).toContainText('Du und Željka')

  // Choosing a chosen emoji removes it.
  const mine = page.getByRole('button', { name: 'Party', exact: true })
  await expect(mine).toHaveAttribute('aria-pressed', 'true')
  await mine.click()
  await expect(card.getByRole('button', { name: 'Party: 1, Željka' })).toBeVisible()
  await expect(seen.getByRole('button', { name: 'Party: 1, Du' })).toBeVisible()

  await test.step('a reaction taken back before it was sent never reaches the server', async () => {
    const card = await write(partner, 'Ach, doch nicht')
    await arrived(card)
    let writes = 0
    await partner.route(/\/rest\/v1\/reactions/, async (route) => {
      if (route.request().method() === 'GET') return route.continue()
      writes += 1
      return route.abort()
    })
    await allLoaded(partner)
    await partner.context().setOffline(true)
    for (const shown of [1, 0]) {
      await card.getByRole('button', { name: 'Reagieren' }).click()
      await partner.getByRole('button', { name: 'Katze', exact: true }).click()
      await expect(card.getByRole('button', { name: /^Katze/ })).toHaveCount(shown)
    }
    await partner.context().setOffline(false)
    await arrived(card)
    expect(writes).toBe(0)
    await partner.unroute(/\/rest\/v1\/reactions/)

    await test.step('a refused reaction, and a refused removal, return with their own messages', async () => {
      const refuse = async (method: string) =>
        partner.route(/\/rest\/v1\/reactions/, async (route) => {
          if (route.request().method() !== method) return route.fallback()
          return route.fulfill({ status: 403, json: { code: '42501', message: 'refused' } })
        })
      const choose = async () => {
        await card.getByRole('button', { name: 'Reagieren' }).click()
        await partner.getByRole('button', { name: 'Augen', exact: true }).click()
      }
      const chip = card.getByRole('button', { name: /^Augen/ })

      await refuse('POST')
      await choose()
      await expect(toasts(partner)).toContainText('Fehler beim Hinzufügen der Reaktion')
      await expect(chip).toHaveCount(0)

      await partner.unroute(/\/rest\/v1\/reactions/)
      await choose()
      await expect(chip).toBeVisible()
      await arrived(card)
      await refuse('DELETE')
      await choose()
      await expect(toasts(partner)).toContainText('Fehler beim Entfernen der Reaktion')
      await expect(chip).toBeVisible()
    })

    await test.step('the grid holds the fifteen emoji with their German names, by keyboard too', async () => {
      const add = card.getByRole('button', { name: 'Reagieren' })
      await add.focus()
      await partner.keyboard.press('Enter')
      const grid = partner.getByRole('group', { name: 'Reaktion wählen' })
      await expect(grid.getByRole('button')).toHaveCount(15)
      for (const [index, label] of labels.entries())
        await expect(grid.getByRole('button').nth(index)).toHaveAccessibleName(label)

      await grid.getByRole('button', { name: 'Feuer' }).focus()
      await partner.keyboard.press('Enter')
      await expect(card.getByRole('button', { name: 'Feuer: 1, Du' })).toBeVisible()
      await expect(add).toBeFocused()
    })
  })
})

test(
  'a heart given and taken back while the server is away sends nothing, also after a reload',
  { tag: '@long' },
  async ({ app }) => {
    const page = await app.signedIn(firstPartner, { serviceWorkers: 'allow' })
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    const card = await write(page, 'Ohne Netz gemocht')
    await expect(card).not.toContainText(pending)
    const sent: string[] = []
    page.context().on('request', (request) => {
      if (request.method() !== 'GET' && request.url().includes('/rest/v1/'))
        sent.push(`${request.method()} ${new URL(request.url()).pathname}`)
    })
    const heart = page.getByRole('button', { name: 'Herz', exact: true })
    const react = async () => {
      await card
        .getByRole('button', { name: /^Reagieren|^Herz/ })
        .first()
        .click()
      await heart.click()
    }
    // The browser itself believes in its network; only the server does not answer.
    await page.context().route(/\/rest\/v1\//, (route) => route.abort())
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(page.getByRole('banner').getByText(/^Offline/)).toBeVisible()
    await react()
    await expect(card).toContainText(pending)
    await page.reload()
    await expect(card).toContainText(pending)
    await react()
    await expect(card).not.toContainText(pending)
    await page.context().unroute(/\/rest\/v1\//)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(page.getByRole('banner').getByText(/^Offline/)).toBeHidden()
    await write(page, 'Danach')
    await expect(cardOf(page, 'Danach')).not.toContainText(pending)
    expect(sent).toEqual(['POST /rest/v1/entries'])
  },
)
