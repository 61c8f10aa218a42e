import { expect, firstPartner, phone, test } from '../support/e2e.ts'
import { failingWord, failWith } from '../support/failing-writes.ts'
import { cardOf, pending, write } from './entry-steps.ts'

test('a full disk of the server is said in one line, which goes away by itself', async ({
  app,
}) => {
  app.allowConsoleLines(/503/)
  await failWith(app.server, '53100')
  const page = await app.signedIn(firstPartner, { viewport: phone, theme: 'dark' })
  const card = await write(page, `${failingWord}: Am See war es schön.`)
  const line = page.getByText('Auf dem Server ist kein Platz mehr. Was du schreibst, bleibt hier')
  await expect(line).toBeVisible()
  await expect(line).toContainText('1 Änderung noch nicht gesendet')
  await expect(card).toContainText(pending)

  await failWith(app.server, null)
  await expect(line).toBeHidden({ timeout: 60_000 })
  await expect(cardOf(page, 'Am See war es schön.')).not.toContainText(pending)
  expect(await app.server.sql()`select from public.entries`).toHaveLength(1)
})
