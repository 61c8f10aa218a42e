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
] as const

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

test('toasts cover no header, bar, form button, offline line or open bell, at any width', async ({
  app,
}) => {
  for (const content of ['Eins', 'Zwei', 'Drei']) await seed(app, 'Jonas', { content })
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8, 9])
    await seed(app, 'Željka', { content: `Nummer ${number}.`, createdAt: new Date('2026-05-01') })
  const [first] = viewports
  const page = await app.signedIn(firstPartner, { viewport: first, init: keepToasts })
  const shown = toasts(page).locator('> div')
  const atEachWidth = async (rule: (isPhone: boolean) => Promise<void>) => {
    for (const viewport of viewports) {
      await page.setViewportSize(viewport)
      await test.step(`${viewport.width} px`, () => rule(viewport.width < 768))
    }
    await page.setViewportSize(first)
  }
  const coverNothing = () => expect.poll(() => covered(page)).toEqual([])
  await expect(cardOf(page, 'Drei')).toBeVisible()
  await allLoaded(page)

  await test.step('the open bell', async () => {
    await toggleOf(cardOf(page, 'Eins')).click()
    await expect(shown).toHaveCount(1)
    const bell = page.getByRole('button', { name: /^Neu für dich/ })
    const sheet = page.getByRole('dialog', { name: 'Neu für dich' })
    await atEachWidth(async (isPhone) => {
      if (!(await sheet.isVisible())) await bell.click()
      await expect(sheet.getByRole('listitem').first()).toBeVisible()
      const bars = page.getByRole('navigation', { name: 'Bereiche' })
      const isCovered = async () => {
        const parts = [...(await boxesOf(sheet)), ...(isPhone ? await boxesOf(bars) : [])]
        return (await boxesOf(shown)).some((one) => parts.some((part) => isOver(one, part)))
      }
      await expect.poll(isCovered).toBe(false)
    })
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
  })

  await test.step('the header, the bar and the offline line, by three of them', async () => {
    await page.context().setOffline(true)
    await expect(page.getByText('Offline – alles wird')).toBeVisible()
    for (const content of ['Zwei', 'Drei']) await toggleOf(cardOf(page, content)).click()
    await expect(shown).toHaveCount(3)
    await atEachWidth(coverNothing)
  })

  await test.step('the buttons of a form', async () => {
    const form = await openForm(page)
    await form.getByRole('button', { name: 'Eintragen' }).click()
    await expect(toasts(page).getByRole('alert')).toBeVisible()
    await atEachWidth(coverNothing)
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
  })

  await test.step('the answer to a question', async () => {
    await cardOf(page, 'Eins').getByRole('button', { name: 'Löschen' }).press('Enter')
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await atEachWidth(coverNothing)
  })
})
