import type { Locator, Page } from '@playwright/test'
import { drawPhoto, putPhotos } from '../support/drawn-photos.ts'
import { expect } from '../support/e2e.ts'
import { cardOf, openForm, textField } from '../e2e/entry-steps.ts'
import { choose, seed } from '../e2e/main-screen-steps.ts'
import { choosePhotos, photosShown, pictureFile, pictureShown } from '../e2e/photo-steps.ts'
import { hoursBefore, journey, type Journey } from './gallery.ts'

const description = 'Der Steg am Abend, als die Schwalben ganz tief flogen'

/** Entries of hers with one to four photos, and with photos of odd shapes. */
async function fillCards({ app }: Journey, page: Page): Promise<void> {
  const wide = await drawPhoto(page, { width: 2048, height: 1366 })
  const high = await drawPhoto(page, { width: 683, height: 1024, hue: 30 })
  const panorama = await drawPhoto(page, { width: 2048, height: 256, hue: 100 })
  const line = await drawPhoto(page, { width: 2048, height: 20 })
  const tower = await drawPhoto(page, { width: 20, height: 2048, hue: 30 })
  const described = { ...high, description }
  for (const [index, [content, photos]] of [
    ['Ein Foto, breit', [wide]],
    ['Ein Foto, hoch', [high]],
    ['Zwei Fotos', [wide, described]],
    ['Drei Fotos', [described, wide, high]],
    ['Vier Fotos', [wide, high, panorama, wide]],
    ['Eine Aussicht', [panorama]],
    ['Eine Linie', [line]],
    ['Ein Turm', [tower]],
  ].entries() as IterableIterator<[number, [string, (typeof wide)[]]]>)
    await putPhotos(
      app.server,
      await seed(app, 'Željka', {
        content,
        category: 'erzaehlen',
        createdAt: hoursBefore(index + 1),
      }),
      photos,
    )
}

/** Brings a card to the screen's top, with its photos. */
async function show(card: Locator): Promise<void> {
  await card.evaluate((element) => element.scrollIntoView({ block: 'start' }))
  await card.page().evaluate(() => scrollBy(0, -120))
  for (const image of await card.getByRole('img').all()) await pictureShown(image)
}

journey('photos on cards', async (one) => {
  const { open, take } = one
  const page = await open()
  await fillCards(one, page)
  const single = ['Ein Foto, breit', 'Ein Foto, hoch']
  const several = ['Zwei Fotos', 'Drei Fotos', 'Vier Fotos']
  for (const content of [...single, ...several, 'Eine Aussicht', 'Ein Turm']) {
    await show(cardOf(page, content))
    await take(page, content)
  }
})

journey('photos large', async (one) => {
  const { open, take } = one
  const page = await open()
  await fillCards(one, page)
  const viewer = page.getByRole('dialog', { name: 'Fotos ansehen' })
  const openFirst = async (content: string) => {
    await cardOf(page, content).getByRole('listitem').getByRole('button').first().click()
    await pictureShown(viewer.locator('.pswp__item[aria-hidden=false] .pswp__img').last())
  }
  await openFirst('Drei Fotos')
  await take(page, 'with a description')
  await viewer.getByRole('button', { name: 'Nächstes Foto' }).click()
  await expect(viewer).toContainText('2 von 3')
  await take(page, 'the second')
  await page.keyboard.press('z')
  await take(page, 'enlarged')
  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
  await openFirst('Ein Foto, breit')
  await take(page, 'the only one')
})

journey('photos on their way', async ({ open, take }) => {
  const page = await open()
  const light = await pictureFile(page, { name: 'schnee.jpg', colour: 'white' })
  const dark = await pictureFile(page, { name: 'nacht.jpg', colour: 'black' })
  let sent = 0
  await page.route('**/rpc/add_photo', (route) => (sent++ < 2 ? route.continue() : undefined))
  const write = async (text: string, files: (typeof light)[]) => {
    const form = await openForm(page)
    await textField(form).fill(text)
    await choosePhotos(form, files)
    await photosShown(form, files.length)
    await form.getByRole('button', { name: 'Eintragen' }).click()
    await expect(form).toBeHidden()
  }
  await write('Im Schnee', [light, dark, light])
  await expect(cardOf(page, 'Im Schnee')).toContainText('2 von 3 Fotos gesendet')
  await take(page, 'two of three sent')
  await write('Nur eins', [light])
  await expect(cardOf(page, 'Nur eins')).toContainText('Das Foto wird gesendet')
  await take(page, 'being sent')
})

