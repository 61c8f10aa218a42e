import type { CDPSession, Page } from '@playwright/test'
import { desktop, expect, firstPartner, secondPartner, test } from '../support/e2e.ts'
import { people, startTestServer, type TestServer } from '../support/server.ts'
import { measureBarePostgres, measureEmptyNode, measureStart } from './bare-start.ts'
import { difference, median, milliseconds, ratio, report, type Figure } from './figures.ts'
import { click, clickToPaint, dialogButton, first, whenShown } from './in-page.ts'
import { cards } from './journal-page.ts'
import { measureRawPath } from './raw-path.ts'

const rounds = 30
const networkDelay = 2000

test('the journal stays within its limits of time', async ({ app }) => {
  const figures: Figure[] = []
  const add = (figure: Figure) => {
    figures.push(figure)
    process.stdout.write(`${figure.name}: ${figure.relation}\n`)
  }
  const jonas = await app.signedIn(firstPartner, { viewport: desktop, reducedMotion: 'reduce' })
  const zeljka = await app.signedIn(secondPartner, { viewport: desktop, reducedMotion: 'reduce' })
  const raw = median(await measureRawPath(app.server.connection, rounds))

  for (const [name, measure] of [
    ['entry here → visible there', entriesArrive],
    ['toggle here → visible there', togglesArrive],
    ['reaction here → visible there', reactionsArrive],
  ] as const) {
    const value = median(await measure(jonas, zeljka))
    add(difference({ name, value, base: raw, show: milliseconds }, 60))
  }

  const network = await jonas.context().newCDPSession(jonas)
  for (const [name, measure] of [
    ['entry: tap → painted, network +2 s', createPainted],
    ['toggle: tap → painted, network +2 s', togglePainted],
    ['reaction: tap → painted, network +2 s', reactionPainted],
  ] as const) {
    add(await withAndWithoutDelay(name, jonas, network, measure))
  }
  add(await signInTimes(app.server))
  add(await starts())
  expect(report('journal', figures)).toEqual([])
})

let serial = 0

/** Fills the form of a new entry and leaves only the click to do; returns the text. */
async function prepareEntry(page: Page): Promise<string> {
  serial += 1
  const text = `Messung ${serial}`
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'Neuer Eintrag' })
  await dialog.getByLabel('Text', { exact: true }).fill(text)
  await markText(page, text)
  return text
}

/** Lets `[data-bench-shown]` match as soon as a card with this text is in the list. */
async function markText(page: Page, text: string): Promise<void> {
  await page.evaluate((wanted) => {
    document.documentElement.removeAttribute('data-bench-shown')
    const look = () => {
      const found = [...document.querySelectorAll('[aria-label="Einträge"] [data-entry]')].some(
        (card) => (card.textContent ?? '').includes(wanted),
      )
      if (!found) return
      observer.disconnect()
      document.documentElement.setAttribute('data-bench-shown', '')
    }
    const observer = new MutationObserver(look)
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  }, text)
}

const shownText = '[data-bench-shown]'
const submit = dialogButton('Eintragen')

async function entriesArrive(here: Page, there: Page): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const text = await prepareEntry(here)
    await markText(there, text)
    const arrived = whenShown(there, shownText)
    const began = await click(here, submit)
    times.push((await arrived) - began)
    await pause(here)
    await here.getByRole('dialog').waitFor({ state: 'detached' })
  }
  return times
}

async function togglesArrive(here: Page, there: Page): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const target = `${await newest(here)} button[aria-label="Erledigt"]`
    const arrived = whenShown(there, `${target}[aria-pressed="${round % 2 === 0}"]`)
    const began = await click(here, first(target))
    times.push((await arrived) - began)
    await pause(here)
  }
  return times
}

/** People pause, too: no round queues behind the pull of the one before. */
async function pause(page: Page): Promise<void> {
  await page.waitForTimeout(700)
}

