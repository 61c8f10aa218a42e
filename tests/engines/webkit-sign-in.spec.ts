import { firstPartner, phone } from '../support/e2e.ts'
import { autofill, coveringKeyboard } from '../support/page-scripts.ts'
import { expect, test } from './webkit-test.ts'

test('in WebKit a password manager that only says what has changed signs in', async ({
  engine,
}) => {
  const webkit = await engine.open()
  await webkit.open()
  await webkit.sees('Anmelden')
  const known = () => [...document.querySelectorAll('input')].map((field) => field.autocomplete)
  expect(await webkit.evaluate(known)).toEqual(['username', 'current-password'])
  await webkit.evaluate(autofill, firstPartner)
  await webkit.press('Anmelden')
  await webkit.sees('Hallo Jonas!')
})

test('in WebKit a keyboard that covers the page leaves the button for signing in above it', async ({
  engine,
}) => {
  const webkit = await engine.open({
    viewport: phone,
    scripts: [`(${String(coveringKeyboard)})()`],
  })
  await webkit.open()
  await webkit.fill('Benutzername', firstPartner.name)
  await webkit.evaluate(() => void dispatchEvent(new Event('keyboard')))
  const bottom = () => document.querySelector('[type=submit]')?.getBoundingClientRect().bottom
  await expect.poll(async () => webkit.evaluate(bottom)).toBeLessThanOrEqual(phone.height - 380)
})
