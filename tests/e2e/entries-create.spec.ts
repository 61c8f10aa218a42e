import { contentLimit, counterBounds } from '../../src/domain/limits.ts'
import { desktop, expect, firstPartner, phone, secondPartner, test } from '../support/e2e.ts'
import { arrived, cardOf, layoutsFrom, openForm, textField, toasts, write } from './entry-steps.ts'

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

for (const { layout, viewport } of layoutsFrom('phone'))
  test(
    `the form closes by Escape and Back, and the focus returns to its button (${layout})`,
    { tag: '@long' },
    async ({ app }) => {
      const page = await app.signedIn(firstPartner, { viewport })
      const button = page.getByRole('button', { name: 'Neuer Eintrag', exact: true })
      const form = page.getByRole('dialog', { name: 'Neuer Eintrag' })

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
    },
  )

for (const { layout, viewport } of layoutsFrom('desktop'))
  test(
    `an idea takes a date and, once there is one, a time (${layout})`,
    { tag: '@long' },
    async ({ app }) => {
      const page = await app.signedIn(firstPartner, { viewport })
      await page.clock.setFixedTime(new Date('2026-11-20T12:00:00+01:00'))
      const form = await openForm(page, 'Ideen')
      await textField(form).fill('Picknick an der Spree')
      await expect(form.getByLabel('Uhrzeit')).toBeHidden()

      await form.getByRole('button', { name: 'Datum wählen' }).click()
      // Hidden from the accessibility tree, because each day says its weekday.
      await expect(page.locator('thead th').first()).toHaveText('Mo')
      await page.getByRole('button', { name: /27\. November 2026/ }).click()
      await form.getByLabel('Uhrzeit').fill('18:30')
      await form.getByRole('button', { name: 'Eintragen' }).click()

      await expect(cardOf(page, 'Picknick')).toContainText('27. November 2026, 18:30 Uhr')
      await arrived(cardOf(page, 'Picknick'))
      const [row] = await app.server.sql()`
    select scheduled_date = '2026-11-27 18:30+01' as "isRight" from entries`
      expect(row?.['isRight']).toBe(true)

      await test.step('a date without a time is that day’s midnight and is shown without a time', async () => {
        await openForm(page, 'Ideen')
        await textField(form).fill('Plätzchen backen')
        await form.getByRole('button', { name: 'Datum wählen' }).click()
        await page.getByRole('button', { name: /24\. November 2026/ }).click()
        await form.getByRole('button', { name: 'Eintragen' }).click()

        const card = cardOf(page, 'Plätzchen')
        await expect(card).toContainText(/24\. November 2026(?!, )/)
        await arrived(card)
        const [midnight] = await app.server.sql()`
    select scheduled_date = '2026-11-24 00:00+01' as "isRight" from entries where content like 'Plätz%'`
        expect(midnight?.['isRight']).toBe(true)
      })
    },
  )

test('an empty text, one that is too long and a missing side are refused in words, and counters warn', async ({
  app,
}) => {
  const page = await app.signedIn(firstPartner)
  const form = await openForm(page)
  const send = form.getByRole('button', { name: 'Eintragen' })
  const field = textField(form)

  await field.fill('   ')
  await send.click()
  await expect(field).toHaveAccessibleDescription(/Bitte gib einen Text ein/)
  await expect(toasts(page)).toContainText('Bitte gib einen Text ein')
  await expect(field).toBeFocused()

  await field.fill('ž'.repeat(contentLimit + 1))
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

  await test.step('counters count characters as people do, and change colour and words at their thresholds', async () => {
    await form.getByRole('radio', { name: 'Erzählen' }).check()
    const counter = form.getByTestId('counter').first()
    const { content, translation } = counterBounds
    const colour = () => counter.evaluate((element) => getComputedStyle(element).color)

    await field.fill('👩‍🎤'.normalize('NFD'))
    await expect(counter).toHaveText(`3/${contentLimit}`)
    await field.fill('a'.repeat(content.orangeAbove))
    const calm = await colour()
    await expect(form.getByRole('status').filter({ hasText: /Noch/ })).toHaveCount(0)
    await field.fill('a'.repeat(content.orangeAbove + 1))
    const orange = await colour()
    await expect(
      form.getByText(`Noch ${contentLimit - content.orangeAbove - 1} Zeichen`),
    ).toBeVisible()
    await expect(
      form
        .getByRole('status')
        .filter({ hasText: `Noch ${contentLimit - content.orangeAbove} Zeichen` }),
    ).toHaveCount(1)
    await field.fill('a'.repeat(content.redAbove))
    expect(await colour()).toBe(orange)
    await field.fill('a'.repeat(content.redAbove + 1))
    const red = await colour()
    expect(new Set([calm, orange, red]).size).toBe(3)

    await form.getByRole('radio', { name: 'Übersetzungen' }).check()
    const german = form.getByLabel('Deutsch')
    for (const [length, expected] of [
      [translation.orangeAbove, calm],
      [translation.orangeAbove + 1, orange],
      [translation.redAbove, orange],
      [translation.redAbove + 1, red],
    ] as const) {
      await german.fill('a'.repeat(length))
      expect(await colour()).toBe(expected)
    }
  })
})

