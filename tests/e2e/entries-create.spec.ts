import { contentLimit, counterBounds } from '../../src/domain/limits.ts'
import { desktop, expect, firstPartner, phone, secondPartner, test } from '../support/e2e.ts'
import { cardOf, openForm, textField, toasts, write } from './entry-steps.ts'
import { tab } from './main-screen-steps.ts'

test('an entry of each category is written, and the partner sees it without a reload', async ({
  app,
}) => {
  const page = await app.signedIn(firstPartner, { viewport: phone })
  const partner = await app.signedIn(secondPartner, { viewport: desktop })

  for (const category of ['Erzählen', 'Ideen', 'Gedanken & Notizen']) {
    const text = `Ein Text für ${category}`
    const form = await openForm(page, category)
    await textField(form).fill(text)
    await form.getByRole('button', { name: 'Eintragen' }).click()
    await expect(form).toBeHidden()
    await expect(toasts(page)).toContainText('Eintrag erstellt! ✨')
    await expect(cardOf(page, text)).toHaveAccessibleName(`${category} von Jonas`)
    await expect(cardOf(partner, text)).toBeVisible()
  }

  const form = await openForm(page, 'Übersetzungen')
  await form.getByLabel('Deutsch').fill('Schmetterling')
  await form.getByLabel('Kroatisch').fill('leptir')
  await form.getByRole('button', { name: 'Eintragen' }).click()
  for (const screen of [page, partner]) {
    const card = cardOf(screen, 'Schmetterling')
    await expect(card.getByRole('img', { name: 'Deutsch' })).toBeVisible()
    await expect(card.getByRole('img', { name: 'Kroatisch' })).toBeVisible()
    await expect(card).not.toContainText('|')
    await expect(card.getByText('leptir')).toBeVisible()
  }

  await test.step('a private note of any category never reaches the partner', async () => {
    for (const category of ['Erzählen', 'Ideen', 'Gedanken & Notizen']) {
      const form = await openForm(page, category)
      await expect(form.getByRole('switch', { name: /Nur du kannst/ })).not.toBeChecked()
      await textField(form).fill(`Geheimnis ${category}`)
      await form.getByText('Nur du kannst diese Notiz sehen').click()
      await form.getByRole('button', { name: 'Eintragen' }).click()
      await expect(cardOf(page, `Geheimnis ${category}`)).toContainText('Privat')
    }
    await write(page, 'Für uns beide')
    await expect(cardOf(partner, 'Für uns beide')).toBeVisible()
    await expect(cardOf(partner, 'Geheimnis')).toHaveCount(0)
  })
})

test('the form of a new entry keeps focus, Back, text and draft, and sends once', async ({
  app,
}) => {
  const page = await app.signedIn(firstPartner)
  const button = page.getByRole('button', { name: 'Neuer Eintrag', exact: true })
  const form = page.getByRole('dialog', { name: 'Neuer Eintrag' })

  await test.step('it closes by Escape and Back, and the focus returns to its button', async () => {
    await button.click()
    await expect(textField(form)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
    await expect(button).toBeFocused()
    await button.click()
    await expect(form).toBeVisible()
    await page.goBack()
    await expect(form).toBeHidden()
    await expect(page).toHaveURL(app.url + '/')
  })

  await test.step('changing the category keeps the text, unless a draft waits there', async () => {
    await openForm(page, 'Ideen')
    await textField(form).fill('Zelten')
    await form.getByRole('radio', { name: 'Erzählen' }).check()
    await expect(textField(form)).toHaveValue('Zelten')
    await page.keyboard.press('Escape')
    await tab(page, 'Ideen').click()
    await button.click()
    await expect(textField(form)).toHaveValue('')
    await textField(form).fill('Tanzen')
    await form.getByRole('radio', { name: 'Erzählen' }).check()
    await expect(textField(form)).toHaveValue('Zelten')
    await form.getByRole('radio', { name: 'Ideen' }).check()
    await expect(textField(form)).toHaveValue('Tanzen')
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
  })

  await test.step('a draft survives closing the form and a reload, and ends with the entry', async () => {
    await page.reload()
    await button.click()
    await expect(form.getByRole('radio', { name: 'Ideen' })).toBeChecked()
    await expect(textField(form)).toHaveValue('Tanzen')
    await expect(form.getByText('Dein Text von vorhin ist noch da.')).toBeVisible()
    await page.keyboard.press('Control+Enter')
    await expect(cardOf(page, 'Tanzen')).toHaveCount(1)
    await button.click()
    await expect(textField(form)).toHaveValue('')
  })

  await test.step('a double press writes one entry', async () => {
    await textField(form).fill('Doppelt gedrückt')
    await form.getByRole('button', { name: 'Eintragen' }).dblclick()
    await expect(form).toBeHidden()
    await expect(cardOf(page, 'Doppelt gedrückt')).toHaveCount(1)
    await expect.poll(async () => (await app.server.sql()`select 1 from entries`).length).toBe(2)
  })

  await test.step('text typed in the first moment of a form opened again stays', async () => {
    for (const text of ['Erster', 'Zweiter', 'Dritter']) {
      await button.click()
      await textField(form).fill(text)
      await form.getByRole('button', { name: 'Eintragen' }).click()
      await expect(cardOf(page, text)).toBeVisible()
    }
  })
})

test('an empty text, one that is too long and a missing side are refused in words, and the counter warns', async ({
  app,
}) => {
  const page = await app.signedIn(firstPartner, { viewport: phone })
  const form = await openForm(page)
  const send = form.getByRole('button', { name: 'Eintragen' })
  const field = textField(form)

  await field.fill('   ')
  await send.click()
  await expect(field).toHaveAccessibleDescription(/Bitte gib einen Text ein/)
  await expect(toasts(page)).toContainText('Bitte gib einen Text ein')
  await expect(field).toBeFocused()

  await test.step('the counter changes its colour and its words, which are said once', async () => {
    const counter = form.getByTestId('counter').first()
    const { orangeAbove, redAbove } = counterBounds.content
    const colours = new Set<string>()
    for (const length of [orangeAbove, orangeAbove + 1, redAbove + 1, contentLimit + 1]) {
      await field.fill('ž'.repeat(length))
      await expect(counter).toHaveText(`${length}/${contentLimit}`)
      colours.add(await counter.evaluate((element) => getComputedStyle(element).color))
      const words = form.getByRole('status').filter({ hasText: /Noch|Mehr als/ })
      await expect(words).toHaveCount(length > orangeAbove ? 1 : 0)
    }
    expect(colours.size).toBe(3)
  })
  await send.click()
  await expect(field).toHaveAccessibleDescription(
    new RegExp(`Maximal ${contentLimit} Zeichen erlaubt`),
  )
  await expect(toasts(page)).toContainText(`Maximal ${contentLimit} Zeichen erlaubt`)

  await form.getByRole('radio', { name: 'Übersetzungen' }).check()
  await form.getByLabel('Deutsch').fill('Haus')
  await send.click()
  await expect(form.getByLabel('Kroatisch')).toHaveAccessibleDescription(
    /Bitte fülle beide Felder aus/,
  )
  await expect(toasts(page)).toContainText('Bitte fülle beide Felder aus')
  await expect(page.getByRole('article')).toHaveCount(0)

  await test.step('the drawer of the phone closes by Back', async () => {
    await page.goBack()
    await expect(form).toBeHidden()
    await expect(page).toHaveURL(app.url + '/')
  })
})
