import type { Page } from '@playwright/test'
import { desktop, expect, firstPartner, phone, test, type TestApp } from '../support/e2e.ts'
import { cardOf } from './entry-steps.ts'
import { seed, tab } from './main-screen-steps.ts'

async function seedTwoTabs(app: TestApp): Promise<void> {
  for (let index = 0; index < 12; index += 1)
    await seed(app, index % 2 === 0 ? 'Jonas' : 'Željka', {
      content: `Eintrag ${index}`,
      category: index % 3 === 0 ? 'ideen' : 'gedanken',
    })
}

async function slowCpu(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 })
}

/** So slow that one can press, or look, amid a glide, on a busy machine too. */
async function slowGlides(page: Page): Promise<void> {
  await page.evaluate(() => {
    // Called with the element it belongs to, below.
    // oxlint-disable-next-line typescript/unbound-method
    const begin = Element.prototype.animate
    Element.prototype.animate = function animate(...given) {
      const animation = begin.apply(this, given)
      if (animation.id === 'animated-order') animation.playbackRate = 0.001
      return animation
    }
  })
}

/** Notes each dialog that opens or closes from now on. */
async function noteDialogs(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const notes: string[] = []
    Object.assign(window, { dialogNotes: notes })
    let open = 0
    new MutationObserver(() => {
      const now = document.querySelectorAll('[role$="dialog"]').length
      if (now !== open) notes.push(now > open ? 'opened' : 'closed')
      open = now
    }).observe(document.body, { childList: true, subtree: true })
  })
  return () => page.evaluate(() => Reflect.get(window, 'dialogNotes') as string[])
}

/** Until the page has drawn for a second of its own time, so that late changes have arrived. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const start = performance.now()
        const look = () =>
          performance.now() - start > 1000 ? resolve() : void requestAnimationFrame(look)
        look()
      }),
  )
}

async function middleOf(page: Page, name: string | RegExp): Promise<{ x: number; y: number }> {
  const box = await page.getByRole('button', { name, exact: true }).boundingBox()
  if (box === null) throw new Error(`${String(name)} is not on the screen`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

const presses = [
  ['Neuer Eintrag', 'Neuer Eintrag', desktop, [60, 0, 150, 400]],
  [/^Neu für dich/, 'Neu für dich', phone, [60, 400]],
] as const

test('a press right after a change of the tab opens its dialog once and nothing else', async ({
  app,
}) => {
  test.slow()
  await seedTwoTabs(app)
  const page = await app.signedIn(firstPartner, { viewport: desktop })
  await expect(cardOf(page, 'Eintrag 11')).toBeVisible()
  await slowCpu(page)
  for (const [button, dialog, viewport, delays] of presses) {
    await page.setViewportSize(viewport)
    const target = await middleOf(page, button)
    for (const delay of delays)
      await test.step(`${dialog} after ${delay} ms`, async () => {
        const dialogNotes = await noteDialogs(page)
        await tab(page, 'Ideen').click()
        await page.evaluate((wait) => new Promise((resolve) => setTimeout(resolve, wait)), delay)
        await page.mouse.click(target.x, target.y)
        await expect(page.getByRole('dialog', { name: dialog })).toBeVisible()
        await settle(page)
        expect(await dialogNotes()).toEqual(['opened'])
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)
        // Back to all: the active tab clears itself.
        await tab(page, 'Ideen').click()
        await expect(cardOf(page, 'Eintrag 11')).toBeVisible()
      })
  }
})

test('a press on a card that glides reaches that card', async ({ app }) => {
  await seed(app, 'Jonas', { content: 'Zuerst' })
  const page = await app.signedIn(firstPartner)
  const card = cardOf(page, 'Zuerst')
  await expect(card).toBeVisible()
  await slowGlides(page)
  await seed(app, 'Željka', { content: 'Danach' })
  await expect(cardOf(page, 'Danach')).toBeVisible()
  const edit = card.getByRole('button', { name: 'Bearbeiten' })
  const box = await edit.boundingBox()
  if (box === null) throw new Error('the card is not on the screen')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  // A pause takes effect with the next frame.
  const isStill = () =>
    document
      .getAnimations()
      .every(
        ({ id, pending, playState }) =>
          id !== 'animated-order' || (playState === 'paused' && !pending),
      )
  await expect.poll(() => page.evaluate(isStill)).toBe(true)
  const held = await card.boundingBox()
  await settle(page)
  expect(await card.boundingBox()).toEqual(held)
  await page.mouse.up()
  await expect(page.getByRole('dialog', { name: 'Eintrag bearbeiten' })).toBeVisible()
})

test('a card that an arriving entry pushes off the screen glides there', async ({ app }) => {
  await seedTwoTabs(app)
  const page = await app.signedIn(firstPartner, { viewport: phone, reducedMotion: 'no-preference' })
  const cards = page.getByRole('list', { name: 'Einträge' }).getByRole('article')
  await settle(page)
  const tops = await cards.evaluateAll((all) =>
    all.map((card) => card.getBoundingClientRect().top).filter((top) => top < innerHeight - 20),
  )
  const lowest = tops.length - 1
  await slowGlides(page)
  await seed(app, 'Željka', { content: 'Danach' })
  await expect(cardOf(page, 'Danach')).toBeVisible()
  const place = async () =>
    cards.nth(lowest + 1).evaluate((card) => card.getBoundingClientRect().top)
  expect(Math.abs((await place()) - (tops[lowest] ?? 0))).toBeLessThan(80)
})
