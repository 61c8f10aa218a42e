import { quoteTextLimit } from '../../src/domain/limits.ts'
import { desktop, expect, firstPartner, phone, secondPartner, test } from '../support/e2e.ts'
import { inShort } from '../support/quick.ts'
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

test(
  'each tab counts and shows its cards, and the shared badge comes and goes',
  { tag: '@long' },
  async ({ app }) => {
    await like(app, firstPartner, both, mine)
    await like(app, secondPartner, theirs)
    const page = await app.signedIn(firstPartner)
    await openFavourites(page)
    const tab = (name: string) => page.getByRole('tab', { name, exact: true })
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
    await expect(
      favourite(page, theirs.text).getByRole('button', { name: 'Like entfernen' }),
    ).toHaveCount(0)

    await favourite(page, both.text).getByRole('button', { name: 'Like entfernen' }).click()
    await expect(toasts(page)).toContainText('Like entfernt')
    await expect(toasts(page)).toContainText('Das Zitat wurde von deinen Favoriten entfernt')
    await expect(favourite(page, both.text)).not.toContainText('Gemeinsam')
    await expect(favourite(page, both.text)).toContainText('Herzen: Željka')
    await expect(tab('Meine (1)')).toBeVisible()
    await expect(tab('Gemeinsam (0)')).toBeVisible()

    await test.step('by keyboard, the focus stays in the list when a card leaves it', async () => {
      await like(app, firstPartner, own)
      await tab('Meine (2)').click()
      await expect(page.getByRole('article')).toHaveCount(2)
      const remove = page.getByRole('button', { name: 'Like entfernen' })
      await remove.first().press('Enter')
      await expect(page.getByRole('article')).toHaveCount(1)
      await expect(page.getByRole('article')).toBeFocused()
      await remove.press('Enter')
      await expect(
        page.getByRole('main').getByText('Noch keine Lieblingszitate vorhanden'),
      ).toBeVisible()
      await expect(page.locator(':focus')).toContainText('Noch keine Lieblingszitate vorhanden')
    })
  },
)

test('a personal quote is added, reaches the partner and is deleted', async ({ app }) => {
  // The window that was opened last has the focus.
  const partner = await app.signedIn(secondPartner)
  const page = await app.signedIn(firstPartner, { viewport: phone })
  await openFavourites(partner)
  await openFavourites(page)

  const dialog = await openAddQuote(page)
  await expect(dialog.getByLabel('Zitat', { exact: true })).toBeFocused()
  await dialog.getByRole('button', { name: 'Hinzufügen' }).click()
  await expect(toasts(page)).toContainText('Fehlende Informationen')
  await expect(toasts(page)).toContainText('Bitte fülle alle Felder aus')
  await expect(dialog.getByLabel('Zitat', { exact: true })).toHaveAccessibleDescription(
    'Bitte fülle alle Felder aus',
  )
  await fillQuote(dialog, { text: trickyQuote.text, author: '   ' })
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByLabel('Von wem?')).toHaveAccessibleDescription(
    'Bitte fülle alle Felder aus',
  )
  await expect(dialog.getByLabel('Von wem?')).toBeFocused()
  await fillQuote(dialog, { text: `  ${trickyQuote.text}\n`, author: ` ${trickyQuote.author} ` })
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toBeHidden()
  await expect(toasts(page)).toContainText('Zitat hinzugefügt')
  await expect(toasts(page)).toContainText('Dein persönliches Zitat wurde erfolgreich gespeichert')

  const card = favourite(page, trickyQuote.text)
  await expect(card.getByRole('blockquote')).toHaveText(`„${trickyQuote.text}“`)
  await expect(card).toContainText(trickyQuote.author)
  await expect(card).toContainText('Persönlich')
  await expect(card).toContainText('Hinzugefügt von: Du')
  await expect(card.getByRole('time')).toHaveText(/^\d{1,2}\. [A-ZÄ][a-zä]+ \d{4}$/)
  const seen = favourite(partner, trickyQuote.text)
  await expect(seen).toContainText('Hinzugefügt von: Jonas')
  await expect(seen.getByRole('button')).toHaveCount(0)
  await expect(partner.getByRole('tab', { name: 'Jonas (1)' })).toBeVisible()

  await openAddQuote(page)
  await expect(dialog.getByLabel('Zitat', { exact: true })).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await card.getByRole('button', { name: 'Zitat löschen' }).click()
  await expect(toasts(page)).toContainText('Zitat gelöscht')
  await expect(toasts(page)).toContainText('Das Zitat wurde erfolgreich entfernt')
  await expect(card).toHaveCount(0)
  await expect(seen).toHaveCount(0)
})