test(
  'Ctrl and Enter send the form, a double press writes one entry, and text typed at once stays',
  { tag: '@long' },
  async ({ app }) => {
    const page = await app.signedIn(firstPartner)
    const form = await openForm(page)
    await textField(form).fill('Mit der Tastatur')
    await page.keyboard.press('Control+Enter')
    await expect(cardOf(page, 'Mit der Tastatur')).toHaveCount(1)

    const second = await openForm(page)
    await textField(second).fill('Doppelt gedrückt')
    await second.getByRole('button', { name: 'Eintragen' }).dblclick()
    await expect(second).toBeHidden()
    await expect(cardOf(page, 'Doppelt gedrückt')).toHaveCount(1)
    await expect.poll(async () => (await app.server.sql()`select 1 from entries`).length).toBe(2)

    await test.step('text typed in the first moment of a form opened again stays', async () => {
      for (const text of ['Erster', 'Zweiter', 'Dritter']) {
        await page.getByRole('button', { name: 'Neuer Eintrag', exact: true }).click()
        const form = page.getByRole('dialog', { name: 'Neuer Eintrag' })
        await textField(form).fill(text)
        await form.getByRole('button', { name: 'Eintragen' }).click()
        await expect(cardOf(page, text)).toBeVisible()
      }
    })
  },
)

test('a draft survives closing the form and a reload, and ends with the entry', async ({ app }) => {
  const page = await app.signedIn(firstPartner)
  const form = await openForm(page, 'Gedanken & Notizen')
  await textField(form).fill('Halb fertig')
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await page.reload()

  await page.getByRole('button', { name: 'Neuer Eintrag', exact: true }).click()
  await expect(form.getByRole('radio', { name: 'Gedanken & Notizen' })).toBeChecked()
  await expect(textField(form)).toHaveValue('Halb fertig')
  await expect(form.getByText('Dein Text von vorhin ist noch da.')).toBeVisible()
  await form.getByRole('button', { name: 'Eintragen' }).click()
  await expect(cardOf(page, 'Halb fertig')).toBeVisible()

  await page.getByRole('button', { name: 'Neuer Eintrag', exact: true }).click()
  await expect(textField(form)).toHaveValue('')
  await page.keyboard.press('Escape')

  await test.step('changing the category keeps the text, unless a draft waits there', async () => {
    await openForm(page, 'Ideen')
    await textField(form).fill('Zelten')
    await form.getByRole('radio', { name: 'Erzählen' }).check()
    await expect(textField(form)).toHaveValue('Zelten')
    await page.keyboard.press('Escape')

    await page
      .getByRole('navigation', { name: 'Bereiche' })
      .getByRole('button', { name: 'Ideen' })
      .click()
    await page.getByRole('button', { name: 'Neuer Eintrag', exact: true }).click()
    await expect(textField(form)).toHaveValue('')
    await textField(form).fill('Tanzen')
    await form.getByRole('radio', { name: 'Erzählen' }).check()
    await expect(textField(form)).toHaveValue('Zelten')
    await form.getByRole('radio', { name: 'Ideen' }).check()
    await expect(textField(form)).toHaveValue('Tanzen')
  })
})
