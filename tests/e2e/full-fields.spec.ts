import type { Page } from '@playwright/test'
import { expect, firstPartner, test } from '../support/e2e.ts'
import { cardOf, openEdit, openForm, toasts } from './entry-steps.ts'
import { seed } from './main-screen-steps.ts'

const family = '👩‍👩‍👧'

/** The place of the caret, and how far the text is moved sideways, which a page does with its next frame. */
const placeOf = async (field: HTMLInputElement) => {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  return [field.selectionStart, field.selectionEnd, Math.round(field.scrollLeft)]
}

/** Pastes as a person does, by way of another field. */
async function paste(page: Page, text: string): Promise<void> {
  await page.locator(':focus').evaluate((field: HTMLInputElement, copied) => {
    const { selectionStart, selectionEnd } = field
    const source = document.createElement('textarea')
    document.querySelector('[role="dialog"]')?.append(source)
    source.value = copied
    source.select()
    document.execCommand('copy')
    // The focus goes first: a dialog takes it from a field that is removed, a moment later.
    field.focus()
    field.setSelectionRange(selectionStart, selectionEnd)
    source.remove()
  }, text)
  await page.keyboard.press('Control+v')
}

test('a word field takes 100 characters: a key no more, of a paste what fits, and the text there stays as it is', async ({
  app,
}) => {
  const long = 'Donaudampfschiff'.repeat(10)
  await seed(app, 'Jonas', { content: `🇩🇪 ${long} | 🇭🇷 brod`, category: 'uebersetzungen' })
  const page = await app.signedIn(firstPartner)
  const form = await openForm(page, 'Übersetzungen')
  const german = form.getByLabel('Deutsch')
  const counter = form.getByTestId('counter').first()
  const full = 'Ein Anfang und ein Ende '.padEnd(95, 'x') + family
  await form.getByLabel('Kroatisch').fill('riječ')
  await german.fill(full)
  await expect(counter).toHaveText('100/100')

  await test.step('keys at the limit are not taken, wherever the caret is', async () => {
    for (const key of ['Home', 'ArrowRight', 'End']) {
      await german.press(key)
      const place = await german.evaluate(placeOf)
      await page.keyboard.type('Vorn')
      await expect(german).toHaveValue(full)
      expect(await german.evaluate(placeOf)).toEqual(place)
    }
    await german.evaluate((field: HTMLInputElement) => field.setSelectionRange(0, 3))
    await page.keyboard.type('Der')
    await expect(german).toHaveValue(full.replace('Ein', 'Der'))
  })

  await test.step('a paste is taken as far as whole characters fit, a sentence says the rest, and undo brings the field back', async () => {
    await german.fill('Ende')
    await german.press('Home')
    await paste(page, `${'x'.repeat(88)}${family}${family}`)
    await expect(german).toHaveValue(`${'x'.repeat(88)}${family}Ende`)
    await expect(form.getByText('5 Zeichen passten nicht mehr hinein.')).toBeVisible()
    await page.keyboard.press('Control+z')
    await expect(german).toHaveValue('Ende')
    await expect(form.getByText('passten nicht mehr hinein')).toBeHidden()
    await german.fill(full)
    await paste(page, 'x')
    await expect(german).toHaveValue(full)
    await expect(form.getByText('Ein Zeichen passte nicht mehr hinein.')).toBeVisible()
  })

  await test.step('100 characters are stored, also when they are more to a computer', async () => {
    const exact = '👍🏽'.repeat(50)
    await german.fill(` ${exact} `)
    await expect(counter).toHaveText('100/100')
    await form.getByRole('button', { name: 'Eintragen' }).click()
    await expect(cardOf(page, exact)).toBeVisible()
    const edit = await openEdit(page, cardOf(page, exact))
    await expect(edit.getByLabel('Deutsch')).toHaveValue(exact)
    await page.keyboard.press('Escape')
    await expect(edit).toBeHidden()
  })

  await test.step('a longer word of before opens whole, is refused in words, and becomes shorter only', async () => {
    const form = await openEdit(page, cardOf(page, 'brod'))
    const german = form.getByLabel('Deutsch')
    await expect(german).toHaveValue(long)
    await expect(form.getByText('60 Zeichen zu viel')).toBeVisible()
    await german.press('End')
    await page.keyboard.type('e')
    await expect(german).toHaveValue(long)
    await form.getByLabel('Kroatisch').fill('parobrod')
    await form.getByRole('button', { name: 'Speichern' }).click()
    await expect(german).toHaveAccessibleDescription(/Maximal 100 Zeichen erlaubt/)
    await expect(toasts(page)).toContainText('Maximal 100 Zeichen erlaubt')
    await expect(german).toHaveValue(long)
    await expect(german).toBeFocused()
    await german.press('End')
    await german.press('Backspace')
    await expect(german).toHaveValue(long.slice(0, -1))
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
  })

  await test.step('a composition in a full field is left alone, and what of it has no room goes as it ends', async () => {
    const form = await openForm(page, 'Übersetzungen')
    const german = form.getByLabel('Deutsch')
    await german.fill('x'.repeat(98))
    await german.press('Home')
    const session = await page.context().newCDPSession(page)
    await session.send('Input.imeSetComposition', {
      text: 'kuća',
      selectionStart: 4,
      selectionEnd: 4,
    })
    await expect(german).toHaveValue(`kuća${'x'.repeat(98)}`)
    await session.send('Input.insertText', { text: 'kućica' })
    await expect(german).toHaveValue(`ku${'x'.repeat(98)}`)
    await expect(form.getByText('4 Zeichen passten nicht mehr hinein.')).toBeVisible()
    await page.keyboard.type('!')
    await expect(german).toHaveValue(`ku${'x'.repeat(98)}`)
  })
})
