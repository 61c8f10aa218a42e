import type { Page } from '@playwright/test'
import { expect, firstPartner, test } from '../support/e2e.ts'
import { cardOf, layouts, openForm, remove, textField } from './entry-steps.ts'

test('the form closes as its entry comes, on a slow network too', async ({ app }) => {
  const page = await app.signedIn(firstPartner, { reducedMotion: 'no-preference' })
  for (const { layout, viewport } of layouts)
    await test.step(layout, async () => {
      await page.setViewportSize(viewport)
      const form = await openForm(page)
      await textField(form).fill(`Beides auf einmal (${layout})`)
      const { asked, release } = await holdInserts(page)
      const seen = await noteSteps(page)
      await form.getByRole('button', { name: 'Eintragen' }).click()
      await asked
      await expect(form).toBeHidden()
      const card = cardOf(page, `Beides auf einmal (${layout})`)
      await expect(card).toBeVisible()
      release()
      // A phone's form slides away from then on.
      const after = layout === 'desktop' ? ['form', 'card'] : ['form', 'form and card', 'card']
      expect(await seen()).toEqual(after)
      await remove(page, card)
      await expect(card).toHaveCount(0)
    })
})

/** Notes what stands on the page after each step of React's. */
async function noteSteps(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const steps = ['form']
    Object.assign(window, { steps })
    new MutationObserver(() => {
      const card = document.querySelector('[data-entry]') === null ? [] : ['card']
      const form = document.querySelector('[role=dialog]') === null ? [] : ['form']
      const step = [...form, ...card].join(' and ')
      if (steps.at(-1) !== step) steps.push(step)
    }).observe(document.body, { childList: true, subtree: true })
  })
  return () => page.evaluate(() => Reflect.get(window, 'steps') as string[])
}

/** Holds new entries on their way to the server until `release`; `asked` resolves with the first. */
async function holdInserts(page: Page) {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const asked = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().includes('/rest/v1/entries'),
  )
  await page.route(/\/rest\/v1\/entries/, async (route) => {
    if (route.request().method() === 'POST') await released
    await route.continue()
  })
  return { asked, release }
}
