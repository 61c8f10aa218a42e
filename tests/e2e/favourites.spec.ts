import { quoteAuthorLimit, quoteTextLimit } from '../../src/domain/limits.ts'
import { expect, firstPartner, phone, secondPartner, test } from '../support/e2e.ts'
import { violations } from './axe.ts'
import { toasts } from './entry-steps.ts'
import {
  favourite,
  fillQuote,
  like,
  openAddQuote,
  openFavourites,
  trickyQuote,
} from './quote-steps.ts'

const both = { text: 'Ein Satz für beide', author: 'Horaz' }
const mine = { text: 'Mein Satz', author: 'Epiktet' }
const theirs = { text: 'Ihr Satz', author: 'Sappho' }
const own = { text: 'Selbst gedacht', author: 'Wir' }
const nothing = 'Noch keine Lieblingszitate vorhanden'

test(
  'each tab counts and shows its cards, and the shared badge comes and goes',
  { tag: '@long' },
  async ({ app }) => {
    const at = new Date('2026-06-12T17:30:00+02:00')
    const page = await app.signedIn(firstPartner, { at })
    const entries = await page.evaluate(() => history.length)
    await openFavourites(page)
    const tab = (name: string) => page.getByRole('tab', { name, exact: true })
    const panel = page.getByRole('tabpanel')

    await test.step('Back returns to the main screen without piling it up, also after a dialog', async () => {
      const back = page.getByRole('button', { name: 'Zurück' })
      await openAddQuote(page)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await back.click()
      await expect(page).toHaveURL('/')
      await openFavourites(page)
      await back.click()
      await expect(page).toHaveURL('/')
      expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(entries + 2)
      await page.goto('/favoriten')
      await back.click()
      await expect(page).toHaveURL('/')
      await openFavourites(page)
    })

    await test.step('each empty tab says so, and axe finds nothing', async () => {
      for (const [name, hint] of [
        ['Meine (0)', 'Zitat des Tages'],
        ['Željka (0)', 'Željka'],
        ['Gemeinsam (0)', 'euch beiden'],
        ['Alle (0)', 'Zitat des Tages'],
      ] as const) {
        await tab(name).click()
        await expect(panel).toContainText(nothing)
        await expect(panel).toContainText(hint)
      }
      expect(await violations(page)).toEqual([])
    })

    await test.step('what each likes has its tab; what both like has a badge', async () => {
      await like(app, firstPartner, both, mine)
      await like(app, secondPartner, theirs)
      for (const name of ['Alle (3)', 'Meine (2)', 'Željka (1)', 'Gemeinsam (0)'])
        await expect(tab(name)).toBeVisible()
      await expect(favourite(page, both.text)).not.toContainText('Gemeinsam')
      await like(app, secondPartner, both)
      await expect(favourite(page, both.text)).toContainText('Gemeinsam')
      await expect(favourite(page, both.text)).toContainText('Herzen: Du und Željka')
      for (const [name, texts] of [
        ['Meine (2)', [both.text, mine.text]],
        ['Željka (2)', [both.text, theirs.text]],
        ['Gemeinsam (1)', [both.text]],
        ['Alle (3)', [both.text, theirs.text, mine.text]],
      ] as const) {
        await tab(name).click()
        await expect(page.getByRole('article')).toHaveCount(texts.length)
        for (const text of texts) await expect(favourite(page, text)).toBeVisible()
      }
      expect(await violations(page)).toEqual([])
    })

    const removal = (text: string) =>
      favourite(page, text).getByRole('button', { name: 'Like entfernen' })
    await test.step('a refused removal returns the card with its message', async () => {
      await page.route(/\/rest\/v1\/quote_likes/, async (route) =>
        route.request().method() === 'DELETE'
          ? route.fulfill({ status: 403, json: { code: '42501', message: 'refused' } })
          : route.fallback(),
      )
      await removal(mine.text).click()
      await expect(toasts(page)).toContainText('Like konnte nicht entfernt werden')
      await expect(removal(mine.text)).toBeVisible()
      await page.unroute(/\/rest\/v1\/quote_likes/)
    })

    await test.step('one takes back one’s own likes alone', async () => {
      await expect(removal(theirs.text)).toHaveCount(0)
      await removal(both.text).click()
      await expect(toasts(page)).toContainText('Like entfernt')
      await expect(toasts(page)).toContainText('Das Zitat wurde von deinen Favoriten entfernt')
      await expect(favourite(page, both.text)).not.toContainText('Gemeinsam')
      await expect(favourite(page, both.text)).toContainText('Herzen: Željka')
      await expect(tab('Meine (1)')).toBeVisible()
      await expect(tab('Gemeinsam (0)')).toBeVisible()
    })

    await test.step('by keyboard, the focus stays in the list when a card leaves it', async () => {
      await like(app, firstPartner, own)
      await tab('Meine (2)').click()
      await expect(page.getByRole('article')).toHaveCount(2)
      const remove = page.getByRole('button', { name: 'Like entfernen' })
      await remove.first().press('Enter')
      await expect(page.getByRole('article')).toHaveCount(1)
      await expect(page.getByRole('article')).toBeFocused()
      await remove.press('Enter')
      await expect(page.getByRole('main').getByText(nothing)).toBeVisible()
      await expect(page.locator(':focus')).toContainText(nothing)
    })
  },
)

