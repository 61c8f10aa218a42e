import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import { expect, firstPartner, phone, signIn, test, type TestApp } from '../support/e2e.ts'
import { openBook, openDialog, takeAlong } from './book-steps.ts'
import { allLoaded, react, seed } from './main-screen-steps.ts'

/** Every way in which a text might try to become part of the page. */
const hostile =
  '</script><script>window.hurt=1</script><img src=x onerror=window.hurt=1> <!-- \u2028 {window.hurt=1}'

/** Typefaces of this computer, with which a title, a text, a word or a quote is written; emoji have one of the system. */
async function foreignFonts(page: Page): Promise<readonly string[]> {
  await page.evaluate(() => document.fonts.ready)
  const browser = await page.context().newCDPSession(page)
  await browser.send('DOM.enable')
  await browser.send('CSS.enable')
  const { root } = await browser.send('DOM.getDocument')
  const selector = 'h1, h2, .erzaehlen .who, .erzaehlen .text, .side > span, blockquote .text'
  const { nodeIds } = await browser.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector })
  expect(nodeIds.length).toBeGreaterThan(8)
  const used = await Promise.all(
    nodeIds.map(async (nodeId) => browser.send('CSS.getPlatformFontsForNode', { nodeId })),
  )
  return used
    .flatMap(({ fonts }) => fonts)
    .filter(({ isCustomFont }) => !isCustomFont)
    .map(({ familyName }) => familyName)
}

async function seedJournal(app: TestApp): Promise<void> {
  const at = (day: string) => new Date(`${day}T10:00:00Z`)
  await seed(app, 'Jonas', { content: hostile, createdAt: at('2026-01-05') })
  const liked = await seed(app, 'Željka', {
    content: 'Đak ist müde',
    category: 'erzaehlen',
    createdAt: at('2026-02-14'),
  })
  await react(app, 'Jonas', liked, '❤️')
  await seed(app, 'Jonas', {
    content: '🇩🇪 Haus | 🇭🇷 kuća',
    category: 'uebersetzungen',
    createdAt: at('2026-02-15'),
  })
  await seed(app, 'Jonas', { content: 'Mein Geheimnis', isPrivate: true })
  await seed(app, 'Željka', { content: 'Ihr Geheimnis', isPrivate: true })
  await app.server.sql()`
    insert into quote_likes (id, user_id, quote_text, quote_author)
    select gen_random_uuid(), id, 'Alles fließt', 'Heraklit' from profiles`
}

test('the file opens without a network and reads like the journal', async ({
  app,
  browser,
}, info) => {
  await seedJournal(app)
  const page = await app.signedIn(firstPartner)
  await expect(page.getByText('Mein Geheimnis')).toBeVisible()
  await openDialog(page)
  // It says where the way back is.
  await expect(page.getByRole('dialog')).toContainText('npm run import')
  const file = await takeAlong(page, info.outputDir)
  await expect(page.getByText(/tagebuch-\d{4}-\d\d-\d\d\.html \(.+\) liegt bei/)).toBeVisible()
  const book = await openBook(browser, file)
  await test.step('title, months, names, reactions, favourites, words', async () => {
    await expect(book.page.getByRole('heading', { level: 1 })).toHaveText('Unser Tagebuch')
    await expect(book.page.getByRole('banner')).toContainText('Jonas & Željka')
    await expect(book.page.getByRole('heading', { name: 'Januar 2026' })).toBeVisible()
    await expect(book.page.getByText('❤️ Jonas').first()).toBeVisible()
    await expect(book.page.getByText('❤️ Jonas · ❤️ Željka')).toBeVisible()
    await expect(book.page.getByRole('listitem')).toHaveText('🇩🇪 Haus🇭🇷 kuća')
  })
  await test.step('its letters are those of the app, German and Croatian ones too', async () => {
    expect(await foreignFonts(book.page)).toEqual([])
  })
  await test.step('texts stay texts, and the file sends no request', async () => {
    await expect(book.page.getByText('<script>window.hurt=1</script>')).toBeVisible()
    expect(await book.page.evaluate(() => 'hurt' in window)).toBe(false)
    expect(book.asked).toEqual([pathToFileURL(file).href])
  })
  await test.step('printed, it has a page for its title and one for each month', async () => {
    const pdf = await book.page.pdf({ preferCSSPageSize: true })
    const text = pdf.toString('latin1')
    // Title, January, February, favourites, words; A5 in points.
    expect(text.match(/\/Type\s*\/Page\b/g)?.length).toBe(5)
    expect(/\/MediaBox\s*\[[^\]]+\]/.exec(text)?.[0]).toMatch(
      /\[0 0 4(19|20)(\.\d+)? 59[45](\.\d+)?\]/,
    )
  })
  await test.step('the search finds texts as the app does', async () => {
    await book.page.getByLabel('Suchen').fill('"djak is\u00ADt mude"')
    await expect(book.page.getByRole('status')).toHaveText('1 Eintrag')
    await expect(book.page.getByRole('article')).toContainText('Đak ist müde')
    await book.page.getByLabel('Suchen').fill('nirgends')
    await expect(book.page.getByRole('status')).toHaveText('Dazu steht hier nichts.')
  })
  await test.step('without scripts it can be read', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const plain = await context.newPage()
    await plain.goto(pathToFileURL(file).href)
    await expect(plain.getByText('<script>window.hurt=1</script>')).toBeVisible()
    await expect(plain.getByText('14. Februar 2026 · 📖 Erzählen · Željka')).toBeVisible()
    await expect(plain.getByText('„Alles fließt“')).toBeVisible()
    await context.close()
  })
  const text = await readFile(file, 'utf8')
  expect(text).not.toContain('Geheimnis')
  await book.close()

  await test.step('private notes are in it only on request, and only mine; unsent work is in it and marked', async () => {
    await page.keyboard.press('Escape')
    await openDialog(page)
    await page.getByRole('switch', { name: 'Auch meine privaten Notizen mitnehmen' }).click()
    const own = await takeAlong(page, info.outputDir)
    expect(await readFile(own, 'utf8')).toContain('Mein Geheimnis')
    expect(await readFile(own, 'utf8')).not.toContain('Ihr Geheimnis')

    await test.step('without a network, too', async () => {
      await page.keyboard.press('Escape')
      await allLoaded(page)
      await page.context().setOffline(true)
      const card = page.getByRole('article').filter({ hasText: 'Đak ist müde' })
      await card.getByRole('button', { name: 'Erledigt' }).click()
      await openDialog(page)
      const waiting = await openBook(browser, await takeAlong(page, info.outputDir))
      await expect(waiting.page.getByText('noch nicht gesendet')).toBeVisible()
      await waiting.close()
    })
  })
})

