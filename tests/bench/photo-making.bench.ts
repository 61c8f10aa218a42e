import { test, type Page } from '@playwright/test'
import { fullSide, previewSide } from '../../src/domain/limits.ts'
import { openPhotoRoom } from '../support/photo-room.ts'
import type { RoomWindow } from '../support/photo-room-page.ts'
import { atMost, median, megabytes, ratio, report } from './figures.ts'
import { keepGrainyPhoto } from './grainy-photo.ts'
import { tabMemory } from './page-figures.ts'

const rounds = 5
const mostMemory = 300 * 1024 * 1024

/** A photo of 12 megapixels is made ready, beside what a canvas needs for decoding, drawing and encoding alone. */
test('a photo is made ready', async ({ page }) => {
  const room = await openPhotoRoom(new Map())
  await page.goto(room.url)
  await page.evaluate(keepGrainyPhoto, { width: 4032, height: 3024, quality: 0.92 })
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
  report('photo-making', [
    ratio({ name, value, base }, 1.3),
    atMost('tab afterwards', memory, mostMemory, megabytes),
  ])
})

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