journey('photos that are refused', async ({ open, take }) => {
  const page = await open()
  await page.route('**/rpc/add_photo', async (route) =>
    route.fulfill({ status: 400, json: { code: 'PH001', message: 'refused' } }),
  )
  const form = await openForm(page)
  await textField(form).fill('Zu viele')
  await choosePhotos(form, [
    await pictureFile(page, { name: 'see.jpg', colour: 'steelblue' }),
    await pictureFile(page, { name: 'wald.jpg', colour: 'seagreen', width: 500, height: 800 }),
  ])
  await photosShown(form, 2)
  await form.getByRole('button', { name: 'Eintragen' }).click()
  await expect(cardOf(page, 'Zu viele').getByRole('button', { name: 'Weglassen' })).toHaveCount(2)
  await take(page, 'both')
})

journey('photos that are not here', async (one) => {
  const { open, take } = one
  const page = await open()
  await page.route('**/rpc/photo_picture', async (route) => route.abort())
  await fillCards(one, page)
  // In steps: a card that is far away is not drawn.
  for (const content of ['Zwei Fotos', 'Drei Fotos', 'Vier Fotos', 'Ein Turm']) {
    const card = cardOf(page, content)
    await card.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    await expect(card).toContainText('Nicht auf diesem Gerät')
    await take(page, content)
  }
  await cardOf(page, 'Vier Fotos').getByRole('listitem').getByRole('button').first().click()
  await expect(page.getByRole('dialog')).toContainText('Nicht auf diesem Gerät')
  await take(page, 'large')
})

journey('around photos', async (one) => {
  const { app, open, take, form } = one
  const page = await open()
  await fillCards(one, page)
  await choose(page, 'Fotos', 'Mit Fotos')
  await expect(page.getByRole('button', { name: 'Filter, 1 aktiv' })).toBeVisible()
  await take(page, 'filter')
  await page.goto('/')
  const memory = await seed(app, 'Željka', {
    content: 'Vor einem Jahr haben wir am Fluss gesessen und nichts gesagt.',
    category: 'erzaehlen',
    createdAt: new Date('2025-06-12T18:00:00+02:00'),
  })
  await putPhotos(app.server, memory, [await drawPhoto(page, { width: 1024, height: 683 })])
  const region = page.getByRole('region', { name: /^Heute vor/ })
  await expect(region).toBeVisible()
  if (form.layout === 'phone') await region.getByRole('heading').getByRole('button').click()
  await pictureShown(region.getByRole('img'))
  await take(page, 'memory')
  await page.getByRole('button', { name: /^Neu für dich/ }).click()
  await take(page, 'bell')
  await page.getByRole('button', { name: 'Auf diesem Gerät', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Auf diesem Gerät' })
  await expect(dialog.getByText(/^Fotos: /)).toBeVisible()
  await take(page, 'device')
  const wanted = dialog.getByRole('switch', { name: /^Mit Fotos/ })
  await wanted.click()
  await wanted.scrollIntoViewIfNeeded()
  await take(page, 'taking photos along')
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Alles mitnehmen' }).click()
  await download
  await dialog.getByRole('button', { name: 'Noch einmal sichern' }).scrollIntoViewIfNeeded()
  await take(page, 'taken along')
  await dialog.getByRole('button', { name: 'Fotos von diesem Gerät entfernen' }).click()
  await expect(dialog.getByText('Die Fotos sind von diesem Gerät entfernt.')).toBeVisible()
  await take(page, 'removed from the device')
})
