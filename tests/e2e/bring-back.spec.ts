import { readFile, writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, firstPartner, secondPartner, test } from '../support/e2e.ts'
import { react, seed } from './main-screen-steps.ts'

async function openDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Neu für dich|Neuigkeiten/ }).click()
  await page.getByRole('button', { name: 'Auf diesem Gerät' }).click()
}

async function takeAlong(page: Page, folder: string): Promise<string> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Alles mitnehmen' }).click()
  const file = `${folder}/tagebuch.html`
  await (await download).saveAs(file)
  return file
}

async function choose(page: Page, file: string): Promise<void> {
  await page.getByLabel('Datei von „Alles mitnehmen“').setInputFiles(file)
}

test('what was taken along comes back on both screens, and twice is once', async ({
  app,
}, info) => {
  const createdAt = new Date('2021-05-01T10:00:00Z')
  const own = await seed(app, 'Jonas', { content: 'Unser erster Mai', createdAt })
  await react(app, 'Jonas', own, '❤️')
  await seed(app, 'Željka', { content: 'Ihr Mai', createdAt })
  const page = await app.signedIn(firstPartner)
  const other = await app.signedIn(secondPartner)
  await expect(page.getByText('Unser erster Mai')).toBeVisible()
  await openDialog(page)
  const file = await takeAlong(page, info.outputDir)
  await app.server.sql()`truncate entries, removals cascade`
  await app.server.sql()`update journal set epoch = gen_random_uuid()`

  await choose(page, file)
  await expect(page.getByText('Das käme zurück: 1 Eintrag, 1 Reaktion.')).toBeVisible()
  expect(await app.server.sql()`select from entries`).toHaveLength(0)
  await page.getByRole('button', { name: 'Zurückholen' }).click()
  await expect(page.getByText('Wieder da: 1 Eintrag, 1 Reaktion.')).toBeVisible()
  const [row] = await app.server.sql()`select created_at from entries`
  expect(row?.['created_at']).toEqual(createdAt)
  await expect(other.getByText('Unser erster Mai')).toBeVisible()

  await choose(page, file)
  await expect(page.getByText('Hier fehlt nichts, was du geschrieben hast.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Unser erster Mai')).toBeVisible()
})

test(
  'a file that cannot be taken is refused in words, and without a network nothing is lost',
  { tag: '@long' },
  async ({ app }, info) => {
    await seed(app, 'Jonas', { content: 'Unser erster Mai' })
    const page = await app.signedIn(firstPartner)
    await expect(page.getByText('Unser erster Mai')).toBeVisible()
    await openDialog(page)
    const file = await takeAlong(page, info.outputDir)
    const text = await readFile(file, 'utf8')
    const damaged: readonly (readonly [string, string])[] = [
      ['<p>Liebes Tagebuch</p>', 'Das ist keine Datei von „Alles mitnehmen“.'],
      [text.replace('"version":1', '"version":99'), 'Diese Datei kommt von einer neueren Version'],
      [text.replace(/<script[^>]+data-part="end".*\n/, ''), 'Diese Datei ist nicht vollständig.'],
      [text.replace('"by":0', '"by":7'), 'Diese Datei ist beschädigt oder wurde verändert.'],
      [text.replaceAll('jonas@', 'paul@'), 'Diese Datei gehört zum Tagebuch von anderen.'],
    ]
    for (const [content, sentence] of damaged) {
      const changed = `${info.outputDir}/changed.html`
      await writeFile(changed, content)
      await choose(page, changed)
      await expect(page.getByText(sentence)).toBeVisible()
    }
    await page.context().setOffline(true)
    await choose(page, file)
    await expect(page.getByText('Dafür braucht es eine Verbindung zu eurem Server.')).toBeVisible()
    await page.context().setOffline(false)
    await choose(page, file)
    await expect(page.getByText('Hier fehlt nichts, was du geschrieben hast.')).toBeVisible()
  },
)
