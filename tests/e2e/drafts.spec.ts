import type { Page } from '@playwright/test'
import { raw } from 'sql-template-tag'
import { expect, firstPartner, test, type TestApp } from '../support/e2e.ts'
import { inShort } from '../support/quick.ts'
import {
  allSent,
  anotherTab,
  asOverPlainHttp,
  crash,
  draftStored,
  holdDrafts,
  mortal,
  openAsLeft,
  sendAndDie,
} from './draft-steps.ts'
import { arrived, cardOf, openEdit, openForm, textField } from './entry-steps.ts'
import { favourite, fillQuote, openAddQuote, openFavourites } from './quote-steps.ts'

const restored = 'Dein Text von vorhin ist noch da.'
const own = { text: 'Selbst gedacht', author: 'Wir' }

async function rows(app: TestApp, table: 'entries' | 'custom_quotes'): Promise<number> {
  const sql = app.server.sql()
  return (await sql`select 1 from ${raw(table)}`).length
}

const leave = (page: Page) => page.getByRole('button', { name: 'Abmelden', exact: true })
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Wirklich abmelden?' })

test('what was typed in the last moment before a reload is in the next form, and signing out asks about it', async ({
  app,
}) => {
  const page = await app.signedIn(firstPartner)
  const form = await openForm(page, 'Gedanken & Notizen')
  await textField(form).fill('Fast')
  await draftStored(page, 'Fast')
  await page.evaluate(holdDrafts)
  await textField(form).fill('Fast verloren')
  await page.reload()
  await openAsLeft(page)
  await expect(form.getByRole('radio', { name: 'Gedanken & Notizen' })).toBeChecked()
  await expect(textField(form)).toHaveValue('Fast verloren')
  await expect(form.getByText(restored)).toBeVisible()

  await test.step('sent, it does not come back', async () => {
    await form.getByRole('button', { name: 'Eintragen' }).click()
    await expect(cardOf(page, 'Fast verloren')).toHaveCount(1)
    await page.reload()
    await arrived(cardOf(page, 'Fast verloren'))
    await expect(textField(await openAsLeft(page))).toHaveValue('')
  })

  await test.step('signing out asks about a text begun and not sent, and only a yes loses it', async () => {
    await page.evaluate(holdDrafts)
    await textField(form).fill('Noch ein Rest')
    await page.reload()
    await leave(page).click()
    await expect(question(page)).toContainText(
      '1 angefangener Text ist noch nicht gesendet und geht beim Abmelden verloren.',
    )
    await question(page).getByRole('button', { name: 'Abbrechen' }).click()
    await openAsLeft(page)
    await expect(textField(form)).toHaveValue('Noch ein Rest')
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
    await leave(page).click()
    await question(page).getByRole('button', { name: 'Trotzdem abmelden' }).click()
    await expect(page).toHaveURL('/auth')
    await expect(page.getByLabel('Passwort', { exact: true })).toBeVisible()
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Rest')
  })
})

test(
  'signing out asks about a text begun and not sent, and only a yes loses it',
  { tag: '@long' },
  async ({ app }) => {
    const page = await app.signedIn(firstPartner)
    const form = await openForm(page)
    await textField(form).fill('Noch nicht fertig')
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
    const leave = page.getByRole('button', { name: 'Abmelden', exact: true })
    const question = page.getByRole('alertdialog', { name: 'Wirklich abmelden?' })
    await leave.click()
    await expect(question).toContainText(
      '1 angefangener Text ist noch nicht gesendet und geht beim Abmelden verloren.',
    )
    await question.getByRole('button', { name: 'Abbrechen' }).click()
    await openAsLeft(page)
    await expect(textField(form)).toHaveValue('Noch nicht fertig')
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
    await leave.click()
    await question.getByRole('button', { name: 'Trotzdem abmelden' }).click()
    await expect(page).toHaveURL('/auth')
  },
)

test(
  'what a tab that dies right after sending leaves is written once, and no form holds it',
  { tag: '@long' },
  async ({ app }) => {
    app.allowConsoleLines(/sync fault|StorageError/)
    const page = await app.signedIn(firstPartner, { init: mortal })
    const next = await anotherTab(page)

    await test.step('an entry', async () => {
      const form = await openForm(page)
      await textField(form).fill('Einmal genügt')
      await sendAndDie(page, form.getByRole('button', { name: 'Eintragen' }))

      const again = await openAsLeft(next)
      await expect(textField(again)).toHaveValue('')
      await expect(again.getByText(restored)).toHaveCount(0)
      await next.keyboard.press('Escape')
      await arrived(cardOf(next, 'Einmal genügt'))
      await expect(cardOf(next, 'Einmal genügt')).toHaveCount(1)
      expect(await rows(app, 'entries')).toBe(1)
    })

    await test.step('an edit', async () => {
      const dying = await anotherTab(next)
      const form = await openEdit(dying, cardOf(dying, 'Einmal genügt'))
      await textField(form).fill('Einmal genügt wirklich')
      await sendAndDie(dying, form.getByRole('button', { name: 'Speichern' }))

      await arrived(cardOf(next, 'Einmal genügt wirklich'))
      const again = await openEdit(next, cardOf(next, 'Einmal genügt wirklich'))
      await expect(textField(again)).toHaveValue('Einmal genügt wirklich')
      // Neither as an earlier draft nor as one in conflict with another person's change.
      await expect(again.getByText('noch da')).toHaveCount(0)
      const [row] = await app.server.sql()`select content from entries`
      expect(row).toEqual({ content: 'Einmal genügt wirklich' })
      await next.keyboard.press('Escape')
      await expect(again).toBeHidden()
    })

    await test.step('a personal quote', async () => {
      await openFavourites(next)
      const dying = await anotherTab(next)
      const dialog = await openAddQuote(dying)
      await fillQuote(dialog, own)
      await sendAndDie(dying, dialog.getByRole('button', { name: 'Hinzufügen' }))

      await expect(favourite(next, own.text)).toHaveCount(1)
      await allSent(next)
      expect(await rows(app, 'custom_quotes')).toBe(1)
      const again = await openAddQuote(next)
      await expect(again.getByLabel('Zitat', { exact: true })).toHaveValue('')
      await expect(again.getByLabel('Von wem?')).toHaveValue('')
    })

    await test.step('signing out asks nothing once a text is sent or taken back', async () => {
      await next.keyboard.press('Escape')
      await next.getByRole('button', { name: 'Zurück' }).click()
      const edit = await openEdit(next, cardOf(next, 'Einmal genügt wirklich'))
      await textField(edit).fill('Anders')
      await textField(edit).fill('Einmal genügt wirklich')
      await next.keyboard.press('Escape')
      await expect(edit).toBeHidden()
      await leave(next).click()
      await expect(next).toHaveURL('/auth')
    })
  },
)

