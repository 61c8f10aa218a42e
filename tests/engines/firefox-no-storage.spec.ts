import { engineMissing } from '../../scripts/browsers.mjs'
import { expect, firstPartner, newDevice, test } from '../support/e2e.ts'
import { repeatedLines } from '../support/page-scripts.ts'
import { screenOf } from './page-screen.ts'

const missing = engineMissing('Firefox')
test.skip(missing !== undefined, missing)

/** Cookies and site data are blocked for each site. */
const firefoxUserPrefs = { 'network.cookie.cookieBehavior': 2 }

test.use({
  launchOptions: async ({ launchOptions }, provide) =>
    provide({ ...launchOptions, firefoxUserPrefs }),
})

test('in Firefox that stores nothing each notice is there once, and what one writes reaches the partner', async ({
  server,
  browser,
}) => {
  await server.emptyJournal()
  const device = await newDevice(browser, server.url, { serviceWorkers: 'allow' })
  const lines: string[] = []
  device.on('console', (message) => {
    if (message.args().length > 0) lines.push(message.text())
  })
  const page = await device.newPage()
  const screen = screenOf(page)
  await screen.open()
  const notice = page.getByRole('region', { name: 'Dieser Browser kann hier nichts speichern' })
  await expect(notice).toContainText('Was hilft:')
  expect(await screen.evaluate(repeatedLines)).toEqual([])
  await screen.fill('Benutzername', firstPartner.name)
  await screen.fill('Passwort', firstPartner.password)
  await screen.press('Anmelden')
  await expect(page.getByText('Hallo Jonas!')).toBeVisible()
  await expect(notice).toHaveCount(1)
  await screen.press('Neuer Eintrag')
  await screen.fill('Text', 'Ohne Speicher geschrieben')
  await screen.press('Eintragen')
  await expect(page.getByText('lass die Seite offen')).toContainText('alles ist gesendet')
  expect(await screen.evaluate(repeatedLines)).toEqual([])
  const stored = async () => server.sql()`select content from entries`
  await expect.poll(stored).toEqual([{ content: 'Ohne Speicher geschrieben' }])
  expect(lines, 'lines of ours in the console').toEqual([])
  await device.close()
})
