import { networkInterfaces } from 'node:os'
import { desktop } from '../support/e2e.ts'
import type { WebKit } from './webkit.ts'
import { expect, test } from './webkit-test.ts'

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

test('in WebKit the page that Back shows again goes on: it shows what came meanwhile, and writes', async ({
  engine,
}) => {
  const partner = await engine.server.client('Željka')
  const webkit = await engine.signedIn()
  await webkit.sees('Hallo Jonas!')
  await webkit.go('about:blank')
  await partner.rest
    .from('entries')
    .insert({ user_id: partner.id, category: 'erzaehlen', content: 'Inzwischen geschrieben' })
  await webkit.back()
  await webkit.sees('Inzwischen geschrieben')
  await write(webkit, 'Nach der Rückkehr')
  const sql = engine.server.sql()
  const stored = async () => sql`select content from entries order by created_at`
  const both = [{ content: 'Inzwischen geschrieben' }, { content: 'Nach der Rückkehr' }]
  await expect.poll(stored).toEqual(both)
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

test('in WebKit the journal works over plain HTTP, and is not kept by a worker', async ({
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
  expect(await webkit.evaluate(() => [isSecureContext, 'serviceWorker' in navigator])).toEqual([
    false,
    false,
  ])
  await write(webkit, 'Ohne HTTPS')
  const stored = async () => engine.server.sql()`select content from entries`
  // A page that ends while it sends keeps the right to send for a minute: here there are no locks.
  await expect.poll(stored).toEqual([{ content: 'Ohne HTTPS' }])
  await webkit.reload()
  await webkit.sees('Ohne HTTPS')
})

/** Runs in the page: what another page of this origin could do. */
async function deleteDatabases(): Promise<void> {
  for (const { name } of await indexedDB.databases())
    await new Promise((resolve, reject) => {
      const request = indexedDB.deleteDatabase(name ?? '')
      request.addEventListener('success', resolve)
      request.addEventListener('error', reject)
    })
}
