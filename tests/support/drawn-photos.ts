import type { Page } from '@playwright/test'
import { clearPicture } from '../../src/web/pictures/clear-picture.ts'
import type { TestServer } from './server.ts'

/** The journal's database, such as a test's server has it. */
type Written = Pick<TestServer, 'sql'>

interface Sides {
  readonly width: number
  readonly height: number
}

export interface StoredPhoto extends Sides {
  readonly preview: Buffer
  readonly full: Buffer
  readonly placeholder: string
}

/** Draws a photo of these sides in the browser, as a JPEG: a sky over a field, of another colour for each hue. */
export async function drawPhoto(
  page: Page,
  { width, height, hue = 200 }: Sides & { readonly hue?: number },
): Promise<StoredPhoto> {
  const scale = Math.min(1, 640 / Math.max(width, height))
  const preview = await draw(page, width * scale, height * scale, hue)
  const full = await draw(page, width, height, hue)
  const placeholder = placeholders[hue % placeholders.length] ?? ''
  return { width, height, preview, full, placeholder }
}

/** ThumbHashes of two landscapes and a portrait. */
const placeholders = [
  '1QcSHQRnh493V4dIh4eXh1h4kJUI',
  '3PcNNYSFeXh/d3eld0iHZoZgVwh2',
  'VggKDYAW6lZvdYd6d2iZh/p4GE/k',
]

async function draw(page: Page, width: number, height: number, hue: number): Promise<Buffer> {
  const sides = [Math.round(width), Math.round(height)] as const
  const base64 = await page.evaluate(
    async ([wide, high, colour]) => {
      const canvas = new OffscreenCanvas(wide, high)
      const context = canvas.getContext('2d')
      if (context === null) throw new Error('no canvas')
      const sky = context.createLinearGradient(0, 0, 0, high)
      sky.addColorStop(0, `hsl(${colour} 60% 55%)`)
      sky.addColorStop(0.65, `hsl(${colour + 30} 70% 85%)`)
      sky.addColorStop(0.66, `hsl(${colour + 120} 35% 40%)`)
      sky.addColorStop(1, `hsl(${colour + 130} 40% 22%)`)
      context.fillStyle = sky
      context.fillRect(0, 0, wide, high)
      context.fillStyle = 'white'
      context.arc(wide * 0.7, high * 0.25, Math.min(wide, high) * 0.1, 0, 7)
      context.fill()
      const blob = await canvas.convertToBlob({ type: 'image/jpeg' })
      const bytes = new Uint8Array(await blob.arrayBuffer())
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    },
    [...sides, hue] as const,
  )
  // What the browser adds to it, a server does not take.
  return Buffer.from(clearPicture(Buffer.from(base64, 'base64')) ?? [])
}

/** Puts photos into the database, as if a device of the entry's author had sent them; yields their ids. */
export async function putPhotos(
  server: Written,
  entryId: string,
  photos: readonly (StoredPhoto & { readonly description?: string })[],
): Promise<string[]> {
  const sql = server.sql()
  const ids: string[] = []
  for (const [position, photo] of photos.entries()) {
    const { width, height, preview, full, placeholder, description = '' } = photo
    const [row] = await sql<{ id: string }[]>`
      insert into photos (entry_id, user_id, position, width, height, placeholder, description, bytes, created_at)
      select id, user_id, ${position}, ${width}, ${height}, ${placeholder}, ${description},
        ${preview.length + full.length}, created_at
      from entries where id = ${entryId}
      returning id::text`
    if (row === undefined) throw new Error('there is no such entry')
    ids.push(row.id)
    await sql`
      insert into photo_files (photo_id, size, bytes)
      values (${row.id}, 'preview', ${preview}), (${row.id}, 'full', ${full})`
  }
  return ids
}
