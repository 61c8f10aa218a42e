import { expect, test, type Page } from '@playwright/test'
import { openPhotoRoom, type PhotoRoom } from '../support/photo-room.ts'
import {
  expectHuge,
  expectPhotos,
  expectRefusals,
  expectTransparency,
  expectWithinLimits,
  photoFiles,
} from './photo-expectations.ts'
import { makeReady } from './prepare-steps.ts'

let room: PhotoRoom
test.beforeAll(async () => {
  room = await openPhotoRoom(photoFiles)
})
test.afterAll(async () => room.close())

/** Each line in the console fails the test. */
async function openPage(page: Page): Promise<(name: string) => ReturnType<typeof makeReady>> {
  page.on('console', (line) => expect.soft(line.text(), 'a line in the console').toBe(''))
  await page.goto(room.url)
  return async (name) => page.evaluate(makeReady, name)
}

test('a photo is made upright, small, in its colours and without place and camera, beside the page; what is no photo is refused with its reason', async ({
  page,
}) => {
  const make = await openPage(page)
  const worker = page.waitForEvent('worker')
  await expectPhotos(make)
  expect((await worker).url()).toContain('/assets/workers/')
  await expectRefusals(make)
  await expectTransparency(make, 'WebP')
  await expectHuge(make)
  await expectWithinLimits(make)
})

test('where a large canvas stays empty, as on iPhones, a photo is made smaller in the page itself, and refused only if nothing can be drawn', async ({
  context,
}) => {
  const openAs = async (mostPixels: number) => {
    const page = await context.newPage()
    await page.addInitScript(emptyCanvases, mostPixels)
    return openPage(page)
  }
  const withoutLarge = await openAs(2_000_000)
  expect(await withoutLarge('48 megapixels on their side')).toMatchObject({
    width: 1086,
    height: 1448,
    previewSize: [480, 640],
  })
  const withoutAny = await openAs(2000)
  expect(await withoutAny('turned 1')).toBe('black')
})

/** Runs in the page before the app: no canvas beside the page, none that draws more pixels, and no larger picture in memory. */
function emptyCanvases(mostPixels: number): void {
  Object.defineProperty(globalThis, 'OffscreenCanvas', { value: undefined })
  // oxlint-disable-next-line typescript/unbound-method -- it is called with the same context below
  const { drawImage } = CanvasRenderingContext2D.prototype
  CanvasRenderingContext2D.prototype.drawImage = function drawSmall(...given: unknown[]) {
    const { width, height } = this.canvas
    if (width * height <= mostPixels) Reflect.apply(drawImage, this, given)
  }
  const decode = globalThis.createImageBitmap
  globalThis.createImageBitmap = async (...given: unknown[]) => {
    const bitmap = await (Reflect.apply(decode, globalThis, given) as Promise<ImageBitmap>)
    if (bitmap.width * bitmap.height > 16_777_216) throw new Error('an iPhone draws nothing of it')
    return bitmap
  }
}
