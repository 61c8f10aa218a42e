import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { percentile } from '../access/attacks/support/reader.ts'
import { drawPhoto } from '../support/drawn-photos.ts'
import { cardOf, openForm, textField, write } from '../e2e/entry-steps.ts'
import { choosePhotos, photosShown, type PictureFile } from '../e2e/photo-steps.ts'
import {
  desktop,
  expect,
  firstPartner,
  phone,
  secondPartner,
  test,
  type TestApp,
} from '../support/e2e.ts'
import { slowNetwork } from './cpu.ts'
import { keepGrainyPhoto } from './grainy-photo.ts'
import { atMost, megabytes, milliseconds, report, type Figure } from './figures.ts'
import { openOnDisk } from './journal-page.ts'
import { framesWhileScrolling, scrollPast, whileDrawing } from './page-figures.ts'
import { inUnwatchedTab } from './unwatched-tab.ts'
import { seedJournal, untilStreamed } from './seed.ts'

const entries = 5_000

/* A photo at each of 5,000 entries, all of the same two pictures. */
test('photos cost the list little', async ({ app }) => {
  test.setTimeout(1_200_000)
  await seedJournal(app.server, { entries })
  await addPhotos(app)
  const figures = await whileDrawing(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tagebuch-bench-'))
    const page = await openOnDisk(app, phone, folder)
    try {
      const figures = await measured(page)
      await page.context().close()
      return [...figures, await memory(app, folder)]
    } finally {
      await page.context().close()
      await rm(folder, { recursive: true, force: true })
    }
  })
  report('photos', figures)
})

/* The photos of a day out are under way while a text is written. */
test('a text passes the photos that are under way', async ({ app }) => {
  test.setTimeout(300_000)
  const page = await app.signedIn(firstPartner, { viewport: phone })
  const partner = await app.signedIn(secondPartner, { viewport: desktop })
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', photosNetwork)
  const files = await grainyFiles(page)
  const isUnderWay = page.waitForRequest(/rpc\/add_photo/, { timeout: 60_000 })
  for (const count of [4, 4, 2]) {
    const form = await openForm(page)
    await choosePhotos(form, files.slice(0, count))
    await photosShown(form, count)
    await textField(form).fill(`Ausflug mit ${count} Fotos`)
    await form.getByRole('button', { name: 'Eintragen' }).click()
    await expect(form).toBeHidden()
  }
  await isUnderWay
  const start = performance.now()
  await write(page, 'Und wir sind gut zu Hause')
  await cardOf(partner, 'Und wir sind gut zu Hause').waitFor()
  const took = performance.now() - start
  const [row] = await app.server.sql()`select count(*)::int as there from public.photos`
  expect(row?.['there'], 'photos that have arrived').toBeLessThan(10)
  const name = 'ten photos at 1.6 Mbit/s: a text is with the partner'
  report('photos-under-way', [atMost(name, took, 3_000, milliseconds)])
})

/** 1.6 Mbit/s in both directions. */
const photosNetwork = { ...slowNetwork, uploadThroughput: slowNetwork.downloadThroughput }

/** Four times a photo of 2 megapixels. */
async function grainyFiles(page: Page): Promise<PictureFile[]> {
  await page.evaluate(keepGrainyPhoto, { width: 1600, height: 1200, quality: 0.7 })
  const base64 = await page.evaluate(async () => {
    const { photo } = globalThis as unknown as { photo: Blob }
    const bytes = new Uint8Array(await photo.arrayBuffer())
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  })
  const buffer = Buffer.from(base64, 'base64')
  return ['a', 'b', 'c', 'd'].map((name) => ({
    name: `${name}.jpg`,
    mimeType: 'image/jpeg',
    buffer,
  }))
}

async function addPhotos(app: TestApp): Promise<void> {
  const helper = await (await app.device({ viewport: desktop })).newPage()
  const drawn = await drawPhoto(helper, { width: 1024, height: 683 })
  await helper.context().close()
  const { width, height, placeholder, preview, full } = drawn
  await app.server.sql().transaction(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`
      insert into photos (entry_id, user_id, position, width, height, placeholder, bytes, created_at, visible_since, updated_at)
      select id, user_id, 0, ${width}, ${height}, ${placeholder}, ${preview.length + full.length},
        created_at, visible_since, updated_at
      from entries`
    await sql`
      insert into photo_files (photo_id, size, type, bytes)
      select id, 'preview', 'image/jpeg', ${preview}::bytea from photos
      union all select id, 'full', 'image/jpeg', ${full}::bytea from photos`
  })
  await untilStreamed(app.server)
}

async function measured(page: Page): Promise<Figure[]> {
  // The previews of what is scrolled by are on the device the second time.
  await framesWhileScrolling(page, 300)
  await page.evaluate(() => window.scrollTo(0, 0))
  const frames = await framesWhileScrolling(page, 300)
  await page.evaluate(() => window.scrollTo(0, 0))
  await page.evaluate(watchCards)
  await framesWhileScrolling(page, 300)
  const seen = await page.evaluate(cardsWatched)
  return [
    atMost('frames while scrolling, p95', percentile(frames, 95), 20, milliseconds),
    atMost('cards that changed their height', seen.changed, 0),
    atMost(
      'preview on the device: painted after its card, p95',
      percentile(seen.painted, 95),
      100,
      milliseconds,
    ),
  ]
}

async function memory(app: TestApp, folder: string): Promise<Figure> {
  const { executablePath = '' } = test.info().project.use.launchOptions ?? {}
  const at = { executable: executablePath, folder, url: app.url, size: phone }
  return inUnwatchedTab(at, async (tab) => {
    const drawn = () => document.querySelectorAll('[data-entry]').length
    await expect.poll(async () => tab.evaluate(drawn, undefined)).toBeGreaterThan(0)
    await scrollPast(tab, entries - 100)
    return atMost('tab after 4,900 cards', await tab.memory(), 150 * 1024 * 1024, megabytes)
  })
}

interface Watch {
  /** Cards that are gone may be collected: the memory of the tab is measured later. */
  readonly heights: WeakMap<Element, number>
  readonly painted: number[]
  changed: number
  readonly stop: () => void
}

/** Runs in the page: notes for each card that is drawn whether its height changes, and when its preview is there. */
function watchCards(): void {
  const watch: Watch = { heights: new WeakMap(), painted: [], changed: 0, stop }
  Object.assign(window, { watch })
  const sizes = new ResizeObserver((changes) => {
    for (const { target } of changes) {
      const { height } = target.getBoundingClientRect()
      if (height === 0) continue
      const before = watch.heights.get(target)
      if (before !== undefined && Math.abs(before - height) > 0.5) watch.changed += 1
      watch.heights.set(target, height)
    }
  })
  const follow = (image: HTMLImageElement, began: number) => {
    if (image.src.startsWith('blob:') && image.complete)
      watch.painted.push(performance.now() - began)
    else if (image.isConnected) requestAnimationFrame(() => follow(image, began))
  }
  const drawn = new MutationObserver((records) => {
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(node instanceof Element)) continue
      for (const card of node.querySelectorAll('[data-entry]')) sizes.observe(card)
      for (const image of node.querySelectorAll('img')) follow(image, performance.now())
    }
  })
  drawn.observe(document.body, { subtree: true, childList: true })
  function stop() {
    sizes.disconnect()
    drawn.disconnect()
  }
}

/** Runs in the page. */
function cardsWatched(): { readonly changed: number; readonly painted: readonly number[] } {
  const { changed, painted, stop } = Reflect.get(window, 'watch') as Watch
  stop()
  return { changed, painted }
}
