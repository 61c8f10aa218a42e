import { rmSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { raw } from 'sql-template-tag'
import { desktop, expect, test as base } from '../support/e2e.ts'
import {
  localCopy,
  noClusterHere,
  notedRows,
  putLocalCopy,
  unpackDataDir,
  type LocalCopy,
  type OlderVersion,
} from '../support/older-version.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { list } from './bell-steps.ts'
import { cardOf, openEdit, textField, toasts } from './entry-steps.ts'
import { tab } from './main-screen-steps.ts'
import { openAddQuote, openFavourites } from './quote-steps.ts'

/** The server runs on a version's unpacked cluster, whose rows stay. */
const test = base.extend<object, { version: OlderVersion; server: TestServer }>({
  version: ['0.1.0', { option: true, scope: 'worker' }],
  server: [
    async ({ journalConfig, version }, provide) => {
      const dataDir = unpackDataDir(version)
      const server = await startTestServer({ dataDir, config: journalConfig })
      await provide({ ...server, emptyJournal: () => Promise.resolve() })
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
})

/** The writes that wait in a copy, in their order; version 0.1.0 called a mutation an operation. */
function waitingIn(copy: LocalCopy): readonly Readonly<Record<string, unknown>>[] {
  const stores = copy.databases.flatMap(({ stores }) => stores)
  const rows = (stores.find(({ name }) => name === 'outbox')?.rows ?? []) as Waiting[]
  return rows.map(({ mutation, operation = {} }) => mutation ?? operation)
}

type Waiting = Partial<Record<'mutation' | 'operation', Readonly<Record<string, unknown>>>>

/** The words on the screen for each refusal that was stored and not yet shown. */
const refusalTitles: Readonly<Record<string, string>> = {
  'create-entry': 'Fehler beim Erstellen des Eintrags',
  'edit-entry': 'Fehler beim Aktualisieren des Eintrags',
  'add-custom-quote': 'Das Zitat konnte nicht hinzugefügt werden',
  'create-reply': 'Deine Antwort wurde nicht angenommen',
  'edit-reply': 'Deine Antwort wurde nicht geändert',
  'link-story': 'Fehler beim Verbinden mit der Idee',
}

/** The kinds of writes in the copy that were refused. */
function refusedIn(copy: LocalCopy): readonly string[] {
  const stores = copy.databases.flatMap(({ stores }) => stores)
  const rows = (stores.find(({ name }) => name === 'refusals')?.rows ?? []) as { action?: string }[]
  return rows.map(({ action }) => String(action))
}

/** The rows that waiting writes of a kind add (1) or remove (0): the table, and where the write names the row. */
const rowsOfWrites = {
  'add-reaction': ['reactions', 'reactionId', 1],
  'remove-reaction': ['reactions', 'reactionId', 0],
  'like-quote': ['quote_likes', 'likeId', 1],
  'unlike-quote': ['quote_likes', 'likeId', 0],
  'add-custom-quote': ['custom_quotes', 'quoteId', 1],
  'delete-custom-quote': ['custom_quotes', 'quoteId', 0],
  'add-memory-mark': ['memory_marks', 'markId', 1],
  'remove-memory-mark': ['memory_marks', 'markId', 0],
  'create-reply': ['replies', 'replyId', 1],
  'edit-reply': ['replies', 'replyId', 1],
  'delete-reply': ['replies', 'replyId', 0],
  'link-story': ['story_links', 'storyId', 1],
  'add-review': ['reviews', 'reviewId', 1],
} as const

/** Each of these writes has been carried out once. */
async function expectRows(server: TestServer, writes: ReturnType<typeof waitingIn>) {
  const sql = server.sql()
  for (const write of writes) {
    const { action } = write
    if (!Object.hasOwn(rowsOfWrites, String(action))) continue
    const [table, field, count] = rowsOfWrites[action as keyof typeof rowsOfWrites]
    const rows = await sql<{ content?: string }[]>`
      select * from ${raw(`public.${table}`)} where id = ${String(write[field])}`
    expect(rows, String(action)).toHaveLength(count)
    if (table === 'replies' && count === 1) expect(rows[0]?.content).toBe(write['content'])
  }
}

async function expectSent(server: TestServer, version: OlderVersion): Promise<void> {
  const sql = server.sql()
  const writes = waitingIn(localCopy(version))
  /** The id of the row that a waiting write is about. */
  const waiting = (action: string, field: string) =>
    String(writes.find((write) => write['action'] === action)?.[field])
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
  // The automatic entry was written last; only what the server failed on may be sent after it.
  const automatic = '💕 Heute vor einem Jahr haben wir uns kennengelernt.'
  await expect.poll(contents, { timeout: 30_000 }).toContain(automatic)

  const texts = writes.flatMap(
    ({ edit }) => (edit as { content?: string } | undefined)?.content ?? [],
  )
  expect(texts).toContain('Ungesendet: auf dem Server angekommen, Antwort verloren')
  await expect.poll(contents, { timeout: 30_000 }).toEqual(expect.arrayContaining(texts))
  await expect(async () => expectRows(server, writes)).toPass({ timeout: 30_000 })

  const all = await entries()
  for (const content of texts)
    expect(
      all.filter((entry) => entry.content === content),
      content,
    ).toHaveLength(1)
  const stateOf = (start: string) => all.find(({ content }) => content.startsWith(start))
  expect(stateOf('Zusammen Brot')?.edit_version).not.toBe(1)
  expect(stateOf('Schlüssel')).toMatchObject({ completed: false })
  expect(stateOf('Tee')).toMatchObject({ completed: true })
  const known = new Set(notedRows(version).entries.map(({ id }) => id))
  const created = writes.filter(
    ({ action, entryId }) => action === 'create-entry' && !known.has(entryId),
  )
  expect(all).toHaveLength(known.size - gone.length + created.length)

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

/** Text that was typed and not sent is in its form again, and refused text comes after it. */
async function expectTexts(page: Page): Promise<void> {
  await tab(page, 'Ideen').click()
  await close(await expectForm(page, { Text: 'Entwurf einer Idee' }))
  await tab(page, 'Übersetzungen').click()
  await close(await expectForm(page, { Deutsch: 'Entwurf', Kroatisch: 'nacrt' }))
  await tab(page, 'Gedanken').click()
  const form = await expectForm(page, { Text: 'Entwurf eines Gedankens' })
  await form.getByRole('button', { name: 'Verwerfen' }).click()
  await close(form)
  await close(await expectForm(page, { Text: 'Abgelehnt: ein neuer Gedanke' }))

  // Among all entries they are further down than the cards that are drawn at first.
  await tab(page, 'Ideen').click()
  const idea = await openEdit(page, cardOf(page, 'Im Mai ans Meer'))
  await expect(textField(idea)).toHaveValue('Im Mai ans Meer, Entwurf einer Änderung')
  await close(idea)
  await tab(page, 'Gedanken').click()
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
}

/** Text that was typed as a reply, and the refused text of one, is in its field; a story has its idea again. */
async function expectReplyTexts(page: Page): Promise<void> {
  await page.goto('/')
  const field = page.getByRole('textbox', { name: 'Deine Antwort' })
  const reply = async (text: string) =>
    cardOf(page, text).getByRole('button', { name: 'Antworten', exact: true }).click()
  await tab(page, 'Gedanken').click()
  await reply('Tee ist alle')
  await expect(field).toHaveValue('Entwurf einer Antwort danach')
  await field.fill('')
  await field.press('Escape')
  await reply('Tee ist alle')
  await expect(field).toHaveValue('Abgelehnt: eine Antwort')
  await field.press('Escape')
  await tab(page, 'Erzählen').click()
  await reply('Heute früh am Fluss')
  await expect(field).toHaveValue('Entwurf einer Antwort')
  await field.press('Escape')
  const train = cardOf(page, 'Der Zug hielt')
  await train.getByRole('button', { name: /weitere Antwort/ }).click()
  const lines = train.getByRole('list', { name: 'Antworten' }).getByRole('listitem')
  await expect(lines.filter({ hasText: 'Ungesendet: eine Antwort' })).toBeVisible()
  await expect(lines.filter({ hasText: 'Antwort, deren Löschung wartet' })).toHaveCount(0)
  await lines
    .filter({ hasText: 'Antwort, deren Änderung abgelehnt wird' })
    .getByRole('button', { name: 'Was tun mit dieser Antwort?' })
    .click()
  await page.getByRole('button', { name: 'Antwort bearbeiten' }).click()
  await expect(field).toHaveValue('Abgelehnt geänderte Antwort')
  await field.press('Escape')

  await tab(page, 'Ideen').click()
  await cardOf(page, 'Pilze suchen').getByRole('button', { name: 'Wie war’s?' }).click()
  const story = page.getByRole('dialog', { name: 'Neuer Eintrag' })
  await expect(story).toContainText('Eure Idee:Pilze suchen')
  await expect(textField(story)).toHaveValue('Entwurf einer Geschichte')
  await close(story)
}

/** The bell says what is new to a device of before 0.2.0, once and without a network. */
async function expectVersionNews(page: Page, isNew: boolean): Promise<void> {
  await page.context().setOffline(true)
  const news = list(page).getByText(/^Neu hier: Antworten, „Wie war’s\?“, Üben/u)
  for (const times of [isNew ? 1 : 0, 0]) {
    await page.getByRole('button', { name: /^Neu für dich/ }).click()
    await expect(list(page)).toContainText('Auf diesem Gerät')
    await expect(news).toHaveCount(times)
    await page.keyboard.press('Escape')
    await list(page).waitFor({ state: 'hidden' })
  }
  await page.context().setOffline(false)
}

/** The test of one version; a file of its own, because each has a server of its own. */
export function testBrowserOf(version: OlderVersion): void {
  test.use({ version })
  test(`a browser of ${version} with unsent work loses nothing: all is sent once, and every text is found`, async ({
    app,
  }) => {
    // PostgreSQL's files are not portable: on another platform there is no cluster to open.
    test.skip(noClusterHere !== undefined, noClusterHere)
    test.setTimeout(120_000)
    const page = await (await app.device({ viewport: desktop })).newPage()
    await putLocalCopy(page, app.server, localCopy(version))
    await page.goto('/')

    await expect(page.locator('html')).toHaveClass(/dark/)
    // Three messages are on the screen at once; the texts of the others come back all the same.
    const titles = refusedIn(localCopy(version)).map((action) => refusalTitles[action] ?? action)
    const shown = async () => {
      const text = await toasts(page).innerText()
      return titles.filter((title) => text.includes(title)).length
    }
    await expect.poll(shown).toBe(3)
    await expectSent(app.server, version)

    // Changes of the journal while the device was closed have arrived.
    await expect(cardOf(page, 'Von ihr geschrieben, als das Gerät zu war')).toBeVisible()
    await expect(cardOf(page, 'Von ihr gelöscht')).toHaveCount(0)
    await expect(cardOf(page, 'Wird auf dem Gerät gelöscht')).toHaveCount(0)
    await expect(cardOf(page, 'Abgelehnt:')).toHaveCount(0)
    await expectVersionNews(page, version !== '0.2.0')
    if (version !== '0.1.0') {
      // Typed as the page ended: IndexedDB has the text before, localStorage the last letters.
      await tab(page, 'Erzählen').click()
      await close(await expectForm(page, { Text: 'Getippt, als die Seite endete' }))
    }
    await expectTexts(page)
    if (version === '0.2.0') await expectReplyTexts(page)
  })
}