test('a personal quote is added by both, what is typed is never lost, and it is deleted', async ({
  app,
}) => {
  const page = await app.signedIn(firstPartner, { viewport: phone, theme: 'dark' })
  await openFavourites(page)
  const dialog = await openAddQuote(page)
  const [text, author] = [
    dialog.getByLabel('Zitat', { exact: true }),
    dialog.getByLabel('Von wem?'),
  ]
  const add = dialog.getByRole('button', { name: 'Hinzufügen' })
  const card = favourite(page, trickyQuote.text)

  await test.step('an empty field is reported and has the focus', async () => {
    await expect(text).toBeFocused()
    await add.click()
    await expect(toasts(page)).toContainText('Fehlende Informationen')
    await expect(toasts(page)).toContainText('Bitte fülle alle Felder aus')
    await expect(text).toHaveAccessibleDescription('Bitte fülle alle Felder aus')
    expect(await violations(page)).toEqual([])
    await fillQuote(dialog, { text: trickyQuote.text, author: '   ' })
    await page.keyboard.press('Control+Enter')
    await expect(author).toHaveAccessibleDescription('Bitte fülle alle Felder aus')
    await expect(author).toBeFocused()
  })

  await test.step('what is too long is reported and kept', async () => {
    const [longText, longAuthor] = [
      '😀'.repeat(quoteTextLimit + 1),
      '👑'.repeat(quoteAuthorLimit + 1),
    ]
    await fillQuote(dialog, { text: longText, author: longAuthor })
    await add.click()
    await expect(toasts(page)).toContainText(`Maximal ${quoteTextLimit} Zeichen erlaubt`)
    await expect(text).toHaveValue(longText)
    await text.fill('Alles fließt')
    await add.click()
    await expect(author).toHaveAccessibleDescription(new RegExp(String(quoteAuthorLimit)))
    await expect(author).toHaveValue(longAuthor)
  })

  const isKept = async () => {
    await openAddQuote(page)
    await expect(text).toHaveValue(trickyQuote.text)
    await expect(author).toHaveValue(trickyQuote.author)
  }
  const refused = /\/rest\/v1\/custom_quotes/
  await test.step('what is typed survives closing, a reload and a refusal', async () => {
    await fillQuote(dialog, trickyQuote)
    await dialog.getByRole('button', { name: 'Abbrechen' }).click()
    await page.reload()
    await isKept()
    await page.route(refused, async (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 400, json: { code: '23514', message: 'refused' } })
        : route.fallback(),
    )
    await add.click()
    await expect(toasts(page)).toContainText('Das Zitat konnte nicht hinzugefügt werden')
    await expect(card).toHaveCount(0)
    await isKept()
    await page.unroute(refused)
  })

  await test.step('it is stored without spaces around it, and the form is empty again', async () => {
    await fillQuote(dialog, { text: `  ${trickyQuote.text}\n`, author: ` ${trickyQuote.author} ` })
    const stored = page.waitForResponse(
      (answer) => answer.url().includes('custom_quotes') && answer.request().method() === 'POST',
    )
    await page.keyboard.press('Control+Enter')
    await expect(dialog).toBeHidden()
    await expect(toasts(page)).toContainText('Zitat hinzugefügt')
    await expect(toasts(page)).toContainText(
      'Dein persönliches Zitat wurde erfolgreich gespeichert',
    )
    await stored
    await expect(card.getByRole('blockquote')).toHaveText(`„${trickyQuote.text}“`)
    await expect(card).toContainText(trickyQuote.author)
    await expect(card).toContainText('Persönlich')
    await expect(card).toContainText('Hinzugefügt von: Du')
    await expect(card.getByRole('time')).toHaveText(/^\d{1,2}\. [A-ZÄ][a-zä]+ \d{4}$/)
    await openAddQuote(page)
    await expect(text).toHaveValue('')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  await test.step('the partner’s says who added it, and is hers alone to delete', async () => {
    const { rest, id } = await app.server.client(secondPartner.name)
    const row = { user_id: id, quote_text: own.text, quote_author: own.author }
    expect((await rest.from('custom_quotes').insert(row)).error).toBeNull()
    const seen = favourite(page, own.text)
    await expect(seen).toContainText('Hinzugefügt von: Željka')
    await expect(seen.getByRole('button')).toHaveCount(0)
    await expect(page.getByRole('tab', { name: 'Željka (1)' })).toBeVisible()
    expect(await violations(page)).toEqual([])
    await rest.from('custom_quotes').delete().match(row)
    await expect(seen).toHaveCount(0)
  })

  await test.step('a refused deletion returns the card with its message; then it goes', async () => {
    const remove = card.getByRole('button', { name: 'Zitat löschen' })
    await page.route(refused, async (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({ status: 403, json: { code: '42501', message: 'refused' } })
        : route.fallback(),
    )
    await remove.click()
    await expect(toasts(page)).toContainText('Das Zitat konnte nicht gelöscht werden')
    await expect(remove).toBeVisible()
    await page.unroute(refused)
    await remove.click()
    await expect(toasts(page)).toContainText('Zitat gelöscht')
    await expect(toasts(page)).toContainText('Das Zitat wurde erfolgreich entfernt')
    await expect(card).toHaveCount(0)
    await expect
      .poll(async () => (await app.server.sql()`select 1 from custom_quotes`).length)
      .toBe(0)
  })
})
