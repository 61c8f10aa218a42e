import type { FileChooser, Locator, Page } from '@playwright/test'
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
  const chooser = await openChooser(form, 'Fotos hinzufügen')
  await chooser.setFiles(files)
}

/** Opens the system's choice of files by a button of the form; nothing is chosen yet. */
export async function openChooser(
  form: Locator,
  button: 'Fotos hinzufügen' | 'Foto aufnehmen',
): Promise<FileChooser> {
  const chooser = form.page().waitForEvent('filechooser')
  await form.getByRole('button', { name: button }).click()
  return chooser
}

/** Drags a photo by its picture to the place of another, by the mouse or by a finger. */
export async function dragPhoto(
  form: Locator,
  { from, to, by }: { from: number; to: number; by: 'mouse' | 'finger' },
): Promise<void> {
  const page = form.page()
  await photoRow(form, Math.max(from, to)).scrollIntoViewIfNeeded()
  const [start, end] = await Promise.all(
    [from, to].map(async (place) => middleOf(photoRow(form, place).locator('img'))),
  )
  if (start === undefined || end === undefined) throw new Error('no such photo')
  if (by === 'mouse') {
    await page.mouse.move(start.x, start.y)
    await page.mouse.down()
    await page.mouse.move(end.x, end.y, { steps: 5 })
    await page.mouse.up()
    return
  }
  const session = await page.context().newCDPSession(page)
  const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: typeof start) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] })
  await touch('touchStart', start)
  for (let step = 1; step <= 5; step++)
    await touch('touchMove', { x: end.x, y: start.y + ((end.y - start.y) * step) / 5 })
  await touch('touchEnd')
  await session.detach()
}

async function middleOf(element: Locator): Promise<{ x: number; y: number }> {
  const box = await element.boundingBox()
  if (box === null) throw new Error('not seen')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Counts the canvases of the page from now on; those beside it do not count. */
export async function countCanvases(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const tab = globalThis as typeof globalThis & { canvases?: number }
    tab.canvases = 0
    tab.OffscreenCanvas = class extends OffscreenCanvas {
      constructor(width: number, height: number) {
        super(width, height)
        tab.canvases = (tab.canvases ?? 0) + 1
      }
    }
  })
  return async () =>
    page.evaluate(() => (globalThis as typeof globalThis & { canvases?: number }).canvases ?? -1)
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
