import { expect, test, type Page } from '@playwright/test'
import { fullSide, previewSide } from '../../src/domain/limits.ts'
import { openPhotoRoom } from '../support/photo-room.ts'
import type { RoomWindow } from '../support/photo-room-page.ts'
import { atMost, median, megabytes, milliseconds, ratio, report } from './figures.ts'
import { tabMemory } from './page-figures.ts'

const rounds = 5
const mostMemory = 300 * 1024 * 1024

/** A photo of 12 megapixels is made ready, beside what a canvas needs for decoding, drawing and encoding alone. */
test('a photo is made ready', async ({ page }) => {
  const room = await openPhotoRoom(new Map())
  await page.goto(room.url)
  await page.evaluate(takePhoto)
  const made: number[] = []
  const bare: number[] = []
  for (let round = 0; round < rounds; round++) {
    made.push(await timeOf(page, 'prepare'))
    bare.push(await timeOf(page, 'bare'))
  }
  const memory = await tabMemory(page)
  await room.close()
  const value = median(made)
  const base = median(bare)
  const name = '12 megapixels made ready : bare canvas'
  expect(
    report('photo-making', [
      ratio({ name, value, base, show: milliseconds }, 1.3),
      atMost('tab afterwards', memory, mostMemory, megabytes),
    ]),
  ).toEqual([])
})

/** Keeps a JPEG of 12 megapixels in the page: areas with some grain. */
async function takePhoto(): Promise<void> {
  const canvas = new OffscreenCanvas(4032, 3024)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('no canvas')
  let seed = 1
  for (let nth = 0; nth < 40_000; nth++) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    context.fillStyle = `hsl(${seed % 360} ${20 + (seed % 50)}% ${30 + (seed % 40)}% / 0.4)`
    context.fillRect((seed >>> 8) % 4032, (seed >>> 12) % 3024, 20 + (nth % 90), 20 + (nth % 70))
  }
  const photo = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.92 })
  Object.assign(globalThis, { photo })
}

async function timeOf(page: Page, what: 'prepare' | 'bare'): Promise<number> {
  return page.evaluate(
    async ({ what, sides }) => {
      const { room, photo } = globalThis as unknown as RoomWindow & { photo: Blob }
      const start = performance.now()
      if (what === 'prepare') {
        const made = await room.preparePhoto(photo)
        if (typeof made === 'string') throw new Error(made)
        return performance.now() - start
      }
      const bitmap = await createImageBitmap(photo)
      for (const side of sides) {
        const canvas = new OffscreenCanvas(side, (side * 3) / 4)
        canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
        await canvas.convertToBlob({ type: 'image/webp', quality: 0.8 })
      }
      bitmap.close()
      return performance.now() - start
    },
    { what, sides: [fullSide, previewSide] },
  )
}
