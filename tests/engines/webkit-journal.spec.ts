import { desktop } from '../support/e2e.ts'
import type { WebKit } from './webkit.ts'
import { expect, test } from './webkit-test.ts'

/** Sends the form, and waits until it is closed: what lies behind it cannot be pressed before. */
async function enter(webkit: WebKit): Promise<void> {
  await webkit.press('Eintragen')
  await webkit.misses('Eintragen')
}

test('in WebKit each kind of entry is written, and a draft is still there after a reload', async ({
  engine,
}) => {
  const webkit = await engine.signedIn()
  await webkit.press('Neuer Eintrag')
  await webkit.fill('Text', 'Angefangen')
  await webkit.reload()
  await webkit.press('Neuer Eintrag')
  await webkit.holds('Text', 'Angefangen')
  await enter(webkit)
  await webkit.sees('Angefangen')

  for (const category of ['Ideen', 'Gedanken & Notizen']) {
    await webkit.press('Neuer Eintrag')
    await webkit.press(category, 'Neuer Eintrag')
    await webkit.fill('Text', `Etwas für ${category}`)
    await enter(webkit)
    await webkit.sees(`Etwas für ${category}`)
  }
  await webkit.press('Neuer Eintrag')
  await webkit.press('Übersetzungen', 'Neuer Eintrag')
  await webkit.fill(/Deutsch/, 'Haus')
  await webkit.fill(/Kroatisch/, 'kuća')
  await enter(webkit)
  await webkit.sees('kuća')
  const stored = async () => {
    const sql = engine.server.sql()
    const rows = await sql<{ category: string }[]>`select category from entries order by created_at`
    return rows.map(({ category }) => category)
  }
  const all = ['erzaehlen', 'ideen', 'gedanken', 'uebersetzungen']
  await expect.poll(stored).toEqual(all)
})

test('in WebKit an entry is edited, ticked, reacted to, deleted and restored', async ({
  engine,
}) => {
  const webkit = await engine.signedIn({ viewport: desktop })
  await webkit.press('Neuer Eintrag')
  await webkit.fill('Text', 'Erste Fassung')
  await enter(webkit)
  await webkit.press('Bearbeiten', 'Erste Fassung')
  await webkit.fill('Text', 'Zweite Fassung')
  await webkit.press('Speichern')
  await webkit.misses('Speichern')
  await webkit.sees('Zweite Fassung')
  await webkit.misses('Erste Fassung')
  await webkit.press('Erledigt', 'Zweite Fassung')
  await webkit.press('Reagieren', 'Zweite Fassung')
  await webkit.press('Party')
  const stored = async () => {
    const sql = engine.server.sql()
    return sql`select content, completed, emoji from entries left join reactions r on r.entry_id = entries.id`
  }
  await expect.poll(stored).toEqual([{ content: 'Zweite Fassung', completed: true, emoji: '🎉' }])
  await webkit.press('Löschen', 'Zweite Fassung')
  await webkit.press('Löschen', 'Eintrag löschen?')
  await webkit.sees('Eintrag gelöscht')
  // The toast has the first words, in quotation marks.
  await webkit.misses(/^Zweite Fassung$/m)
  await webkit.press('Rückgängig')
  await webkit.sees('Zweite Fassung')
  await webkit.reload()
  await webkit.sees('Zweite Fassung')
  expect(await stored()).toHaveLength(1)
})

test('in WebKit tabs and filters choose what one sees', async ({ engine }) => {
  const { rest, id } = await engine.server.client('Jonas')
  await rest.from('entries').insert([
    { user_id: id, category: 'ideen', content: 'Ans Meer fahren' },
    { user_id: id, category: 'gedanken', content: 'Schon getan' },
  ])
  const sql = engine.server.sql()
  await sql`update entries set completed = true, completed_at = now() where category = 'gedanken'`
  const webkit = await engine.signedIn()
  await webkit.sees('Ans Meer fahren')
  await webkit.press('Gedanken')
  await webkit.misses('Ans Meer fahren')
  await webkit.sees('Schon getan')
  await webkit.back()
  await webkit.sees('Ans Meer fahren')
  await webkit.press('Filter')
  await webkit.press(/^Status/)
  // A card's button has the name of the choice, too.
  await webkit.sees('Offen')
  await webkit.press('Erledigt')
  await webkit.misses('Ans Meer fahren')
  await webkit.sees('Schon getan')
  await webkit.press('Filter zurücksetzen')
  await webkit.sees('Ans Meer fahren')
})
