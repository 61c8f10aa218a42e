import type { Page } from '@playwright/test'
import { expect, firstPartner, secondPartner, test } from '../support/e2e.ts'
import { arrived, cardOf, layouts, write } from './entry-steps.ts'
import { tab } from './main-screen-steps.ts'

test('a long list draws a window, at any scroll position', async ({ app }) => {
  await app.server.sql()`
    insert into entries (id, user_id, content, category, created_at)
    select gen_random_uuid(), id, 'Eintrag Nummer ' || n || '.', 'erzaehlen',
      now() - n * interval '1 minute'
    from profiles, generate_series(0, 149) n where name = 'Jonas'`
  const page = await app.signedIn(firstPartner)
  const cards = page.getByRole('list', { name: 'Einträge' }).getByRole('article')
  const most = await page.evaluateHandle(() => {
    const seen = { cards: 0, all: new Set<string>() }
    new MutationObserver(() => {
      const drawn = [...document.querySelectorAll<HTMLElement>('[data-entry]')]
      seen.cards = Math.max(seen.cards, drawn.length)
      for (const card of drawn) seen.all.add(card.dataset['entry'] ?? '')
    }).observe(document, { subtree: true, childList: true })
    return seen
  })
  await expect(cards.first()).toContainText('Nummer 0.')
  await expect(async () => {
    await page.mouse.wheel(0, 2_000)
    await expect(cards.last()).toContainText('Nummer 149.', { timeout: 50 })
  }).toPass({ intervals: [20] })
  const last = cards.filter({ hasText: 'Nummer 149.' })
  await last.scrollIntoViewIfNeeded()
  const items = page.getByRole('list', { name: 'Einträge' }).locator('> li')
  await expect(items.last()).toHaveAttribute('aria-posinset', '150')
  await expect(items.last()).toHaveAttribute('aria-setsize', '150')

  // The entry that a person looks at stays in its place while newer cards are drawn above it.
  const strayed = await page.evaluate(async () => {
    const frame = async () => new Promise((resolve) => requestAnimationFrame(resolve))
    const far: number[] = []
    for (let step = 0; step < 40; step += 1) {
      const card = document.elementFromPoint(700, 450)?.closest('article') ?? undefined
      const before = card?.getBoundingClientRect().top ?? Number.NaN
      window.scrollBy(0, -250)
      for (let frames = 0; frames < 3; frames += 1) await frame()
      if (card?.isConnected === true)
        far.push(Math.abs(card.getBoundingClientRect().top - before - 250))
    }
    return { most: Math.max(...far), checked: far.length }
  })
  expect(strayed.most).toBeLessThan(1)
  expect(strayed.checked).toBeGreaterThan(20)

  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(cards.first()).toContainText('Nummer 0.')
  await expect(cards.first()).toBeInViewport()
  const seen = await most.evaluate(({ cards: count, all }) => ({ count, all: all.size }))
  expect(seen.count).toBeLessThanOrEqual(60)
  expect(seen.all).toBe(150)
})

for (const { layout, viewport } of layouts)
  test(`a tab that is pressed far down the list opens at its first card (${layout})`, async ({
    app,
  }) => {
    await app.server.sql()`
      insert into entries (id, user_id, content, category, created_at)
      select gen_random_uuid(), id, 'Eintrag Nummer ' || n || '.',
        (array['erzaehlen', 'gedanken'])[1 + n % 2], now() - n * interval '1 minute'
      from profiles, generate_series(0, 149) n where name = 'Jonas'`
    const page = await app.signedIn(firstPartner, { viewport })
    const cards = page.getByRole('list', { name: 'Einträge' }).getByRole('article')
    await expect(async () => {
      await page.mouse.wheel(0, 2_000)
      await expect(cards.last()).toContainText('Nummer 149.', { timeout: 50 })
    }).toPass({ intervals: [20] })
    // The desktop's tabs are above the list; its keys are everywhere.
    if (layout === 'phone') await tab(page, 'Gedanken').click()
    else await page.keyboard.press('4')
    await expect(cards.first()).toContainText('Nummer 1.')
    await expect(cards.first()).toBeInViewport({ ratio: 1 })
  })

test(
  'cards glide when the partner’s entry comes; a tick or an entry of one’s own starts no movement',
  { tag: '@long' },
  async ({ app }) => {
    const page = await app.signedIn(firstPartner)
    const partner = await app.signedIn(secondPartner)
    await arrived(await write(page, 'Die erste'))
    await expect(cardOf(partner, 'Die erste')).toBeVisible()
    const movements = await movementsOn(partner)
    const ownMovements = await movementsOn(page)

    await cardOf(partner, 'Die erste').getByRole('button', { name: 'Erledigt' }).click()
    await arrived(cardOf(partner, 'Die erste'))
    expect(await movements()).toBe(0)
    await write(page, 'Die zweite')
    await expect(cardOf(partner, 'Die zweite')).toBeVisible()
    await expect.poll(movements).toBeGreaterThan(0)
    expect(await ownMovements()).toBe(0)
  },
)

/** How many movements of cards a page has started since then. */
async function movementsOn(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const seen = new Set<Animation>()
    const look = () => {
      for (const animation of document.getAnimations())
        if (animation.id === 'animated-order') seen.add(animation)
      Object.assign(window, { movements: seen.size })
      requestAnimationFrame(look)
    }
    look()
  })
  return async () => page.evaluate(() => Number(Reflect.get(window, 'movements')))
}