async function newest(page: Page): Promise<string> {
  const id = await cards(page).first().getAttribute('data-entry')
  return `[aria-label="Einträge"] [data-entry="${id}"]`
}

async function openReactions(page: Page): Promise<void> {
  await cards(page).first().getByRole('button', { name: 'Reagieren' }).click()
  await page.getByRole('button', { name: 'Feuer', exact: true }).waitFor()
}

const fire = 'button[aria-label="Feuer"]'
const fireChip = '[aria-label="Einträge"] [data-entry] button[aria-label^="Feuer"]'

async function reactionsArrive(here: Page, there: Page): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const gone = round % 2 === 1
    await openReactions(here)
    const wanted = gone ? `html:not(:has(${fireChip}))` : fireChip
    const arrived = whenShown(there, wanted)
    const began = await click(here, first(fire))
    times.push((await arrived) - began)
    await pause(here)
    await here.locator(fire).first().waitFor({ state: 'detached' })
  }
  return times
}

async function createPainted(page: Page): Promise<number> {
  await prepareEntry(page)
  const took = await clickToPaint(page, submit, shownText)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  return took
}

async function togglePainted(page: Page): Promise<number> {
  const card = await newest(page)
  const target = `${card} button[aria-label="Erledigt"]`
  const pressed = await page.locator(target).getAttribute('aria-pressed')
  return clickToPaint(page, first(target), `${target}[aria-pressed="${pressed !== 'true'}"]`)
}

async function reactionPainted(page: Page): Promise<number> {
  const stands = (await page.locator(fireChip).count()) > 0
  await openReactions(page)
  const wanted = stands ? `html:not(:has(${fireChip}))` : fireChip
  const took = await clickToPaint(page, first(fire), wanted)
  await page.locator(fire).first().waitFor({ state: 'detached' })
  return took
}

/** Interleaved in blocks, so that a busy moment of the machine hits both sides. */
async function withAndWithoutDelay(
  name: string,
  page: Page,
  network: CDPSession,
  measure: (page: Page) => Promise<number>,
): Promise<Figure> {
  const plain: number[] = []
  const delayed: number[] = []
  await network.send('Network.enable')
  for (let block = 0; block < 5; block += 1) {
    for (const [latency, times] of [
      [0, plain],
      [networkDelay, delayed],
    ] as const) {
      await network.send('Network.emulateNetworkConditions', {
        offline: false,
        latency,
        downloadThroughput: -1,
        uploadThroughput: -1,
      })
      for (let round = 0; round < 20; round += 1) times.push(await measure(page))
    }
  }
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  return ratio({ name, value: median(delayed), base: median(plain), show: milliseconds }, 1.2)
}

/** A wrong password of a known and of an unknown name must cost the same. */
async function signInTimes(server: TestServer): Promise<Figure> {
  const known: number[] = []
  const unknown: number[] = []
  for (let round = 0; round < 8; round += 1) {
    for (const [email, times] of [
      [people.Jonas.identifier, known],
      ['niemand@tagebuch.internal', unknown],
    ] as const) {
      const auth = server.authClient()
      const started = performance.now()
      await auth.signInWithPassword({ email, password: 'falsches-kennwort' })
      times.push(performance.now() - started)
    }
  }
  return ratio(
    {
      name: 'wrong password: unknown name : known name',
      value: median(unknown),
      base: median(known),
      show: milliseconds,
    },
    1.33,
    0.75,
  )
}

/** The whole server on existing data against PostgreSQL alone plus an empty Node server. */
async function starts(): Promise<Figure> {
  const server = await startTestServer()
  const { dataDir } = server
  await server.kill()
  const bare: number[] = []
  const whole: number[] = []
  await measureStart(dataDir)
  for (let round = 0; round < 5; round += 1) {
    bare.push((await measureBarePostgres(dataDir)) + (await measureEmptyNode()))
    whole.push(await measureStart(dataDir))
  }
  return ratio(
    { name: 'start with a database', value: median(whole), base: median(bare), show: milliseconds },
    3,
  )
}
