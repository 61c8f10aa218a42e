import { expect, firstPartner, phone, test } from '../support/e2e.ts'
import { tab } from './main-screen-steps.ts'

test('a long list draws a window, at any scroll position, and a tab opens at its first card', async ({
  app,
}) => {
  await app.server.sql()`
    insert into entries (id, user_id, content, category, created_at)
    select gen_random_uuid(), id, 'Eintrag Nummer ' || n || '.',
      (array['erzaehlen', 'gedanken'])[1 + n % 2], now() - n * interval '1 minute'
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
  const scrollDown = async () =>
    expect(async () => {
      await page.mouse.wheel(0, 2_000)
      await expect(cards.last()).toContainText('Nummer 149.', { timeout: 50 })
    }).toPass({ intervals: [20] })
  await scrollDown()
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

  // The desktop's tabs are above the list; its keys are everywhere.
  for (const way of ['key', 'tab of the phone'])
    await test.step(`a tab that is pressed far down the list (${way})`, async () => {
      if (way !== 'key') await page.setViewportSize(phone)
      await scrollDown()
      if (way === 'key') await page.keyboard.press('4')
      else await tab(page, 'Gedanken').click()
      await expect(cards.first()).toContainText('Nummer 1.')
      await expect(cards.first()).toBeInViewport({ ratio: 1 })
      await page.goBack()
      await expect(cards.last()).toContainText('Nummer 149.')
    })
})
