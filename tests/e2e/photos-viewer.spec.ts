import type { Page } from '@playwright/test'
import { drawPhoto, putPhotos, type StoredPhoto } from '../support/drawn-photos.ts'
import { expect, firstPartner, phone, test } from '../support/e2e.ts'
import { cardOf } from './entry-steps.ts'
import { seed } from './main-screen-steps.ts'

const day = new Date('2026-06-12T17:30:00+02:00')

test('cards keep their height as their photos come, which are named and seen without a network', async ({
  app,
}) => {
  const page = await app.signedIn(firstPartner, { viewport: phone })
  const release = await holdPictures(page)
  await page.addInitScript(countAddresses)
  const [wide, high] = await drawn(page)
  for (const count of [4, 3, 2, 1])
    await putPhotos(
      app.server,
      await seed(app, 'Željka', { content: `${count} im Bild`, createdAt: day }),
      [{ ...high, description: 'Am Fluss' }, ...Array.from({ length: count - 1 }, () => wide)],
    )
  await page.reload()
  const one = cardOf(page, '1 im Bild')
  const four = cardOf(page, '4 im Bild')
  await four.scrollIntoViewIfNeeded()
  await expect(four.getByRole('img', { name: 'Am Fluss' })).toBeVisible()
  await expect(four.getByRole('img', { name: 'Foto von Željka, 12. Juni 2026' })).toHaveCount(3)
  const before = await four.boundingBox()
  await one.scrollIntoViewIfNeeded()
  const single = await one.getByRole('img').boundingBox()
  expect((single?.width ?? 0) / (single?.height ?? 1)).toBeCloseTo(high.width / high.height, 1)
  expect(single?.height).toBeLessThanOrEqual(0.6 * phone.height + 1)
  release()
  for (const card of [one, four]) {
    await card.scrollIntoViewIfNeeded()
    for (const image of await card.getByRole('img').all())
      await expect(image).toHaveAttribute('src', /^blob:/)
  }
  expect((await four.boundingBox())?.height).toBe(before?.height)
  const held = async () => page.evaluate(() => Number(Reflect.get(window, 'addresses').size))
  expect(await held()).toBeGreaterThan(4)
  await page.keyboard.press('/')
  await page.keyboard.type('nirgends')
  await expect(one).toBeHidden()
  // Cards that are gone hold no picture.
  await expect.poll(held).toBe(0)
})

test('the viewer is used by keyboard and by touch, and leaves with its entry', async ({ app }) => {
  const page = await app.signedIn(firstPartner, { viewport: phone })
  const [wide, high] = await drawn(page)
  const entry = await seed(app, 'Željka', { content: 'Drei Bilder', createdAt: day })
  await putPhotos(app.server, entry, [wide, { ...high, description: 'Am Fluss' }, wide])
  const second = cardOf(page, 'Drei Bilder').getByRole('button', { name: 'Am Fluss' })
  const viewer = page.getByRole('dialog', { name: 'Fotos ansehen' })

  await test.step('by keyboard', async () => {
    await second.press('Enter')
    await expect(viewer).toContainText('2 von 3')
    await expect(viewer).toContainText('Am Fluss')
    await page.keyboard.press('ArrowRight')
    await expect(viewer).toContainText('3 von 3')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await expect(viewer).toContainText('1 von 3')
    await page.keyboard.press('Escape')
    await expect(viewer).toBeHidden()
    await expect(second).toBeFocused()
  })

  await test.step('by touch, and Back closes it', async () => {
    await second.click()
    await expect(viewer).toContainText('2 von 3')
    await swipe(page, { x: -260, y: 0 })
    await expect(viewer).toContainText('3 von 3')
    await swipe(page, { x: 0, y: 300 })
    await expect(viewer).toBeHidden()
    await second.click()
    await expect(viewer).toBeVisible()
    await page.goBack()
    await expect(viewer).toBeHidden()
    await expect(second).toBeFocused()
  })

  await test.step('saved as a file', async () => {
    await second.click()
    const saved = page.waitForEvent('download')
    await viewer.getByRole('button', { name: 'Sichern' }).click()
    expect((await saved).suggestedFilename()).toBe('Foto 12. Juni 2026.jpg')
  })

  await test.step('where the entry becomes private it goes', async () => {
    await app.server.sql()`update entries set is_private = true where id = ${entry}`
    await expect(viewer).toBeHidden()
    await expect(page.getByText('Drei Bilder')).toHaveCount(0)
  })
})

test('without a network a photo that is not here says so', async ({ app }) => {
  const page = await app.signedIn(firstPartner, { viewport: phone })
  const release = await holdPictures(page, 'abort')
  const [wide] = await drawn(page)
  await putPhotos(app.server, await seed(app, 'Željka', { content: 'Ein Bild', createdAt: day }), [
    wide,
  ])
  const card = cardOf(page, 'Ein Bild')
  await expect(card).toContainText('Nicht auf diesem Gerät')
  await card.getByRole('button', { name: /^Foto von/ }).click()
  await expect(page.getByRole('dialog')).toContainText('Nicht auf diesem Gerät')
  release()
})

/** Runs in the page before the app: holds the addresses of pictures until they are revoked. */
function countAddresses(): void {
  const addresses = new Set<string>()
  Object.assign(window, { addresses })
  const [make, revoke] = [URL.createObjectURL.bind(URL), URL.revokeObjectURL.bind(URL)]
  URL.createObjectURL = (given) => {
    const made = make(given)
    addresses.add(made)
    return made
  }
  URL.revokeObjectURL = (made) => {
    addresses.delete(made)
    revoke(made)
  }
}

async function drawn(page: Page): Promise<[StoredPhoto, StoredPhoto]> {
  return [
    await drawPhoto(page, { width: 1024, height: 683 }),
    await drawPhoto(page, { width: 683, height: 1024, hue: 30 }),
  ]
}

/** Holds the requests for pictures until what it returns is called, or lets none through. */
async function holdPictures(page: Page, how: 'hold' | 'abort' = 'hold'): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/rpc/photo_picture', async (route) => {
    if (how === 'abort') return route.abort()
    await released
    return route.continue()
  })
  return release
}

/** One finger from the middle of the screen. */
async function swipe(page: Page, by: { readonly x: number; readonly y: number }): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const from = { x: phone.width / 2, y: phone.height / 2 }
  const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', part: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        type === 'touchEnd' ? [] : [{ x: from.x + by.x * part, y: from.y + by.y * part }],
    })
  await touch('touchStart', 0)
  for (const part of [0.2, 0.4, 0.6, 0.8, 1]) await touch('touchMove', part)
  await touch('touchEnd', 1)
  await session.detach()
}
