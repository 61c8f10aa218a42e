import { expect, firstPartner, secondPartner, test } from '../support/e2e.ts'
import { layouts, toasts } from './entry-steps.ts'
import { react, seed } from './main-screen-steps.ts'

const at = new Date('2026-11-20T12:00:00+01:00')

for (const { layout, viewport } of layouts)
  test(`this day of earlier years stands above the list until one hides it (${layout})`, async ({
    app,
  }) => {
    const on = (day: string) => ({ createdAt: new Date(`${day}T18:00:00+01:00`) })
    await seed(app, 'Jonas', { content: 'Der Anfang', ...on('2023-01-01') })
    const walk = await seed(app, 'Željka', { content: 'Am Fluss entlang', ...on('2025-11-20') })
    await seed(app, 'Željka', { content: 'Geheim', isPrivate: true, ...on('2025-11-20') })
    await seed(app, 'Jonas', {
      content: '🇩🇪 Brücke | 🇭🇷 most',
      category: 'uebersetzungen',
      ...on('2024-11-20'),
    })
    await seed(app, 'Jonas', { content: 'Morgen vor einem Jahr', ...on('2025-11-21') })
    await react(app, 'Željka', walk, '🔥')
    const page = await app.signedIn(firstPartner, { viewport, at })
    const other = await app.signedIn(secondPartner, { at })
    const title = 'Heute vor einem Jahr'
    const memory = page.getByRole('region', { name: title })
    await expect(memory).toContainText('Am Fluss entlang')
    await expect(memory).toContainText('1 von 2')
    await expect(memory.getByRole('button', { name: /🔥|Feuer/u }).first()).toBeVisible()
    await expect(page.getByText('Geheim')).toBeHidden()

    await test.step('one after the other, a word as a question', async () => {
      await memory.getByRole('button', { name: 'Nächste Erinnerung' }).click()
      const word = page.getByRole('region', { name: 'Heute vor zwei Jahren' })
      await expect(word).toContainText('most')
      await expect(word).not.toContainText('Brücke')
      await word.getByRole('button', { name: 'Antwort zeigen' }).click()
      await expect(word).toContainText('Brücke')
      await word.getByRole('button', { name: 'Vorige Erinnerung' }).click()
    })

    await test.step('its place in the list', async () => {
      await memory.getByRole('button', { name: 'In der Liste zeigen' }).click()
      await expect(page.getByRole('list').getByText('Am Fluss entlang')).toBeInViewport()
    })

    await test.step('an entry goes for ever, for this person alone, and comes back', async () => {
      await memory.getByRole('button', { name: 'Diesen Eintrag nicht mehr zeigen' }).click()
      await expect(memory).toBeHidden()
      await expect(page.getByRole('region', { name: 'Heute vor zwei Jahren' })).toBeVisible()
      await expect(other.getByRole('region', { name: title })).toBeVisible()
      await toasts(page).getByRole('button', { name: 'Rückgängig' }).click()
      await expect(memory).toBeVisible()
    })

    await test.step('the day is over at midnight, hidden or not', async () => {
      await memory.getByRole('button', { name: 'Heute nicht mehr' }).click()
      await expect(page.getByRole('region', { name: /^Heute vor/ })).toHaveCount(0)
      await expect
        .poll(async () => app.server.sql()`select until::text from memory_marks`)
        .toEqual([{ until: '2026-11-20' }])
      await page.clock.fastForward('12:00:30')
      await expect(memory).toContainText('Morgen vor einem Jahr')
      await expect(memory).not.toContainText('von 2')
    })
  })