test(
  'what is typed survives closing, a reload and a refusal',
  { tag: '@long' },
  async ({ app }) => {
    const page = await app.signedIn(firstPartner)
    await openFavourites(page)
    let dialog = await openAddQuote(page)
    await fillQuote(dialog, trickyQuote)
    await dialog.getByRole('button', { name: 'Abbrechen' }).click()
    await page.reload()
    dialog = await openAddQuote(page)
    await expect(dialog.getByLabel('Zitat', { exact: true })).toHaveValue(trickyQuote.text)
    await expect(dialog.getByLabel('Von wem?')).toHaveValue(trickyQuote.author)

    await page.route(/\/rest\/v1\/custom_quotes/, async (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 400, json: { code: '23514', message: 'refused' } })
        : route.fallback(),
    )
    await dialog.getByRole('button', { name: 'Hinzufügen' }).click()
    await expect(toasts(page)).toContainText('Fehler')
    await expect(toasts(page)).toContainText('Das Zitat konnte nicht hinzugefügt werden')
    await expect(favourite(page, trickyQuote.text)).toHaveCount(0)
    dialog = await openAddQuote(page)
    await expect(dialog.getByLabel('Zitat', { exact: true })).toHaveValue(trickyQuote.text)
    await expect(dialog.getByLabel('Von wem?')).toHaveValue(trickyQuote.author)

    await test.step('a text that is too long is reported and kept', async () => {
      await fillQuote(dialog, { text: '😀'.repeat(quoteTextLimit + 1), author: 'Wir' })
      await page.keyboard.press('Enter')
      await expect(toasts(page)).toContainText(`Maximal ${quoteTextLimit} Zeichen erlaubt`)
      await expect(dialog.getByLabel('Zitat', { exact: true })).toHaveValue(
        '😀'.repeat(quoteTextLimit + 1),
      )
    })
  },
)

test(
  'a refused removal returns the card with its own message',
  { tag: '@long' },
  async ({ app }) => {
    await like(app, firstPartner, mine)
    const page = await app.signedIn(firstPartner)
    await openFavourites(page)
    const dialog = await openAddQuote(page)
    await fillQuote(dialog, own)
    const stored = page.waitForResponse(
      (answer) => answer.url().includes('custom_quotes') && answer.request().method() === 'POST',
    )
    await dialog.getByRole('button', { name: 'Hinzufügen' }).click()
    await stored
    await expect(page.getByRole('article')).toHaveCount(2)
    await page.route(/\/rest\/v1\/(quote_likes|custom_quotes)/, async (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({ status: 403, json: { code: '42501', message: 'refused' } })
        : route.fallback(),
    )
    for (const [{ text }, button, message] of [
      [own, 'Zitat löschen', 'Das Zitat konnte nicht gelöscht werden'],
      [mine, 'Like entfernen', 'Like konnte nicht entfernt werden'],
    ] as const) {
      await favourite(page, text).getByRole('button', { name: button }).click()
      await expect(toasts(page)).toContainText(message)
      await expect(favourite(page, text).getByRole('button', { name: button })).toBeVisible()
    }
  },
)

test(
  'back returns to the main screen without piling it up, also after a dialog',
  { tag: '@long' },
  async ({ app }) => {
    const page = await app.signedIn(firstPartner)
    const back = page.getByRole('button', { name: 'Zurück' })
    const entries = await page.evaluate(() => history.length)
    await openFavourites(page)
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

    await test.step('each empty tab says so', async () => {
      await openFavourites(page)
      for (const [tab, hint] of [
        ['Alle (0)', 'Zitat des Tages'],
        ['Meine (0)', 'Zitat des Tages'],
        ['Željka (0)', 'Željka'],
        ['Gemeinsam (0)', 'euch beiden'],
      ] as const) {
        await page.getByRole('tab', { name: tab }).click()
        const panel = page.getByRole('tabpanel')
        await expect(panel).toContainText('Noch keine Lieblingszitate vorhanden')
        await expect(panel).toContainText(hint)
      }
    })
  },
)

for (const { layout, viewport, theme } of inShort(1, [
  { layout: 'phone', viewport: phone, theme: 'dark' },
  { layout: 'desktop', viewport: desktop, theme: 'light' },
] as const))
  test(
    `axe finds nothing on the ${layout} in ${theme}: no card, three cards, the dialog with messages`,
    { tag: '@long' },
    async ({ app }) => {
      const at = new Date('2026-06-12T17:30:00+02:00')
      const page = await app.signedIn(firstPartner, { viewport, theme, at })
      await openFavourites(page)
      await expect(
        page.getByRole('main').getByText('Noch keine Lieblingszitate vorhanden'),
      ).toBeVisible()
      expect(await violations(page)).toEqual([])
      await like(app, firstPartner, both, mine)
      await like(app, secondPartner, both)
      await expect(page.getByRole('main').getByText('Gemeinsam', { exact: true })).toBeVisible()
      const dialog = await openAddQuote(page)
      await fillQuote(dialog, own)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('article')).toHaveCount(3)
      await page.getByRole('button', { name: 'Mitteilung ausblenden' }).click()
      expect(await violations(page)).toEqual([])
      await openAddQuote(page)
      await dialog.getByRole('button', { name: 'Hinzufügen' }).click()
      await expect(dialog.getByText('Bitte fülle alle Felder aus').first()).toBeVisible()
      expect(await violations(page)).toEqual([])
    },
  )
