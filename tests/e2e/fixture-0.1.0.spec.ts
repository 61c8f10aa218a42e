import { rmSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { desktop, expect, test as base } from '../support/e2e.ts'
import { noClusterHere, localCopy, putLocalCopy, unpackDataDir } from '../support/fixture-0.1.0.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { cardOf, openEdit, textField, toasts } from './entry-steps.ts'
import { tab } from './main-screen-steps.ts'
import { openAddQuote, openFavourites } from './quote-steps.ts'

/** The server runs on the unpacked cluster, whose rows stay. */
const test = base.extend<object, { server: TestServer }>({
  server: [
    async ({ journalConfig }, provide) => {
      const dataDir = unpackDataDir()
      const server = await startTestServer({ dataDir, config: journalConfig })
      await provide({ ...server, emptyJournal: () => Promise.resolve() })
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
})

interface StoredOperation {
  readonly operation: Readonly<Record<string, unknown>>
}

/** The id of the row that a waiting operation of the copy is about. */
function waiting(action: string, field: string): string {
  const stores = localCopy().databases.flatMap(({ stores }) => stores)
  const rows = (stores.find(({ name }) => name === 'outbox')?.rows ?? []) as StoredOperation[]
  const found = rows.find(({ operation }) => operation['action'] === action)
  return String(found?.operation[field])
}

async function expectSent(server: TestServer): Promise<void> {
  const sql = server.sql()
  const entries = async () =>
    sql<{ content: string; completed: boolean; edit_version: number }[]>`
      select content, completed, edit_version from public.entries`
  const contents = async () => (await entries()).map(({ content }) => content)
  const gone = [
    'Wird auf dem Gerät gelöscht und ist fällig',
    'Wird auf dem Gerät gelöscht und wartet',
  ]
  await expect
    .poll(async () => (await contents()).filter((content) => gone.includes(content)), {
      timeout: 30_000,
    })
    .toEqual([])
  // The automatic entry was written last, so everything has been sent once it is there.
  const automatic = '💕 Heute vor einem Jahr haben wir uns kennengelernt.'
  await expect.poll(contents, { timeout: 30_000 }).toContain(automatic)

  const all = await entries()
  const once = [
    'Ungesendet: auf dem Server angekommen, Antwort verloren',
    'Ungesendet: eine neue Idee',
    'Zusammen Brot backen, ungesendet geändert',
    automatic,
  ]
  for (const content of once)
    expect(all.filter((entry) => entry.content === content)).toHaveLength(1)
  const stateOf = (start: string) => all.find(({ content }) => content.startsWith(start))
  expect(stateOf('Zusammen Brot')?.edit_version).not.toBe(1)
  expect(stateOf('Schlüssel')).toMatchObject({ completed: false })
  expect(stateOf('Tee')).toMatchObject({ completed: true })
  // 21 rows, two deletions, two of the device that the server did not have yet.
  expect(all).toHaveLength(21)

  const count = async (table: string, id: string) =>
    (await sql`select from ${sql(`public.${table}`)} where id = ${id}`).length
  expect(await count('reactions', waiting('add-reaction', 'reactionId'))).toBe(1)
  expect(await count('reactions', waiting('remove-reaction', 'reactionId'))).toBe(0)
  expect(await count('quote_likes', waiting('like-quote', 'likeId'))).toBe(1)
  expect(await count('quote_likes', waiting('unlike-quote', 'likeId'))).toBe(0)
  expect(await count('custom_quotes', waiting('add-custom-quote', 'quoteId'))).toBe(1)
  expect(await count('custom_quotes', waiting('delete-custom-quote', 'quoteId'))).toBe(0)
  expect(await sql`select from public.quote_likes`).toHaveLength(3)
  expect(await sql`select from public.custom_quotes`).toHaveLength(3)
  const looks = await sql<{ at: string }[]>`
    select to_char(seen_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
    from public.last_looks`
  expect(looks.map(({ at }) => at)).toContain(waiting('last-look', 'seenUntil'))
}

/** Opens the form for a new entry on the present tab; it holds these texts, by their labels. */
async function expectForm(page: Page, fields: Record<string, string>): Promise<Locator> {
  await page.getByRole('button', { name: 'Neuer Eintrag', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Neuer Eintrag' })
  for (const [label, value] of Object.entries(fields))
    await expect(form.getByRole('textbox', { name: label, exact: true })).toHaveValue(value)
  return form
}

async function close(form: Locator): Promise<void> {
  await form.getByRole('button', { name: 'Abbrechen' }).click()
  await form.waitFor({ state: 'hidden' })
}

test('a browser of 0.1.0 with unsent work loses nothing: all is sent once, and every text is found', async ({
  app,
}) => {
  // PostgreSQL's files are not portable: on another platform there is no cluster of 0.1.0 to open.
  test.skip(noClusterHere !== undefined, noClusterHere)
  test.setTimeout(120_000)
  const page = await (await app.device({ viewport: desktop })).newPage()
  await putLocalCopy(page, app.server)
  await page.goto('/')

  await expect(page.locator('html')).toHaveClass(/dark/)
  await expect(toasts(page)).toContainText('Fehler beim Erstellen des Eintrags')
  await expect(toasts(page)).toContainText('Fehler beim Aktualisieren des Eintrags')
  await expect(toasts(page)).toContainText('Das Zitat konnte nicht hinzugefügt werden')
  await expectSent(app.server)

  // What the journal did while the device was closed has arrived.
  await expect(cardOf(page, 'Von ihr geschrieben, als das Gerät zu war')).toBeVisible()
  await expect(cardOf(page, 'Von ihr gelöscht')).toHaveCount(0)
  await expect(cardOf(page, 'Wird auf dem Gerät gelöscht')).toHaveCount(0)
  await expect(cardOf(page, 'Abgelehnt:')).toHaveCount(0)

  await tab(page, 'Ideen').click()
  await close(await expectForm(page, { Text: 'Entwurf einer Idee' }))
  await tab(page, 'Übersetzungen').click()
  await close(await expectForm(page, { Deutsch: 'Entwurf', Kroatisch: 'nacrt' }))
  await tab(page, 'Gedanken').click()
  const form = await expectForm(page, { Text: 'Entwurf eines Gedankens' })
  await form.getByRole('button', { name: 'Verwerfen' }).click()
  await close(form)
  await close(await expectForm(page, { Text: 'Abgelehnt: ein neuer Gedanke' }))

  // Among all entries it is further down than the cards that are drawn at first.
  await tab(page, 'Ideen').click()
  const idea = await openEdit(page, cardOf(page, 'Im Mai ans Meer'))
  await expect(textField(idea)).toHaveValue('Im Mai ans Meer, Entwurf einer Änderung')
  await close(idea)
  await tab(page, 'Alle').click()
  const refused = cardOf(page, 'Wird abgelehnt geändert')
  const edit = await openEdit(page, refused)
  await expect(textField(edit)).toHaveValue('Wird abgelehnt geändert, Entwurf danach')
  await edit.getByRole('button', { name: 'Gespeicherten Text übernehmen' }).click()
  await close(edit)
  await openEdit(page, refused)
  await expect(textField(edit)).toHaveValue('Wird abgelehnt geändert: Abgelehnte Fassung')
  await close(edit)

  await openFavourites(page)
  const quote = await openAddQuote(page)
  const words = quote.getByLabel('Zitat', { exact: true })
  await expect(words).toHaveValue('Entwurf eines Zitats')
  for (const field of await quote.getByRole('textbox').all()) await field.fill('')
  await close(quote)
  await openAddQuote(page)
  await expect(words).toHaveValue('Abgelehnt: ein eigenes Zitat')
})
