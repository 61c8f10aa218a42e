import { networkInterfaces } from 'node:os'
import { desktop } from '../support/e2e.ts'
import { refuseParts, repeatedLines } from '../support/page-scripts.ts'
import type { WebKit } from './webkit.ts'
import { expect, signIn, test } from './webkit-test.ts'

async function write(webkit: WebKit, text: string): Promise<void> {
  await webkit.press('Neuer Eintrag')
  await webkit.fill('Text', text)
  await webkit.press('Eintragen')
  await webkit.sees(text)
}

test('in WebKit the closed app opens again without a server, with all that was written', async ({
  engine,
}) => {
  const webkit = await engine.signedIn()
  await write(webkit, 'Vor dem Schließen')
  await webkit.evaluate(async () => void (await navigator.serviceWorker.ready))
  engine.cable.cut()
  await webkit.restart()
  await webkit.open()
  await webkit.sees('Vor dem Schließen')
  await webkit.sees('Offline – alles wird auf diesem Gerät gespeichert')
})

test('in WebKit typed text stays and goes out when the storage is deleted under the page', async ({
  engine,
}) => {
  const webkit = await engine.signedIn()
  await write(webkit, 'Vorher geschrieben')
  await webkit.press('Neuer Eintrag')
  await webkit.fill('Text', 'Angefangen')
  await webkit.evaluate(deleteDatabases)
  await webkit.add('Text', ' und fertig')
  await webkit.holds('Text', 'Angefangen und fertig')
  await webkit.press('Eintragen')
  await webkit.sees('Angefangen und fertig')
  const sql = engine.server.sql()
  const stored = async () => sql`select content from entries order by created_at`
  const both = [{ content: 'Vorher geschrieben' }, { content: 'Angefangen und fertig' }]
  await expect.poll(stored).toEqual(both)
  await webkit.sees('Vorher geschrieben')
})

test('in WebKit that stores nothing each notice is there once, and what one writes reaches the partner', async ({
  engine,
}) => {
  const webkit = await engine.open({ scripts: [`(${String(refuseParts)})()`] })
  await webkit.open()
  await webkit.sees('Dieser Browser kann hier nichts speichern')
  expect(await webkit.evaluate(repeatedLines)).toEqual([])
  await signIn(webkit)
  await write(webkit, 'Ohne Speicher geschrieben')
  await webkit.sees('lass die Seite offen')
  const stored = async () => engine.server.sql()`select content from entries`
  await expect.poll(stored).toEqual([{ content: 'Ohne Speicher geschrieben' }])
  expect(await webkit.evaluate(repeatedLines)).toEqual([])
})

test('in WebKit the journal works over plain HTTP, and a page that is left while it sends holds no other up', async ({
  engine,
}) => {
  // A browser takes only the loopback address for a secure one.
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  const outer = addresses.find(({ family, internal }) => family === 'IPv4' && !internal)
  if (outer === undefined) throw new Error('This machine has no address in a network')
  const { port } = new URL(engine.cable.url)
  const webkit = await engine.signedIn({
    url: `http://${outer.address}:${port}`,
    viewport: desktop,
  })
  const has = () => [isSecureContext, 'serviceWorker' in navigator, 'locks' in navigator]
  expect(await webkit.evaluate(has)).toEqual([false, false, false])
  const sql = engine.server.sql()
  await sql.transaction(async (transaction) => {
    await transaction`lock table entries in exclusive mode`
    await write(webkit, 'Ohne HTTPS')
    await expect.poll(async () => sql`select from pg_locks where not granted`).toHaveLength(1)
    await webkit.reload()
  })
  await webkit.sees('Ohne HTTPS')
  // If the page held the right to send, no other would have it for a minute.
  const unsent = async () => webkit.evaluate(countOutbox)
  await expect.poll(unsent, { timeout: 40_000 }).toBe(0)
  expect(await sql`select content from entries`).toEqual([{ content: 'Ohne HTTPS' }])
})

test('in WebKit a page that Back shows goes on: what is typed is there, and all that is written is stored and sent', async ({
  engine,
}) => {
  const webkit = await engine.signedIn()
  const written: string[] = []
  const leaveAndReturn = async () => {
    await webkit.evaluate(markPage)
    await webkit.go('/robots.txt')
    await webkit.back()
    // Only a page that was frozen has it still.
    expect(await webkit.evaluate(isMarked)).toBe(true)
  }
  for (let round = 1; round <= 6; round += 1) {
    const text = `Nach der ${round}. Rückkehr`
    await webkit.press('Neuer Eintrag')
    await webkit.fill('Text', text)
    await leaveAndReturn()
    await webkit.holds('Text', text)
    await webkit.press('Eintragen')
    await webkit.sees(text)
    // It is being stored and sent as the page is left.
    await leaveAndReturn()
    written.push(text)
  }
  const sql = engine.server.sql()
  const stored = async () => sql`select content from entries order by created_at`
  await expect.poll(stored).toEqual(written.map((content) => ({ content })))
  await expect.poll(async () => webkit.evaluate(countOutbox)).toBe(0)
})

test('in WebKit a new page opens at once, however the one before it was left', async ({
  engine,
}) => {
  const webkit = await engine.signedIn()
  for (let round = 1; round <= 6; round += 1) {
    await write(webkit, `Zum ${round}. Mal`)
    // The page that stores and sends is kept for Back.
    await webkit.go('/robots.txt')
    await webkit.go('/')
    await webkit.sees(`Zum ${round}. Mal`)
  }
})

test('in WebKit a page that Back shows after a sign-out elsewhere shows nothing of the journal', async ({
  engine,
}) => {
  const webkit = await engine.signedIn()
  await write(webkit, 'Geheim')
  // Signing out asks where something was not sent.
  await expect.poll(async () => webkit.evaluate(countOutbox)).toBe(0)
  await webkit.evaluate(markPage)
  // It leads on to the journal, in another page of the history. The sign-out is the app's own: it empties the copy first,
  // and waits for no deletion, which WebKit delays now and then while it keeps a page.
  await webkit.go('/auth')
  await webkit.press('Abmelden')
  await webkit.sees('Passwort')
  await webkit.back()
  await webkit.sees('Passwort')
  await webkit.misses('Geheim')
  expect(await webkit.evaluate(isMarked), 'the page was kept').toBe(true)
})

/** Runs in the page: how many changes wait on this device. */
async function countOutbox(): Promise<number> {
  const [name = ''] = (await indexedDB.databases()).flatMap(({ name: one }) =>
    one !== undefined && /^tagebuch-[-0-9a-f]{36}$/.test(one) ? [one] : [],
  )
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(name)
    opening.addEventListener('success', () => resolve(opening.result))
    opening.addEventListener('error', () => reject(new Error('The copy does not open')))
  })
  const count = await new Promise<number>((resolve) => {
    const counting = database.transaction('outbox').objectStore('outbox').count()
    counting.addEventListener('success', () => resolve(counting.result))
  })
  database.close()
  return count
}

/** Runs in the page: what another page of this origin could do. */
async function deleteDatabases(): Promise<void> {
  for (const { name } of await indexedDB.databases())
    await new Promise((resolve, reject) => {
      const request = indexedDB.deleteDatabase(name ?? '')
      request.addEventListener('success', resolve)
      request.addEventListener('error', reject)
    })
}

/** Runs in the page: a mark that a page that is loaded does not have. */
function markPage(): void {
  Object.assign(globalThis, { isMarked: true })
}

/** Runs in the page. */
function isMarked(): boolean {
  return Reflect.has(globalThis, 'isMarked')
}
