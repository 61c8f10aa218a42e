import type { Page } from '@playwright/test'
import { expect, firstPartner, newDevice, test, type TestApp } from '../support/e2e.ts'
import { openGate, type Gate } from '../support/gate.ts'
import { appOf, olderVersions } from '../support/older-version.ts'
import {
  networkIsBack,
  openEdit,
  openForm,
  remove,
  textField,
  toasts,
  toggleOf,
} from './entry-steps.ts'
import { openAddQuote, openFavourites, quoteBlock } from './quote-steps.ts'

/*
 * An app that was not updated, because its page stayed open or its service worker keeps it, against this version's
 * server.
 */

/** The card of a text; version 0.1.0 has no list of that name. */
const cardOf = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })

async function signInByTyping(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByLabel('Benutzername').fill(firstPartner.name)
  await page.getByLabel('Passwort').fill(firstPartner.password)
  await page.getByRole('button', { name: 'Anmelden' }).click()
  await expect(page.getByText('Willkommen zurück! 💕')).toBeVisible()
}

async function write(page: Page, text: string, category: string): Promise<void> {
  const form = await openForm(page, category)
  await textField(form).fill(text)
  await form.getByRole('button', { name: 'Eintragen' }).click()
  await form.waitFor({ state: 'hidden' })
  await cardOf(page, text).waitFor()
}

/** The entries of the partner from another device, with rows of kinds that version 0.1.0 does not know. */
async function partnersJournal({ server }: TestApp): Promise<void> {
  const { rest, id } = await server.client('Željka')
  const entries = await rest
    .from('entries')
    .insert([
      { user_id: id, category: 'erzaehlen', content: 'Von Željka' },
      { user_id: id, category: 'gedanken', content: 'Wieder weg' },
    ])
    .select('id')
  expect(entries.error).toBeNull()
  const [kept, gone] = (entries.data ?? []).map((row) => String(row.id))
  await server.sql()`
    insert into public.memory_marks (id, user_id, entry_id)
    select gen_random_uuid(), profiles.id, entries.id from public.profiles, public.entries`
  await server.sql()`delete from public.memory_marks where entry_id = ${String(kept)}`
  await server.sql()`
    insert into public.reviews (user_id, entry_id, direction, grade, words_hash)
    select profiles.id, entries.id, 'de-hr', 3, gen_random_uuid() from public.profiles, public.entries`
  expect((await rest.rpc('delete_unseen', { entry: gone })).error).toBeNull()
}

/** Sends one of each kind of write that both versions have. */
async function writeEachKind(page: Page): Promise<void> {
  for (const [text, category] of [
    ['Erzählt', 'Erzählen'],
    ['Gedacht', 'Gedanken'],
    ['Geplant', 'Ideen'],
    ['Gelöscht', 'Gedanken'],
  ] as const)
    await write(page, text, category)
  const form = await openEdit(page, cardOf(page, 'Erzählt'))
  await textField(form).fill('Erzählt und bearbeitet')
  await form.getByRole('button', { name: 'Speichern' }).click()
  await toggleOf(cardOf(page, 'Geplant')).click()
  await remove(page, cardOf(page, 'Gelöscht'))
  await cardOf(page, 'Von Željka').getByRole('button', { name: 'Reagieren' }).click()
  await page.getByRole('button', { name: 'Party', exact: true }).click()
  await quoteBlock(page).getByRole('button', { name: 'Gefällt mir' }).click()
  await openFavourites(page)
  const dialog = await openAddQuote(page)
  await dialog.getByLabel('Zitat', { exact: true }).fill('Ein eigenes')
  await dialog.getByLabel(/^(Autor|Von wem\?)/).fill('Jonas')
  await dialog.getByRole('button', { name: 'Hinzufügen' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.goBack()
}

async function stored({ server }: TestApp) {
  const sql = server.sql()
  const entries = await sql<{ content: string; done: boolean }[]>`
    select content, completed as done from public.entries order by content`
  const [counts] = await sql<{ reactions: number; likes: number; quotes: number }[]>`
    select (select count(*)::int from public.reactions) as reactions,
      (select count(*)::int from public.quote_likes) as likes,
      (select count(*)::int from public.custom_quotes) as quotes`
  const texts = entries.map(({ content, done }) => `${content}${done ? ' ✓' : ''}`)
  return { texts, ...counts }
}

const refreshToken = (page: Page) =>
  page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('tagebuch.session') ?? '{}') as {
      refresh_token?: string
    }
    return session.refresh_token
  })

/** The access token has run out, as it does within an hour. */
async function runOut(page: Page): Promise<void> {
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('tagebuch.session') ?? '{}') as object
    localStorage.setItem('tagebuch.session', JSON.stringify({ ...session, expires_at: 1000 }))
  })
}

/** Without a network an entry waits; with one it is sent. */
async function awayAndBack(page: Page, gate: Gate): Promise<void> {
  gate.set('cut')
  await write(page, 'Unterwegs', 'Erzählen')
  gate.set('journal')
  await networkIsBack(page)
}

for (const version of olderVersions)
  test(`the app of ${version} signs in, reads, writes each kind, goes offline and back, renews and hears of changes`, async ({
    app,
    browser,
  }, info) => {
    await partnersJournal(app)
    const gate = await openGate(app.server.url, appOf(version))
    const device = await newDevice(browser, gate.url)
    const page = await device.newPage()
    await signInByTyping(page)
    await expect(cardOf(page, 'Von Željka')).toBeVisible()
    await expect(cardOf(page, 'Wieder weg')).toHaveCount(0)

    await writeEachKind(page)
    await awayAndBack(page, gate)
    await expect
      .poll(() => stored(app), { timeout: 30_000 })
      .toEqual({
        texts: ['Erzählt und bearbeitet', 'Gedacht', 'Geplant ✓', 'Unterwegs', 'Von Željka'],
        reactions: 1,
        likes: 1,
        quotes: 1,
      })

    // By the socket, since nothing on this page asks again.
    const { rest, id } = await app.server.client('Željka')
    const row = { user_id: id, category: 'erzaehlen', content: 'Gerade eben' }
    expect((await rest.from('entries').insert(row)).error).toBeNull()
    await expect(cardOf(page, 'Gerade eben')).toBeVisible()

    const before = await refreshToken(page)
    await runOut(page)
    await page.reload()
    await expect.poll(() => refreshToken(page)).not.toBe(before)
    await write(page, 'Nach der Erneuerung', 'Erzählen')
    await expect.poll(async () => (await stored(app)).texts).toContain('Nach der Erneuerung')
    await expect(toasts(page)).not.toContainText('konnte')

    if (version === '0.2.0')
      await test.step('a file that it would bring back itself is not accepted', async () => {
        await page.getByRole('button', { name: /^Neu für dich|Neuigkeiten/ }).click()
        await page.getByRole('button', { name: 'Auf diesem Gerät' }).click()
        const download = page.waitForEvent('download')
        await page.getByRole('button', { name: 'Alles mitnehmen' }).click()
        const file = `${info.outputDir}/tagebuch.html`
        await (await download).saveAs(file)
        const answer = page.waitForResponse(/\/rpc\/import_rows$/)
        await page.getByLabel('Datei von „Alles mitnehmen“').setInputFiles(file)
        expect((await answer).status()).toBe(404)
        await expect(page.getByText('Euer Server nimmt diese Datei nicht an.')).toBeVisible()
      })
    await device.close()
    await gate.stop()
  })
