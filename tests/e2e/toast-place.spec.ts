import type { Page } from '@playwright/test'
import { expect, firstPartner, test } from '../support/e2e.ts'
import { cardOf, openForm, toasts, toggleOf } from './entry-steps.ts'
import { allLoaded, seed } from './main-screen-steps.ts'

const viewports = [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1280, height: 800 },
  { width: 1440, height: 900 },
]

/** Toasts stay long enough to be measured, however slow the machine is. */
function keepToasts(): void {
  const set = window.setTimeout.bind(window)
  const slow = (action: () => void, time = 0, ...values: never[]) =>
    set(action, time < 4000 ? time : time * 100, ...values)
  window.setTimeout = slow as typeof setTimeout
}

/** Names what a toast that is shown covers, of the parts that are shown. */
async function covered(page: Page): Promise<string[]> {
  const isPhone = (page.viewportSize()?.width ?? 0) < 768
  const parts = {
    header: page.getByRole('banner'),
    'bottom bar': isPhone ? page.getByRole('navigation', { name: 'Bereiche' }) : undefined,
    'offline line': page.getByText('Offline – alles wird'),
    send: page.getByRole('button', { name: 'Eintragen', exact: true }),
    cancel: page.getByRole('button', { name: 'Abbrechen' }),
    delete: page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }),
  }
  const boxes = await boxesOf(toasts(page).locator('> div'))
  expect(boxes.length).toBeGreaterThan(0)
  const names: string[] = []
  for (const [name, part] of Object.entries(parts))
    for (const box of part === undefined ? [] : await boxesOf(part))
      if (boxes.some((toast) => isOver(toast, box))) names.push(name)
  return names
}

const boxesOf = async (parts: ReturnType<Page['locator']>) =>
  parts.evaluateAll((all) =>
    all.map((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect()
      return { left, right, top, bottom }
    }),
  )

type Box = Awaited<ReturnType<typeof boxesOf>>[number]

function isOver(one: Box, other: Box): boolean {
  const isBeside = one.right <= other.left || other.right <= one.left
  return !isBeside && one.top < other.bottom && other.top < one.bottom
}

for (const viewport of viewports)
  test(`toasts cover no header, bar, form button or offline line (${viewport.width} px)`, async ({
    app,
  }) => {
    for (const content of ['Eins', 'Zwei', 'Drei']) await seed(app, 'Jonas', { content })
    const page = await app.signedIn(firstPartner, { viewport, init: keepToasts })
    await expect(cardOf(page, 'Drei')).toBeVisible()
    await allLoaded(page)
    await page.context().setOffline(true)
    await expect(page.getByText('Offline – alles wird')).toBeVisible()

    for (const content of ['Eins', 'Zwei', 'Drei']) await toggleOf(cardOf(page, content)).click()
    await expect(toasts(page).locator('> div')).toHaveCount(3)
    expect(await covered(page)).toEqual([])

    const form = await openForm(page)
    await form.getByRole('button', { name: 'Eintragen' }).click()
    await expect(toasts(page).getByRole('alert')).toBeVisible()
    // A drawer slides in.
    await form.evaluate(async (window) =>
      Promise.all(window.getAnimations().map(async ({ finished }) => finished)),
    )
    expect(await covered(page)).toEqual([])
    await page.keyboard.press('Escape')

    await cardOf(page, 'Eins').getByRole('button', { name: 'Löschen' }).press('Enter')
    await expect(page.getByRole('alertdialog')).toBeVisible()
    expect(await covered(page)).toEqual([])
  })

for (const viewport of viewports)
  test(`no toast covers the open bell (${viewport.width} px)`, async ({ app }) => {
    for (const number of [1, 2, 3, 4, 5, 6, 7, 8, 9])
      await seed(app, 'Željka', { content: `Nummer ${number}.` })
    await seed(app, 'Jonas', { content: 'Eins' })
    const page = await app.signedIn(firstPartner, { viewport, init: keepToasts })
    await toggleOf(cardOf(page, 'Eins')).click()
    await expect(toasts(page).locator('> div')).toHaveCount(1)
    await page.getByRole('button', { name: /^Neu für dich/ }).click()
    const sheet = page.getByRole('dialog', { name: 'Neu für dich' })
    await expect(sheet.getByRole('listitem').first()).toBeVisible()
    const isCovered = async () => {
      const shown = await boxesOf(toasts(page).locator('> div'))
      const [bell] = await boxesOf(sheet)
      const bars = await boxesOf(page.getByRole('navigation', { name: 'Bereiche' }))
      const isPhone = viewport.width < 768
      const parts = [...(bell ? [bell] : []), ...(isPhone ? bars : [])]
      return shown.some((one) => parts.some((part) => isOver(one, part)))
    }
    await expect.poll(isCovered).toBe(false)
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    expect(await covered(page)).toEqual([])
  })