/** Runs in the page: what is older than the newest 50 entries is not answered until it is released. */
function holdOlderPages(): void {
  const fetch = window.fetch.bind(window)
  const released = new Promise<void>((resolve) => Object.assign(window, { release: resolve }))
  window.fetch = async (...args) => {
    const url = args[0] instanceof Request ? args[0].url : String(args[0])
    if (decodeURIComponent(url).includes('updated_at.lt')) await released
    return fetch(...args)
  }
}

/** Runs in the page, whose code comes by the network: no service worker has it in this test. */
function sayOnline(isOnline: boolean): void {
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: isOnline })
  dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
}

test('an unfinished copy is completed first; without a network the file says how far it reaches', async ({
  app,
  browser,
}, info) => {
  await app.server.sql()`
      insert into entries (user_id, category, content)
      select id, 'gedanken', 'Nr. ' || n from profiles cross join generate_series(1, 60) n
      where name = 'Jonas'`
  // Older than the minute that each pull asks for once more.
  await app.server.sql().transaction(async (sql) => {
    await sql`alter table entries disable trigger user`
    await sql`
        update entries set updated_at = updated_at - interval '1 hour'
        where content in (select 'Nr. ' || n from generate_series(1, 10) n)`
    await sql`alter table entries enable trigger user`
  })
  const device = await app.device({ init: holdOlderPages })
  await signIn(device, app.server, firstPartner)
  const page = await device.newPage()
  await page.goto('/')
  await openDialog(page)
  await expect(page.getByText(/Ältere kommen noch\./)).toBeVisible()
  await test.step('without a network', async () => {
    await page.evaluate(sayOnline, false)
    const book = await openBook(browser, await takeAlong(page, info.outputDir))
    await expect(book.page.getByRole('banner')).toContainText('50 Einträge')
    await expect(book.page.getByText(/^Nicht vollständig: Darin ist, was seit dem/)).toBeVisible()
    await book.close()
  })
  await test.step('with one it waits', async () => {
    await page.evaluate(sayOnline, true)
    const file = takeAlong(page, info.outputDir)
    await expect(page.getByText('Erst wird die Kopie auf diesem Gerät')).toBeVisible()
    await page.evaluate(() => (Reflect.get(window, 'release') as () => void)())
    const book = await openBook(browser, await file)
    await expect(book.page.getByRole('banner')).toContainText('60 Einträge')
    await expect(book.page.getByText('Nicht vollständig')).toBeHidden()
    await book.close()
  })
})

/** As the installed app on an iPhone: what it is handed is kept instead of shown. */
function becomeIPhone(): void {
  const shared: string[] = []
  let isClosed = true
  Object.assign(window, { shared })
  const replaced = {
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)',
    canShare: ({ files = [] }: ShareData) => files.length === 1,
    share: async ({ files = [] }: ShareData) => {
      // The sheet is closed once without a choice.
      if (isClosed) {
        isClosed = false
        throw new DOMException('closed', 'AbortError')
      }
      for (const file of files) shared.push(`${file.name} ${file.type} ${await file.text()}`)
    },
  }
  for (const [name, value] of Object.entries(replaced))
    Object.defineProperty(navigator, name, { configurable: true, value })
}

test('on an iPhone the file goes through the share sheet, and nothing is downloaded', async ({
  app,
}) => {
  await seedJournal(app)
  const page = await app.signedIn(firstPartner, { viewport: phone, init: becomeIPhone })
  const downloads: string[] = []
  page.on('download', (one) => downloads.push(one.suggestedFilename()))
  await openDialog(page)
  await page.getByRole('button', { name: 'Alles mitnehmen' }).click()
  const press = page.getByRole('button', { name: 'Teilen oder sichern' })
  const shared = () => page.evaluate(() => Reflect.get(window, 'shared') as string[])
  await press.click()
  expect(await shared()).toEqual([])
  await press.click()
  await expect.poll(shared).toHaveLength(1)
  const [file = ''] = await shared()
  expect(file).toMatch(/^tagebuch-\d{4}-\d\d-\d\d\.html text\/html <!doctype html>/i)
  expect(file).toContain('Đak ist müde')
  expect(file).not.toContain('Geheimnis')
  expect(downloads).toEqual([])
})
