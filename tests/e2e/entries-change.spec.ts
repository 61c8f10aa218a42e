import type { Locator, Page } from '@playwright/test'
import { desktop, expect, firstPartner, phone, secondPartner, test } from '../support/e2e.ts'
import {
  arrived,
  cardOf,
  openEdit,
  openForm,
  remove,
  textField,
  toasts,
  toggleOf,
  write,
} from './entry-steps.ts'

test('an entry is edited, ticked off, hidden and deleted, and both see it without a reload', async ({
  app,
}) => {
  const page = await app.signedIn(firstPartner, { viewport: phone })
  const partner = await app.signedIn(secondPartner, { viewport: desktop })
  const card = await write(page, 'Erste Fassung')
  await expect(cardOf(partner, 'Erste Fassung')).toBeVisible()

  await test.step('edited', async () => {
    const form = await openEdit(page, card)
    await expect(textField(form)).toHaveValue('Erste Fassung')
    await textField(form).fill('Zweite Fassung')
    await form.getByRole('button', { name: 'Speichern' }).click()
    await expect(form).toBeHidden()
    await expect(toasts(page)).toContainText('Eintrag aktualisiert! ✨')
    await expect(cardOf(page, 'Zweite Fassung')).toBeVisible()
    await expect(cardOf(partner, 'Zweite Fassung')).toBeVisible()
    await expect(cardOf(partner, 'Erste Fassung')).toHaveCount(0)
  })

  const shown = cardOf(page, 'Zweite Fassung')
  const seen = cardOf(partner, 'Zweite Fassung')
  const movements = await movementsOn(partner)
  const ownMovements = await movementsOn(page)

  await test.step('ticked off by one, opened again by the other', async () => {
    await toggleOf(shown).click()
    await expect(toggleOf(shown)).toHaveAttribute('aria-pressed', 'true')
    await expect(toasts(page)).toContainText('Als erledigt markiert ✓')
    await expect(toggleOf(seen)).toHaveAttribute('aria-pressed', 'true')
    // Either partner may.
    await toggleOf(seen).click()
    await expect(toasts(partner)).toContainText('Als unerledigt markiert')
    await expect(toggleOf(shown)).toHaveAttribute('aria-pressed', 'false')
    await arrived(seen)
  })

  await test.step('cards glide when the partner’s entry comes; a tick or one’s own starts no movement', async () => {
    expect(await movements()).toBe(0)
    await write(page, 'Die nächste')
    await expect(cardOf(partner, 'Die nächste')).toBeVisible()
    await expect.poll(movements).toBeGreaterThan(0)
    expect(await ownMovements()).toBe(0)
  })

  await test.step('fast presses count from each other and end in the last state without flicker', async () => {
    await arrived(shown)
    const states = await statesAfterPresses(toggleOf(shown), [20, 20, 20])
    await expect(toggleOf(seen)).toHaveAttribute('aria-pressed', 'true')
    await arrived(shown)
    await expect(toggleOf(shown)).toHaveAttribute('aria-pressed', 'true')
    expect(await states()).toEqual(['true', 'false', 'true'])

    // At these distances one press comes just as another has been stored.
    const distances = Array.from({ length: 40 }, (_, press) => (press * 7) % 60)
    const others = await statesAfterPresses(toggleOf(shown), distances)
    await expect.poll(async () => (await others()).length).toBe(distances.length)
    expect(await others()).toEqual(distances.map((_, press) => String(press % 2 === 1)))
    await expect(toggleOf(seen)).toHaveAttribute('aria-pressed', 'true')
  })

  await test.step('of an idea the partner edits text and date and nothing else, of another entry nothing', async () => {
    await write(page, 'Eine Wanderung', 'Ideen')
    await expect(seen.getByRole('button', { name: 'Bearbeiten' })).toHaveCount(0)
    await expect(seen.getByRole('button', { name: 'Löschen' })).toHaveCount(0)
    const form = await openEdit(partner, cardOf(partner, 'Eine Wanderung'))
    await expect(form.getByRole('radio')).toHaveCount(0)
    await expect(form.getByRole('switch')).toHaveCount(0)
    await expect(form.getByRole('button', { name: 'Datum wählen' })).toBeVisible()
    await textField(form).fill('Eine Radtour')
    await form.getByRole('button', { name: 'Speichern' }).click()
    await expect(cardOf(page, 'Eine Radtour')).toHaveAccessibleName('Ideen von Jonas')
  })

  await test.step('made private it leaves the partner’s screen, and comes back with its reactions', async () => {
    await seen.getByRole('button', { name: 'Reagieren' }).click()
    await partner.getByRole('button', { name: 'Herz', exact: true }).click()
    await expect(shown.getByRole('button', { name: /^Herz: 1/ })).toBeVisible()
    const press = async () => {
      const form = await openEdit(page, shown)
      await form.getByText('Nur du kannst diese Notiz sehen').click()
      await form.getByRole('button', { name: 'Speichern' }).click()
      await expect(form).toBeHidden()
    }
    await press()
    await expect(seen).toBeHidden({ timeout: 2000 })
    await expect(shown).toContainText('Privat')
    await press()
    await expect(seen).toBeVisible()
    await expect(seen.getByRole('button', { name: /^Herz: 1/ })).toBeVisible()
  })

  await test.step('a deletion is sent after five seconds', async () => {
    await page.clock.install()
    await remove(page, shown)
    await expect(toasts(page)).toContainText('Eintrag gelöscht')
    await page.clock.runFor(4500)
    await expect(seen).toBeVisible()
    await page.clock.runFor(1500)
    await expect(toasts(page)).not.toContainText('Eintrag gelöscht')
    await expect(seen).toBeHidden()
    expect(await app.server.sql()`select 1 from entries`).toHaveLength(2)
  })
})

