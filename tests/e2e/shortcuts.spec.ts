import type { Locator } from '@playwright/test'
import { expect, firstPartner, test } from '../support/e2e.ts'
import { openForm, textField } from './entry-steps.ts'
import { tab } from './main-screen-steps.ts'

test('keys of one letter lead through the journal, and disturb no typing and no browser', async ({
  app,
}) => {
  const page = await app.signedIn(firstPartner)
  await expect(tab(page, 'Alle')).toHaveAttribute('aria-pressed', 'true')
  const names = ['Alle', 'Erzählen', 'Ideen', 'Gedanken', 'Übersetzungen']
  for (const [index, name] of names.entries()) {
    await page.keyboard.press(String(index + 1))
    await expect(tab(page, name)).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press(String(index + 1))
    await expect(tab(page, name)).toHaveAttribute('aria-pressed', 'true')
  }
  await page.keyboard.press('n')
  const form = page.getByRole('dialog', { name: 'Neuer Eintrag' })
  await expect(form.getByRole('radio', { name: 'Übersetzungen' })).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()

  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Tastenkürzel' })
  await expect(keys).toContainText('Neuer Eintrag')
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()

  await test.step('a key that is typed into a field or held with Ctrl is no shortcut', async () => {
    await tab(page, 'Alle').click()
    await openForm(page)
    await textField(form).pressSequentially('n2?')
    await expect(textField(form)).toHaveValue('n2?')
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await textField(form).fill('')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+2')
    await expect(tab(page, 'Alle')).toHaveAttribute('aria-pressed', 'true')
  })

  await test.step('the keys work with caps lock, too', async () => {
    // A digit, for which a German keyboard then types a sign.
    await page.evaluate(() => {
      const key = { key: '"', code: 'Digit2', modifierCapsLock: true, bubbles: true }
      document.body.dispatchEvent(new KeyboardEvent('keydown', key))
    })
    await expect(tab(page, 'Erzählen')).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('N')
    await expect(form).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
    await page.keyboard.press('1')
    await expect(tab(page, 'Alle')).toHaveAttribute('aria-pressed', 'true')
  })

  await test.step('the keys of one letter can be switched off on a device', async () => {
    const dialogs = page.getByRole('dialog')
    const own = page.getByRole('switch', { name: 'Kürzel mit einer Taste auf diesem Gerät' })
    await page.keyboard.press('?')
    await own.uncheck()
    await page.keyboard.press('Escape')
    await expect(dialogs).toHaveCount(0)
    for (const key of ['n', '/', '3']) await page.keyboard.press(key)
    await page.reload()
    await expect(tab(page, 'Alle')).toHaveAttribute('aria-pressed', 'true')
    for (const key of ['n', '/', '3']) await page.keyboard.press(key)
    // It still leads to the switch.
    await page.keyboard.press('?')
    await expect(own).not.toBeChecked()
    await expect(dialogs).toHaveCount(1)
    await expect(page.getByRole('textbox', { name: 'Im Tagebuch suchen' })).toHaveCount(0)
    await own.check()
    await page.keyboard.press('Escape')
    await expect(tab(page, 'Alle')).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('3')
    await expect(tab(page, 'Ideen')).toHaveAttribute('aria-pressed', 'true')
  })

  await test.step('a key that is held down types nothing into the field that it opened', async () => {
    const hold = async (key: string, opened: Locator) => {
      await page.keyboard.down(key)
      await expect(opened).toBeFocused()
      // The browser's repetitions.
      for (let times = 0; times < 5; times += 1) await page.keyboard.down(key)
      await page.keyboard.up(key)
      await expect(opened).toHaveValue('')
      await page.keyboard.type(key)
      await expect(opened).toHaveValue(key)
      await page.keyboard.press('Escape')
    }
    await hold('n', textField(form))
    await hold('/', page.getByRole('textbox', { name: 'Im Tagebuch suchen' }))
  })

  await test.step('Strg+F opens the search, and pressed again in it or without the shortcuts it is the browser’s', async () => {
    const field = page.getByRole('textbox', { name: 'Im Tagebuch suchen' })
    /** Whether the page took the key from the browser. */
    const isTaken = async (more: object = {}) =>
      page.evaluate((init) => {
        const event = new KeyboardEvent('keydown', {
          key: 'f',
          ctrlKey: true,
          bubbles: true,
          cancelable: true,
          ...init,
        })
        return !(document.activeElement ?? document.body).dispatchEvent(event)
      }, more)
    expect(await isTaken({ shiftKey: true })).toBe(false)
    expect(await isTaken({ ctrlKey: false, metaKey: true })).toBe(false)
    expect(await isTaken()).toBe(true)
    await expect(field).toBeFocused()
    // Held down it stays the journal's.
    expect(await isTaken({ repeat: true })).toBe(true)
    expect(await isTaken()).toBe(false)
    await field.fill('meer')
    await tab(page, 'Alle').focus()
    expect(await isTaken()).toBe(true)
    await expect(field).toBeFocused()
    await page.keyboard.type('see')
    await expect(field).toHaveValue('see')
    await page.keyboard.press('Escape')
    await expect(field).toBeHidden()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog')).toContainText('Suche des Browsers')
    expect(await isTaken()).toBe(false)
    await page.getByRole('switch', { name: 'Kürzel mit einer Taste' }).press('Space')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(await isTaken()).toBe(false)
    await expect(field).toBeHidden()
  })
})
