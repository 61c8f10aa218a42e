import { expect, firstPartner, secondPartner, test } from '../support/e2e.ts'
import { arrived, cardOf, layouts, write } from './entry-steps.ts'

const emptyTitles = {
  Erzählen: 'Noch nichts erzählt',
  Ideen: 'Noch keine Ideen',
  Gedanken: 'Noch keine Gedanken',
  Übersetz: 'Noch keine Übersetzungen',
} as const

const hints = {
  phone: 'Tippe auf das Plus, um den ersten Eintrag zu schreiben.',
  desktop: 'Klicke auf „Neuer Eintrag“, um den ersten zu schreiben.',
} as const

for (const { layout, viewport } of layouts)
  test(`on the ${layout} each empty tab says warmly what belongs there, and how to begin`, async ({
    app,
  }) => {
    const page = await app.signedIn(firstPartner, { viewport })
    await expect(page.getByRole('heading', { name: 'Euer Tagebuch wartet auf euch' })).toBeVisible()
    await expect(page.getByRole('main').getByText(hints[layout])).toBeVisible()
    const tabs = page.getByRole('navigation', { name: 'Bereiche' })
    for (const [tab, title] of Object.entries(emptyTitles)) {
      await tabs.getByRole('button', { name: new RegExp(`^${tab}`) }).click()
      await expect(page.getByRole('heading', { name: title })).toBeVisible()
      await expect(page.getByRole('main').getByText(hints[layout])).toBeVisible()
    }
  })

test('filters that hide everything say so and offer the way out', async ({ app }) => {
  const page = await app.signedIn(firstPartner)
  await write(page, 'Da bin ich')
  await page.getByRole('button', { name: /^Filter/ }).click()
  await page.getByRole('button', { name: 'Partner' }).click()
  await expect(page.getByRole('heading', { name: 'Nichts gefunden' })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Filter zurücksetzen' }).last().click()
  await expect(cardOf(page, 'Da bin ich')).toBeVisible()
})

test('a long list is drawn bit by bit as one scrolls, newest first', async ({ app }) => {
  const { rest, id } = await app.server.client('Jonas')
  const rows = Array.from({ length: 75 }, (_, index) => ({
    user_id: id,
    category: 'erzaehlen',
    content: `Eintrag Nummer ${index}.`,
    created_at: new Date(Date.now() - index * 60_000).toISOString(),
  }))
  const { error } = await rest.from('entries').insert(rows)
  expect(error).toBeNull()

  const page = await app.signedIn(firstPartner)
  const cards = page.getByRole('article')
  await expect(cards.first()).toContainText('Nummer 0.')
  await expect(cards).toHaveCount(30)
  await cards.last().scrollIntoViewIfNeeded()
  await expect.poll(async () => cards.count()).toBeGreaterThan(30)
  await expect(async () => {
    await cards.last().scrollIntoViewIfNeeded()
    await expect(cards).toHaveCount(75, { timeout: 500 })
  }).toPass()
  await expect(cards.last()).toContainText('Nummer 74.')
})

test('cards glide when the partner’s entry comes; a tick starts no movement', async ({ app }) => {
  const page = await app.signedIn(firstPartner)
  const partner = await app.signedIn(secondPartner)
  await arrived(await write(page, 'Die erste'))
  await expect(cardOf(partner, 'Die erste')).toBeVisible()
  await partner.evaluate(() => {
    const seen = new Set<Animation>()
    const look = () => {
      for (const animation of document.getAnimations())
        if (animation.id === 'animated-order') seen.add(animation)
      Object.assign(window, { movements: seen.size })
      requestAnimationFrame(look)
    }
    look()
  })
  const movements = async () => partner.evaluate(() => Number(Reflect.get(window, 'movements')))

  await cardOf(partner, 'Die erste').getByRole('button', { name: 'Erledigt' }).click()
  await arrived(cardOf(partner, 'Die erste'))
  expect(await movements()).toBe(0)
  await write(page, 'Die zweite')
  await expect(cardOf(partner, 'Die zweite')).toBeVisible()
  await expect.poll(movements).toBeGreaterThan(0)
})

test('while a form is open nothing moves behind it, and typing loses no letter', async ({
  app,
}) => {
  const page = await app.signedIn(firstPartner)
  const partner = await app.signedIn(secondPartner)
  await page.getByRole('button', { name: 'Neuer Eintrag', exact: true }).click()
  const field = page.getByRole('textbox', { name: 'Text', exact: true })
  const text = 'Ein langer Satz, den ich schreibe, während du schreibst.'
  await Promise.all([
    field.pressSequentially(text, { delay: 20 }),
    (async () => {
      for (const entry of ['Eins', 'Zwei', 'Drei']) await write(partner, entry)
    })(),
  ])
  // By its text, because the dialog hides the page behind it from the accessibility tree.
  await expect(page.locator('article').getByText('Drei', { exact: true })).toBeVisible()
  await expect(field).toHaveValue(text)
  await expect(field).toBeFocused()
})
