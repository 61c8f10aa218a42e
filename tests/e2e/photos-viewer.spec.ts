import type { Locator, Page } from '@playwright/test'
import { drawPhoto, putPhotos, type StoredPhoto } from '../support/drawn-photos.ts'
import { expect, firstPartner, phone, test } from '../support/e2e.ts'
import { violations } from './axe.ts'
import { asOverPlainHttp } from './draft-steps.ts'
import { cardOf, toasts } from './entry-steps.ts'
import { seed } from './main-screen-steps.ts'
import { pictureShown } from './photo-steps.ts'

const day = new Date('2026-06-12T17:30:00+02:00')

/** Scrolls to a card; the list may take it away until it has measured those above. */
async function lookAt(card: Locator) {
  await expect(() => card.scrollIntoViewIfNeeded({ timeout: 2000 })).toPass()
}

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
      await seed(app, 'Željka', {
        content: `${count} im Bild`,
        createdAt: new Date(day.getTime() + count * 60_000),
      }),
      [{ ...high, description: 'Am Fluss' }, ...Array.from({ length: count - 1 }, () => wide)],
    )
  await putPhotos(app.server, await seed(app, 'Željka', { content: 'Ein Turm', createdAt: day }), [
    await drawPhoto(page, { width: 20, height: 2048 }),
  ])
  await page.reload()
  const one = cardOf(page, '1 im Bild')
  const four = cardOf(page, '4 im Bild')
  await lookAt(four)
  await expect(four.getByRole('img', { name: 'Am Fluss' })).toBeVisible()
  await expect(four.getByRole('img', { name: 'Foto von Željka, 12. Juni 2026' })).toHaveCount(3)
  const before = await four.boundingBox()
  const grid = sizeOf(await four.getByRole('list', { name: '4 Fotos' }).boundingBox())
  expect((grid.width ?? 0) / (grid.height ?? 1)).toBeCloseTo(4 / 3, 1)
  await lookAt(one)
  const single = await one.getByRole('img').boundingBox()
  await expect(one.getByRole('img')).toHaveAttribute('src', /^data:image/)
  expect((single?.width ?? 0) / (single?.height ?? 1)).toBeCloseTo(high.width / high.height, 1)
  expect(single?.width).toBeGreaterThan(300)
  const tower = cardOf(page, 'Ein Turm')
  await lookAt(tower)
  expect(sizeOf(await tower.getByRole('img').boundingBox())).toEqual({
    width: 88,
    height: expect.closeTo(0.6 * phone.height, 0),
  })
  release()
  for (const card of [one, four]) {
    await lookAt(card)
    for (const image of await card.getByRole('img').all()) await pictureShown(image)
  }
  expect((await four.boundingBox())?.height).toBe(before?.height)
  await lookAt(one)
  expect(await one.getByRole('img').boundingBox()).toMatchObject(sizeOf(single))
  expect(await violations(page)).toEqual([])
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
  const photos = [wide, { ...high, description: 'Am Fluss' }, wide]
  const [first] = await putPhotos(app.server, entry, photos)
  const card = cardOf(page, 'Drei Bilder')
  await expect(card.getByRole('button', { name: /^Foto von|^Am Fluss/ })).toHaveCount(3)
  const second = card.getByRole('button', { name: 'Am Fluss' })
  const viewer = page.getByRole('dialog', { name: 'Fotos ansehen' })

  await test.step('by keyboard', async () => {
    await second.press('Enter')
    await expect(viewer).toContainText('2 von 3')
    await expect(viewer).toContainText('Am Fluss')
    await pictureShown(viewer.getByRole('img'))
    expect(await violations(page, '[role=dialog]')).toEqual([])
    const small = await placeOf(viewer)
    await page.keyboard.press('z')
    const large = await placeOf(viewer)
    expect(large.width).toBeGreaterThan(1.5 * small.width)
    await page.keyboard.press('ArrowDown')
    expect((await placeOf(viewer)).y).toBe(large.y - 80)
    await page.keyboard.press('z')
    expect(await placeOf(viewer)).toEqual(small)
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
    const small = await placeOf(viewer)
    await pinchOut(page)
    await expect.poll(async () => (await placeOf(viewer)).width).toBeGreaterThan(1.5 * small.width)
    await viewer.getByRole('img').evaluate(tapTwice)
    await expect.poll(async () => placeOf(viewer)).toEqual(small)
    await viewer.getByRole('img').evaluate(tapTwice)
    expect((await placeOf(viewer)).width).toBeGreaterThan(1.5 * small.width)
    await viewer.getByRole('img').evaluate(tapTwice)
    await swipe(page, { x: -260, y: 0 })
    await expect(viewer).toContainText('3 von 3')
    await swipe(page, { x: 0, y: 300 })
    await expect(viewer).toBeHidden()
    await expect(second).toBeFocused()
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

  await test.step('shared where the phone has a share sheet, which the browser may refuse', async () => {
    await page.evaluate(takeShares)
    await viewer.getByRole('button', { name: 'Sichern' }).click()
    await expect(toasts(page)).toContainText('Drücke noch einmal auf „Sichern“')
    await viewer.getByRole('button', { name: 'Sichern' }).click()
    const shared = async () => page.evaluate(() => document.documentElement.dataset['shared'])
    await expect.poll(shared).toBe(`Foto 12. Juni 2026.jpg image/jpeg ${high.full.length}`)
  })

  await test.step('where a photo is removed, the others stay; where the entry becomes private, all go', async () => {
    await app.server.sql()`delete from photos where id = ${first}`
    await expect(viewer).toContainText('1 von 2')
    await expect(viewer).toContainText('Am Fluss')
    await app.server.sql()`update entries set is_private = true where id = ${entry}`
    await expect(viewer).toBeHidden()
    await expect(page.getByText('Drei Bilder')).toHaveCount(0)
  })
})

