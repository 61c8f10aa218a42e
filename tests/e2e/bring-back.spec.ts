import { readFile, writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from '@playwright/test'
import { withoutDigests } from '../support/book.ts'
import { expect, firstPartner, secondPartner, test } from '../support/e2e.ts'
import { react, seed } from './main-screen-steps.ts'

async function openDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Neu für dich|Neuigkeiten/ }).click()
  await page.getByRole('button', { name: 'Auf diesem Gerät' }).click()
}

async function takeAlong(page: Page, folder: string): Promise<string> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Alles mitnehmen' }).click()
  const file = `${folder}/tagebuch.html`
  await (await download).saveAs(file)
  return file
}

async function choose(page: Page, file: string): Promise<void> {
  await page.getByLabel('Datei von „Alles mitnehmen“').setInputFiles(file)
}

/** The file as a browser saves it once it is open. */
async function saveOpenBook(browser: Browser, file: string, saved: string): Promise<void> {
  const book = await browser.newPage()
  await book.goto(pathToFileURL(file).href)
  await book.getByRole('article').first().waitFor()
  await writeFile(saved, await book.content())
  await book.goto(pathToFileURL(saved).href)
  await expect(book.getByRole('heading', { level: 1 })).toHaveCount(1)
  await book.close()
}

test('a person restores their rows on both screens, and a second time adds nothing', async ({
  app,
  browser,
}, info) => {
  const createdAt = new Date('2021-05-01T10:00:00Z')
  const own = await seed(app, 'Jonas', { content: 'Unser erster Mai', createdAt })
  await react(app, 'Jonas', own, '❤️')
  await seed(app, 'Željka', { content: 'Ihr Mai', createdAt })
  // Its clock is behind: the reaction in the file is of its future.
  const page = await app.signedIn(firstPartner, { at: new Date(Date.now() - 5 * 86_400_000) })
  const other = await app.signedIn(secondPartner)
  await expect(page.getByText('Unser erster Mai')).toBeVisible()
  await openDialog(page)
  const file = await takeAlong(page, info.outputDir)
  await app.server.sql()`truncate entries, removals cascade`
  await app.server.sql()`update journal set epoch = gen_random_uuid()`

  const saved = `${info.outputDir}/saved.html`
  await writeFile(saved, (await readFile(file, 'utf8')).replaceAll('erster Mai', 'zweiter Mai'))
  await choose(page, saved)
  await expect(page.getByText('Diese Datei ist beschädigt oder wurde verändert.')).toBeVisible()
  await saveOpenBook(browser, file, saved)
  await choose(page, saved)
  await expect(page.getByText('Das käme zurück: 1 Eintrag, 1 Reaktion.')).toBeVisible()
  await expect(page.getByText('lässt sich nicht prüfen')).toBeHidden()
  await page.getByRole('button', { name: 'Doch nicht' }).click()
  await writeFile(saved, withoutDigests(await readFile(file, 'utf8')))
  await choose(page, saved)
  await expect(page.getByText('Das käme zurück: 1 Eintrag, 1 Reaktion.')).toBeVisible()
  await expect(page.getByText('lässt sich nicht prüfen')).toBeVisible()
  await page.getByRole('button', { name: 'Doch nicht' }).click()
  await choose(page, file)
  await expect(page.getByText('Das käme zurück: 1 Eintrag, 1 Reaktion.')).toBeVisible()
  expect(await app.server.sql()`select from entries`).toHaveLength(0)
  await page.getByRole('button', { name: 'Zurückholen' }).click()
  await expect(page.getByText('Wieder da: 1 Eintrag, 1 Reaktion.')).toBeVisible()
  const [row] = await app.server.sql()`select created_at from entries`
  expect(row?.['created_at']).toEqual(createdAt)
  await expect(other.getByText('Unser erster Mai')).toBeVisible()

  await choose(page, file)
  await expect(page.getByText('Hier fehlt nichts, was du geschrieben hast.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Unser erster Mai')).toBeVisible()
})

