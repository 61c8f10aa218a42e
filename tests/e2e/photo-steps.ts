import type { Locator, Page } from '@playwright/test'
import { expect } from '../support/e2e.ts'

/** A file as a picker gives it. */
export interface PictureFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

interface Drawing {
  readonly name: string
  readonly colour: string
  readonly width?: number
  readonly height?: number
}

/** A JPEG of one colour, drawn by the browser. */
export async function pictureFile(page: Page, drawing: Drawing): Promise<PictureFile> {
  const base64 = await page.evaluate(async ({ colour, width = 800, height = 600 }) => {
    const canvas = new OffscreenCanvas(width, height)
    const context = canvas.getContext('2d')
    if (context === null) throw new Error('no canvas')
    context.fillStyle = colour
    context.fillRect(0, 0, width, height)
    context.fillStyle = 'white'
    context.fillRect(width / 4, height / 4, width / 4, height / 4)
    const blob = await canvas.convertToBlob({ type: 'image/jpeg' })
    return btoa(String.fromCharCode(...new Uint8Array(await blob.arrayBuffer())))
  }, drawing)
  return { name: drawing.name, mimeType: 'image/jpeg', buffer: Buffer.from(base64, 'base64') }
}

/** Chooses files by the form's button. */
export async function choosePhotos(form: Locator, files: PictureFile[] | string): Promise<void> {
  const chooser = form.page().waitForEvent('filechooser')
  await form.getByRole('button', { name: 'Fotos hinzufügen' }).click()
  await (await chooser).setFiles(files)
}

/** The row of a photo in a form, by its place. */
export function photoRow(form: Locator, place: number): Locator {
  return form.getByRole('listitem', { name: new RegExp(`^Foto ${place} von \\d$`) })
}

/** Waits until a form shows this number of photos, each with its picture. */
export async function photosShown(form: Locator, count: number): Promise<void> {
  const rows = form.getByRole('listitem', { name: /^Foto \d von \d$/ })
  await expect(rows).toHaveCount(count)
  for (const row of await rows.all()) await pictureShown(row.locator('img'))
}

/** Waits until an image shows its picture, not what stands in for it. */
export async function pictureShown(image: Locator): Promise<void> {
  await expect(image).toHaveAttribute('src', /^blob:/)
  await expect
    .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
    .toBeGreaterThan(1)
}

/** The descriptions in a form, in order. */
export async function descriptions(form: Locator): Promise<string[]> {
  const fields = await form.getByLabel('Beschreibung (optional)').all()
  return Promise.all(fields.map(async (field) => field.inputValue()))
}

/** Pastes a file, or drops it onto an element, as the browser's own events do. */
export async function handIn(
  target: Locator,
  file: PictureFile,
  way: 'paste' | 'drop',
): Promise<void> {
  await target.evaluate(
    (element, { base64, name, mimeType, way }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      const data = new DataTransfer()
      data.items.add(new File([bytes], name, { type: mimeType }))
      const options = { bubbles: true, cancelable: true }
      if (way === 'paste')
        element.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: data }))
      else
        for (const type of ['dragover', 'drop'])
          element.dispatchEvent(new DragEvent(type, { ...options, dataTransfer: data }))
    },
    { base64: file.buffer.toString('base64'), name: file.name, mimeType: file.mimeType, way },
  )
}

/** Holds the preparing of photos in this page until what it returns is called. */
export async function holdPreparing(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    // Called with the worker it belongs to, below.
    // oxlint-disable-next-line typescript/unbound-method
    const post = Worker.prototype.postMessage
    const released = new Promise((resolve) => Object.assign(globalThis, { prepare: resolve }))
    Worker.prototype.postMessage = function postMessage(file: unknown) {
      void released.then(() => post.call(this, file))
    }
  })
  return async () =>
    page.evaluate(() => (globalThis as typeof globalThis & { prepare?: () => void }).prepare?.())
}