for (const [browser, init] of inShort(1, [
  ['with Web Locks', (): void => undefined],
  ['without Web Locks', asOverPlainHttp],
] as const))
  test(
    `two tabs of a browser ${browser} each write a text of their own, and what a crash leaves is offered`,
    { tag: '@long' },
    async ({ app }) => {
      const first = await app.signedIn(firstPartner, { init })
      const second = await anotherTab(first)

      await test.step('a new entry', async () => {
        const one = await openForm(first)
        await textField(one).fill('Im ersten Tab')
        await draftStored(first, 'Im ersten Tab')
        const two = await openAsLeft(second)
        await expect(textField(two)).toHaveValue('')
        await expect(two.getByText(restored)).toHaveCount(0)
        await textField(two).fill('Im zweiten Tab')
        await two.getByRole('button', { name: 'Eintragen' }).click()
        await expect(cardOf(second, 'Im zweiten Tab')).toBeVisible()
        await expect(textField(one)).toHaveValue('Im ersten Tab')

        await textField(one).pressSequentially(', und weiter')
        await draftStored(first, 'Im ersten Tab, und weiter')
        await crash(first)
        await openAsLeft(second)
        await expect(two.getByText(restored)).toBeVisible()
        await expect(textField(two)).toHaveValue('Im ersten Tab, und weiter')
        await two.getByRole('button', { name: 'Eintragen' }).click()
        await arrived(cardOf(second, 'Im ersten Tab'))
        await openAsLeft(second)
        await expect(textField(two)).toHaveValue('')
        expect(await rows(app, 'entries')).toBe(2)
        await second.keyboard.press('Escape')
        await expect(two).toBeHidden()
      })

      await test.step('an edit', async () => {
        await arrived(cardOf(second, 'Im zweiten Tab'))
        const third = await anotherTab(second)
        const one = await openEdit(third, cardOf(third, 'Im zweiten Tab'))
        await textField(one).fill('Im zweiten Tab, früh')
        await draftStored(third, 'Im zweiten Tab, früh')
        const two = await openEdit(second, cardOf(second, 'Im zweiten Tab'))
        await expect(textField(two)).toHaveValue('Im zweiten Tab')
        await textField(two).fill('Im zweiten Tab, spät')
        await two.getByRole('button', { name: 'Speichern' }).click()
        await expect(two).toBeHidden()

        await expect(one).toContainText('Dieser Eintrag wurde inzwischen geändert.')
        await expect(textField(one)).toHaveValue('Im zweiten Tab, früh')
        await crash(third)
        await openEdit(second, cardOf(second, 'Im zweiten Tab, spät'))
        await expect(textField(two)).toHaveValue('Im zweiten Tab, früh')
        await expect(two).toContainText('Dieser Eintrag wurde inzwischen geändert.')
        await second.keyboard.press('Escape')
        await expect(two).toBeHidden()
      })

      await test.step('a personal quote', async () => {
        await openFavourites(second)
        const fourth = await anotherTab(second)
        const one = await openAddQuote(fourth)
        await fillQuote(one, own)
        await draftStored(fourth, own.author)
        const two = await openAddQuote(second)
        const field = two.getByLabel('Zitat', { exact: true })
        await expect(field).toHaveValue('')
        await fillQuote(two, { text: 'Ein anderes', author: 'Wir beide' })
        await two.getByRole('button', { name: 'Hinzufügen' }).click()
        await expect(favourite(second, 'Ein anderes')).toBeVisible()
        await expect(one.getByLabel('Zitat', { exact: true })).toHaveValue(own.text)

        await crash(fourth)
        await openAddQuote(second)
        await expect(two.getByText(restored)).toBeVisible()
        await expect(field).toHaveValue(own.text)
        await two.getByRole('button', { name: 'Verwerfen' }).click()
        await expect(field).toHaveValue('')
        await second.keyboard.press('Escape')
        await openAddQuote(second)
        await expect(field).toHaveValue('')
      })
    },
  )
