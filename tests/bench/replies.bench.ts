import type { Browser, Page } from '@playwright/test'
import { common } from '../../playwright.config.ts'
import {
  desktop,
  expect,
  firstPartner,
  newDevice,
  openSignedIn,
  secondPartner,
  test,
} from '../support/e2e.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { heapOf, mainThreadTime, settled } from './cpu.ts'
import { atMost, difference, median, milliseconds, ratio, report } from './figures.ts'
import { cards } from './journal-page.ts'
import { framesWhileScrolling } from './page-figures.ts'
import { seedJournal, untilStreamed } from './seed.ts'

// The browser of the tests, not the whole one: docs/performance.md "The measuring browser".
test.use({ launchOptions: common.use?.launchOptions ?? {} })

const rounds = 9

/* Forty cards with three replies each, beside the same cards without. */
test('replies cost the list and a press little', async ({ browser }) => {
  test.setTimeout(600_000)
  const journals: Opened[] = []
  try {
    for (const replies of [0, 3]) journals.push(await openJournal(browser, replies))
    const [without, withReplies] = journals
    if (without === undefined || withReplies === undefined) throw new Error('no journal')
    const opening = { without: [] as number[], with: [] as number[] }
    const scrolling = { without: [] as number[], with: [] as number[] }
    for (let round = 0; round < rounds; round += 1) {
      opening.without.push(await openingOf(without.page))
      opening.with.push(await openingOf(withReplies.page))
      scrolling.without.push(await scrollingOf(without.page))
      scrolling.with.push(await scrollingOf(withReplies.page))
    }
    const there = await openPage(browser, withReplies.server, secondPartner)
    const arrivals = await arrivalsOf(withReplies.page, there)
    const shown = { show: milliseconds }
    expect(
      report('replies', [
        ratio(
          {
            name: 'first card with a copy, with three replies each',
            value: median(opening.with),
            base: median(opening.without),
            ...shown,
          },
          1.2,
        ),
        ratio(
          {
            name: 'a screen scrolled by, with three replies each, CPU',
            value: median(scrolling.with),
            base: median(scrolling.without),
            ...shown,
          },
          1.2,
        ),
        atMost('own reply: frames after the press', Math.max(...arrivals.frames), 0),
        difference(
          {
            name: 'reply here → visible there : entry',
            value: median(arrivals.replies),
            base: median(arrivals.entries),
            ...shown,
          },
          15,
        ),
      ]),
    ).toEqual([])
  } finally {
    for (const { server } of journals) await server.stop()
  }
})

interface Opened {
  readonly server: TestServer
  readonly page: Page
}

async function openJournal(browser: Browser, replies: number): Promise<Opened> {
  const server = await startTestServer()
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
  return { server, page: await openPage(browser, server, firstPartner) }
}

async function openPage(
  browser: Browser,
  server: TestServer,
  person: typeof firstPartner | typeof secondPartner,
): Promise<Page> {
  const options = { viewport: desktop, reducedMotion: 'no-preference' } as const
  const page = await openSignedIn(await newDevice(browser, server.url, options), server, person)
  await cards(page).first().waitFor()
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
  await cards(page).first().waitFor()
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
  await here.evaluate(() => window.scrollTo(0, 0))
  for (let round = 0; round < rounds; round += 1) {
    await here.keyboard.press('n')
    const dialog = here.getByRole('dialog', { name: 'Neuer Eintrag' })
    await dialog.getByLabel('Text', { exact: true }).fill(`Messung ${round}`)
    const entry = await pressAndSee(here, there, 'Eintragen', `Messung ${round}`)
    measured.entries.push(entry.took)
    await cards(here).first().getByRole('button', { name: 'Antworten', exact: true }).click()
    await here.getByRole('textbox', { name: 'Deine Antwort' }).fill(`Gegenmessung ${round}`)
    const reply = await pressAndSee(here, there, 'Senden', `Gegenmessung ${round}`)
    measured.replies.push(reply.took)
    measured.frames.push(reply.frames)
  }
  return measured
}

/** Presses a button; yields the milliseconds until the text is on the other page, and the frames until it is on this one. */
async function pressAndSee(here: Page, there: Page, button: string, text: string) {
  await settled(here)
  await settled(there)
  const arrived = there.evaluate(untilShown, text)
  const { began, frames } = await here.evaluate(pressNow, { button, text })
  return { took: (await arrived) - began, frames }
}

/** Runs in the page: resolves with the time since 1970 at which a card has the text. */
async function untilShown(text: string): Promise<number> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const isShown = [...document.querySelectorAll('[data-entry]')].some((card) =>
        card.textContent.includes(text),
      )
      if (!isShown) return
      observer.disconnect()
      resolve(performance.timeOrigin + performance.now())
    })
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  })
}

/** Runs in the page: presses the button; the frames that are drawn after the press without the text in a list or card. */
async function pressNow({ button, text }: { readonly button: string; readonly text: string }) {
  const target = [...document.querySelectorAll('button')].find(
    ({ textContent }) => textContent === button,
  )
  const began = performance.timeOrigin + performance.now()
  target?.click()
  for (let frames = 0; ; frames += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    const isShown = [...document.querySelectorAll('[data-entry] p')].some(
      ({ textContent }) => textContent === text,
    )
    if (isShown || frames > 120) return { began, frames }
  }
}