test('a deletion hides at once, can be taken back, and is meant where the app is closed', async ({
  app,
}) => {
  const page = await app.signedIn(firstPartner, { viewport: phone })
  const older = await write(page, 'Die ältere')
  const newer = await write(page, 'Die neuere')

  await test.step('it is taken back within five seconds, although other messages come', async () => {
    await remove(page, newer)
    await expect(newer).toBeHidden()
    await expect(toasts(page)).toContainText('Eintrag gelöscht')
    await expect(toasts(page)).toContainText('Du hast 5 Sekunden zum Rückgängig machen.')
    for (let press = 0; press < 4; press += 1) await toggleOf(older).click()
    await toasts(page).getByRole('button', { name: 'Rückgängig' }).click()
    await expect(newer).toBeVisible()
    await expect(toasts(page)).toContainText('Wiederhergestellt ✨')
    await expect(toasts(page)).toContainText('Dein Eintrag ist wieder da.')
    await page.reload()
    await expect(newer).toBeVisible()
  })

  await test.step('it moves the focus to the next card', async () => {
    await newer.getByRole('button', { name: 'Löschen' }).focus()
    await page.keyboard.press('Enter')
    const question = page.getByRole('alertdialog')
    await expect(question.getByRole('button', { name: 'Abbrechen' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(newer).toBeHidden()
    await expect(older).toBeFocused()
  })

  await test.step('closing the app within the five seconds means delete', async () => {
    await arrived(older)
    await page.reload()
    await expect(older).toBeVisible()
    await expect(newer).toBeHidden()
    await expect.poll(async () => (await app.server.sql()`select 1 from entries`).length).toBe(1)
  })

  await test.step('a translation is edited in its two fields', async () => {
    const words = await openForm(page, 'Übersetzungen')
    await words.getByLabel('Deutsch').fill('Haus | Heim')
    await words.getByLabel('Kroatisch').fill('kuca')
    await words.getByRole('button', { name: 'Eintragen' }).click()
    const edit = await openEdit(page, cardOf(page, 'kuca'))
    await expect(edit.getByLabel('Deutsch')).toHaveValue('Haus | Heim')
    await edit.getByLabel('Kroatisch').fill('kuća')
    await edit.getByLabel('Kroatisch').press('Enter')
    await expect(cardOf(page, 'kuća')).toContainText('Haus | Heim')
  })
})

/**
 * Presses a toggle in the page, each time after these milliseconds; yields the states that it has
 * shown since.
 */
async function statesAfterPresses(
  toggle: Locator,
  distances: readonly number[],
): Promise<() => Promise<unknown[]>> {
  await toggle.evaluate(async (button: HTMLElement, waits) => {
    const states: (string | null)[] = []
    Object.assign(window, { states })
    new MutationObserver(() => states.push(button.getAttribute('aria-pressed'))).observe(button, {
      attributeFilter: ['aria-pressed'],
    })
    for (const wait of waits) {
      await new Promise((resolve) => setTimeout(resolve, wait))
      button.click()
    }
  }, distances)
  return () => toggle.page().evaluate(() => Reflect.get(window, 'states') as unknown[])
}

/** How many movements of cards a page has started since then. */
async function movementsOn(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const seen = new Set<Animation>()
    const look = () => {
      for (const animation of document.getAnimations())
        if (animation.id === 'animated-order') seen.add(animation)
      Object.assign(window, { movements: seen.size })
      requestAnimationFrame(look)
    }
    look()
  })
  return async () => page.evaluate(() => Number(Reflect.get(window, 'movements')))
}
