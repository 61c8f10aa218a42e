import { expect, firstPartner, phone, test } from '../support/e2e.ts'
import { bell, lines } from './bell-steps.ts'
import { openBook, openDialog, takeAlong } from './book-steps.ts'
import { cards, choose, seed } from './main-screen-steps.ts'
import { storePhoto } from './stored-photo.ts'

test('a filter, the search, the name of a day and the bell know the photos of entries', async ({
  app,
}) => {
  const long = (day: number) => new Date(Date.now() - day * 86_400_000)
  await seed(app, 'Jonas', { content: 'Ohne Bild', createdAt: long(2) })
  const mine = await seed(app, 'Jonas', { content: 'Am Meer', createdAt: long(3) })
  await storePhoto(app, mine, { description: 'Željka springt ins Wasser' })
  await storePhoto(app, mine, { position: 1 })
  const hers = await seed(app, 'Željka', { content: 'Im Schnee', createdAt: long(4) })
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
  const entry = await seed(app, 'Željka', { content: 'Am Meer', category: 'erzaehlen' })
  await storePhoto(app, entry, { description: 'Der Sprung' })
  await storePhoto(app, entry, { position: 1 })
  const page = await app.signedIn(firstPartner, { viewport: phone })
  await openDialog(page)
  const wanted = page.getByRole('switch', { name: /^Mit Fotos \(etwa [\d,.]+ kB\)$/ })
  await expect(wanted).not.toBeChecked()
  await wanted.click()
  const book = await openBook(browser, await takeAlong(page, info.outputDir))
  const article = book.page.getByRole('article')
  await expect(article.getByRole('img')).toHaveCount(2)
  const image = article.getByRole('img', { name: 'Der Sprung' })
  await expect(image).toHaveJSProperty('naturalWidth', 1)
  await expect(article.getByRole('img', { name: /^Foto von Željka, / })).toBeVisible()
  const pdf = (await book.page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf).toMatch(/\/Subtype\s*\/Image/)
  await book.page.getByLabel('Suchen').fill('sprung')
  await expect(article).toHaveCount(1)
  await book.close()
})
