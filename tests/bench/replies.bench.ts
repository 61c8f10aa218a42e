import type { Browser, Page } from '@playwright/test'
import { secondPartner, test } from '../support/e2e.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { heapOf, mainThreadTime, settled } from './cpu.ts'
import { atMost, difference, median, ratio, report } from './figures.ts'
import { button, cardWith, hereToThere } from './in-page.ts'
import { browserOfTests, cards, openAt, untilCards } from './journal-page.ts'
import { framesWhileScrolling } from './page-figures.ts'
import { seedJournal, untilStreamed } from './seed.ts'

test.use(browserOfTests)

const rounds = 9

/* Forty cards with three replies each, beside the same cards without. */
test('replies cost the list and a press little', async ({ browser }) => {
  test.setTimeout(600_000)
  const [without, withReplies] = [await startTestServer(), await startTestServer()]
  try {
    const bare = await openJournal(without, browser, 0)
    const page = await openJournal(withReplies, browser, 3)
    const opening = { without: [] as number[], with: [] as number[] }
    const scrolling = { without: [] as number[], with: [] as number[] }
    for (let round = 0; round < rounds; round += 1) {
      opening.without.push(await openingOf(bare))
      opening.with.push(await openingOf(page))
      scrolling.without.push(await scrollingOf(bare))
      scrolling.with.push(await scrollingOf(page))
    }
    const there = await openAt(withReplies, browser, secondPartner)
    await settled(there)
    const arrivals = await arrivalsOf(page, there)
    const beside = (name: string, times: typeof opening) =>
      ratio({ name, value: median(times.with), base: median(times.without) }, 1.2)
    const name = 'reply here → visible there : entry'
    const later = { name, value: median(arrivals.replies), base: median(arrivals.entries) }
    report('replies', [
      beside('first card with a copy, with three replies each', opening),
      beside('a screen scrolled by, with three replies each, CPU', scrolling),
      atMost('own reply: frames after the press', Math.max(...arrivals.frames), 0),
      difference(later, 15),
    ])
  } finally {
    await Promise.all([without.stop(), withReplies.stop()])
  }
})

async function openJournal(server: TestServer, browser: Browser, replies: number): Promise<Page> {
  await seedJournal(server, { entries: 40 })
  await server.sql().transaction(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`
      insert into replies (id, entry_id, user_id, content, created_at, visible_since, updated_at)
      select gen_random_uuid(), entry.id, person.id, 'Antwort ' || n || ': Ja, das machen wir.',
        entry.created_at + n * interval '1 minute', entry.visible_since, entry.updated_at
      from entries entry, generate_series(1, ${replies}::int) n
      join lateral (
        select id from profiles where name = (array['Jonas', 'Željka'])[1 + n % 2]) person on true`
  })
  await untilStreamed(server)
  const page = await openAt(server, browser)
  await settled(page)
  return page
}

/** Milliseconds of a reload with a copy until the first card. */
async function openingOf(page: Page): Promise<number> {
  await settled(page)
  // Objects that the page before left behind would be collected meanwhile.
  await heapOf(page)
  const began = performance.now()
  await page.reload()
  await untilCards(page)
  const took = performance.now() - began
  await page.evaluate(() => window.scrollTo(0, 0))
  return took
}

/** Milliseconds of the main thread while the list is scrolled down as under a quick finger. */
async function scrollingOf(page: Page): Promise<number> {
  await settled(page)
  return mainThreadTime(page, async () => framesWhileScrolling(page, 60))
}

/** How long entries and replies take to the partner's page, in turns, and how many frames after its press an own reply stands on the card. */
async function arrivalsOf(here: Page, there: Page) {
  const measured = { entries: [] as number[], replies: [] as number[], frames: [] as number[] }
  const press = async (label: string, text: string) => {
    await settled(here)
    await settled(there)
    return hereToThere(here, there, button(label), cardWith(text))
  }
  await here.evaluate(() => window.scrollTo(0, 0))
  for (let round = 0; round < rounds; round += 1) {
    await here.keyboard.press('n')
    const dialog = here.getByRole('dialog', { name: 'Neuer Eintrag' })
    await dialog.getByLabel('Text', { exact: true }).fill(`Messung ${round}`)
    measured.entries.push((await press('Eintragen', `Messung ${round}`)).took)
    await cards(here).first().getByRole('button', { name: 'Antworten', exact: true }).click()
    await here.getByRole('textbox', { name: 'Deine Antwort' }).fill(`Gegenmessung ${round}`)
    const reply = await press('Senden', `Gegenmessung ${round}`)
    measured.replies.push(reply.took)
    measured.frames.push(reply.frames)
  }
  return measured
}
