import { drawPhoto, putPhotos } from '../support/drawn-photos.ts'
import { expect, firstPartner, phone, test } from '../support/e2e.ts'
import { ordinaryPresent } from '../support/ordinary-time.ts'
import { bell, lines } from './bell-steps.ts'
import { openBook, openDialog, takeAlong } from './book-steps.ts'
import { cards, choose, seed } from './main-screen-steps.ts'
import { storePhoto } from './stored-photo.ts'

test('a filter, the search, the name of a day and the bell know the photos of entries', async ({
  app,
}) => {
  // The one that is looked for in the calendar is in its month, on the first of one, too.
  const ago = (milliseconds: number) => new Date(ordinaryPresent().getTime() - milliseconds)
  await seed(app, 'Jonas', { content: 'Ohne Bild', createdAt: ago(2000) })
  const mine = await seed(app, 'Jonas', { content: 'Am Meer', createdAt: ago(3000) })
  await storePhoto(app, mine, { description: 'Željka springt ins Wasser' })
  await storePhoto(app, mine, { position: 1 })
  const hers = await seed(app, 'Željka', { content: 'Im Schnee', createdAt: ago(4 * 86_400_000) })
  const page = await app.signedIn(firstPartner, { viewport: { width: 1280, height: 800 } })
  await expect(cards(page)).toHaveCount(3)

  await test.step('the filter, which is in the address', async () => {
    await choose(page, 'Fotos', 'Mit Fotos')
    await expect(cards(page)).toContainText(['Am Meer'])
    await expect(page).toHaveURL(/fotos=mit/)
    await expect(page.getByRole('button', { name: 'Filter, 1 aktiv' })).toBeVisible()
    const named = page.getByRole('button', { name: /, 1 Eintrag: .*; 2 Fotos/ })
    await expect(named.first()).toBeVisible()
  })
  await test.step('photos that come to a known entry are in the list, and one piece of news', async () => {
    await expect(bell(page, 1)).toBeVisible()
    await storePhoto(app, hers)
    await expect(cards(page)).toContainText(['Am Meer', 'Im Schnee'])
    await storePhoto(app, hers, { position: 1 })
    await bell(page, 2).click()
    await expect(lines(page).first()).toContainText('Željka hat 2 Fotos geteilt')
    await expect(lines(page)).toHaveCount(2)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
  await test.step('the search finds what a photo shows', async () => {
    await page.keyboard.press('/')
    await expect(page.getByPlaceholder('Wörter')).toBeFocused()
    await page.keyboard.type('wasser')
    await expect(cards(page)).toContainText(['Am Meer'])
  })
})

test('the book has the photos on request, at their entry, and prints them', async ({
  app,
  browser,
}, info) => {
  const page = await app.signedIn(firstPartner, { viewport: phone })
  const at = (day: number) => new Date(Date.UTC(2026, 0, day))
  const told = async (content: string, day: number) =>
    seed(app, 'Željka', { content, category: 'erzaehlen', createdAt: at(day) })
  const sea = await told('Am Meer', 1)
  await storePhoto(app, sea, { description: 'Der Sprung' })
  await storePhoto(app, sea, { position: 1 })
  for (let day = 2; day < 40; day += 1) await told('Ein langer Tag. '.repeat(12).trim(), day)
  // Its preview is smaller.
  const wide = await drawPhoto(page, { width: 700, height: 400 })
  await putPhotos(app.server, await told('Am Ende', 40), [wide])
  await openDialog(page)
  const dialog = page.getByRole('dialog', { name: 'Auf diesem Gerät' })
  const wanted = dialog.getByRole('switch', { name: /^Mit Fotos \(etwa [\d,.]+ kB\)$/ })
  await expect(wanted).not.toBeChecked()
  await wanted.click()
  const book = await openBook(browser, await takeAlong(page, info.outputDir))
  const article = book.page.getByRole('article').filter({ hasText: 'Am Meer' })
  await expect(article.getByRole('img')).toHaveCount(2)
  const image = article.getByRole('img', { name: 'Der Sprung' })
  await expect(image).toHaveJSProperty('naturalWidth', 1)
  await expect(article.getByRole('img', { name: /^Foto von Željka, / })).toBeVisible()
  const pdf = (await book.page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf.match(/\/Width\s+\d+/g)).toEqual(expect.arrayContaining(['/Width 700']))
  await book.page.getByLabel('Suchen').fill('sprung')
  await expect(book.page.getByRole('article')).toHaveCount(1)
  await book.close()

  await test.step('next time the switch is off; the pictures are here, and leave on request', async () => {
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await openDialog(page)
    await expect(wanted).not.toBeChecked()
    await expect(dialog.getByText(/^Fotos: [1-9][\d,.]* kB$/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Fotos von diesem Gerät entfernen' }).click()
    await expect(dialog).toContainText('Die Fotos sind von diesem Gerät entfernt.')
    await expect(dialog).toContainText('Fotos: 0 kB')
  })
})