test(
  'a file that cannot be taken is refused in words, and without a network nothing is lost',
  { tag: '@long' },
  async ({ app }, info) => {
    await seed(app, 'Jonas', { content: 'Unser erster Mai' })
    const page = await app.signedIn(firstPartner)
    await expect(page.getByText('Unser erster Mai')).toBeVisible()
    await openDialog(page)
    const file = await takeAlong(page, info.outputDir)
    const text = await readFile(file, 'utf8')
    const damaged: readonly (readonly [string, string])[] = [
      ['<p>Liebes Tagebuch</p>', 'Das ist keine Datei von „Alles mitnehmen“.'],
      [text.replace('"version":1', '"version":99'), 'Diese Datei kommt von einer neueren Version'],
      [text.replace(/<script[^>]+data-part="end".*\n/, ''), 'Diese Datei ist nicht vollständig.'],
      [text.replace('"by":0', '"by":7'), 'Diese Datei ist beschädigt oder wurde verändert.'],
      [
        withoutDigests(text).replaceAll('jonas@', 'paul@'),
        'Diese Datei gehört zum Tagebuch von anderen.',
      ],
    ]
    for (const [content, sentence] of damaged) {
      const changed = `${info.outputDir}/changed.html`
      await writeFile(changed, content)
      await choose(page, changed)
      await expect(page.getByText(sentence)).toBeVisible()
    }
    await page.context().setOffline(true)
    await choose(page, file)
    await expect(page.getByText('Dafür braucht es eine Verbindung zu eurem Server.')).toBeVisible()
    await page.context().setOffline(false)
    await choose(page, file)
    await expect(page.getByText('Hier fehlt nichts, was du geschrieben hast.')).toBeVisible()
  },
)

/** Entries of Jonas's, more than one call takes. */
const many = 900

test(
  'a connection that breaks in the middle leaves what is back, and the same file goes on',
  { tag: '@long' },
  async ({ app }, info) => {
    const sql = app.server.sql()
    await sql`
      insert into entries (user_id, category, content, created_at, visible_since)
      select id, 'gedanken', 'Nr. ' || n, now() - n * interval '1 hour', '1970-01-01'
      from generate_series(1, ${many}) n join profiles on name = 'Jonas'`
    await sql`
      insert into memory_marks (entry_id, user_id) select id, user_id from entries where content = 'Nr. 7'`
    await sql`
      insert into reviews (entry_id, user_id, direction, grade, words_hash, created_at)
      select id, user_id, 'hr-de', 1, id, created_at from entries where content in ('Nr. 7', 'Nr. 8')`
    const practised = await sql`select * from reviews order by id`
    const page = await app.signedIn(firstPartner)
    await openDialog(page)
    await page.getByRole('switch', { name: 'Auch meine privaten Notizen mitnehmen' }).click()
    const file = await takeAlong(page, info.outputDir)
    await sql`truncate entries, removals cascade`
    await sql`update journal set epoch = gen_random_uuid()`
    await choose(page, file)
    await expect(page.getByText(/^Das käme zurück: 900 Einträge, 1 ausgebl/)).toBeVisible()

    const calls = '**/rest/v1/rpc/import_rows*'
    let added = 0
    await page.route(calls, async (route) => {
      added += 1
      await (added > 1 ? route.abort() : route.continue())
    })
    await page.getByRole('button', { name: 'Zurückholen' }).click()
    await expect(page.getByText('Dafür braucht es eine Verbindung')).toBeVisible()
    await expect(page.getByText('Mit derselben Datei geht es weiter.')).toBeVisible()
    const back = (await sql`select from entries`).length
    expect(back).toBeGreaterThan(0)
    expect(back).toBeLessThan(many)
    await page.unroute(calls)
    await choose(page, file)
    await expect(page.getByText(`Das käme zurück: ${many - back} Einträge`)).toBeVisible()
    await page.getByRole('button', { name: 'Zurückholen' }).click()
    await expect(page.getByText(`Wieder da: ${many - back} Einträge`)).toBeVisible()
    expect(await sql`select from entries`).toHaveLength(many)
    const marked = await sql`
      select content, until from memory_marks join entries on entries.id = entry_id`
    expect([...marked]).toEqual([{ content: 'Nr. 7', until: null }])
    const reviews = await sql`select * from reviews order by id`
    const but = (rows: typeof reviews) => rows.map((row) => ({ ...row, updated_at: undefined }))
    expect(but(reviews)).toEqual(but(practised))
  },
)