test('a photo that is not here says so, and comes with the network', async ({ app }) => {
  const page = await app.signedIn(firstPartner, { viewport: phone, init: asOverPlainHttp })
  await page.route(pictures, async (route) => route.abort())
  const [wide] = await drawn(page)
  await putPhotos(app.server, await seed(app, 'Željka', { content: 'Ein Bild', createdAt: day }), [
    wide,
  ])
  const card = cardOf(page, 'Ein Bild')
  await expect(card).toContainText('Nicht auf diesem Gerät')
  await card.getByRole('button', { name: /^Foto von/ }).click()
  await expect(page.getByRole('dialog')).toContainText('Nicht auf diesem Gerät')
  await page.context().setOffline(true)
  await expect(page.getByText('Offline – ')).toBeAttached()
  await page.unroute(pictures)
  await page.context().setOffline(false)
  await pictureShown(page.getByRole('dialog').getByRole('img'))
  await expect(page.getByText('Nicht auf diesem Gerät')).toHaveCount(0)
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

const pictures = '**/rpc/photo_picture'

/** Holds the requests for pictures until what it returns is called. */
async function holdPictures(page: Page): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(pictures, async (route) => {
    await released
    return route.continue()
  })
  return release
}

interface Way {
  readonly x: number
  readonly y: number
}

const swipe = async (page: Page, by: Way) => moveFingers(page, [by])
const pinchOut = async (page: Page) =>
  moveFingers(page, [
    { x: -100, y: -100 },
    { x: 100, y: 100 },
  ])

/** Each finger from the middle of the screen, a little of its way ahead. */
async function moveFingers(page: Page, ways: readonly Way[]): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const from = { x: phone.width / 2, y: phone.height / 2 }
  const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', part: number) => {
    const touchPoints = ways.map(({ x, y }, id) => ({
      id,
      x: from.x + x * part,
      y: from.y + y * part,
    }))
    await session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : touchPoints,
    })
    // The viewer follows the fingers in each frame.
    await page.evaluate(async () => new Promise(requestAnimationFrame))
  }
  await touch('touchStart', 0.1)
  for (const part of [0.2, 0.4, 0.6, 0.8, 1]) await touch('touchMove', part)
  await touch('touchEnd', 1)
  await session.detach()
}

/** Runs in the page: both taps at once, so that none is too late for the other. */
function tapTwice(image: Element): void {
  const { x, y, width, height } = image.getBoundingClientRect()
  const at = {
    clientX: x + width / 2,
    clientY: y + height / 2,
    pointerId: 9,
    pointerType: 'touch',
    bubbles: true,
  }
  for (const type of ['pointerdown', 'pointerup', 'pointerdown', 'pointerup'])
    image.dispatchEvent(new PointerEvent(type, at))
}

/** The place of the photo that the viewer shows. */
async function placeOf(viewer: Locator): Promise<{ y: number; width: number }> {
  const { y = 0, width = 0 } = (await viewer.getByRole('img').boundingBox()) ?? {}
  return { y, width }
}

const sizeOf = (box: { width: number; height: number } | null) => ({
  width: box?.width,
  height: box?.height,
})

/** Runs in the page: a share sheet that is too late for the first press. */
function takeShares(): void {
  let count = 0
  Object.assign(navigator, {
    canShare: () => true,
    share: async ({ files: [file] }: { files: File[] }) => {
      count += 1
      if (count === 1) throw new DOMException('no press', 'NotAllowedError')
      document.documentElement.dataset['shared'] = `${file?.name} ${file?.type} ${file?.size}`
    },
  })
}
