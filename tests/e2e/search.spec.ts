import { instantOf, parseClockTime, parseJournalDay } from '../../src/domain/journal-day.ts'
import { expect, firstPartner, phone, test, type TestApp } from '../support/e2e.ts'
import { isFull } from '../support/quick.ts'
import { layoutsFrom, toasts, write } from './entry-steps.ts'
import { lowContrast, violations } from './axe.ts'
import { cards, choose, react, seed, tab } from './main-screen-steps.ts'
import { like, openFavourites } from './quote-steps.ts'

/** An ordinary day on which nothing of these journals is remembered. */
const at = new Date('2026-06-12T12:00:00+02:00')

/** Noon of a day in the journal's time zone. */
function noonOf(text: string): Date {
  const day = parseJournalDay(text)
  const noon = parseClockTime('12:00')
  if (day === undefined || noon === undefined) throw new Error(`no day: ${text}`)
  return new Date(instantOf(day, noon, 'Europe/Berlin'))
}

async function seedJournal(app: TestApp): Promise<string> {
  const on = noonOf
  await seed(app, 'Željka', { content: 'Ein Tag in Zürich', createdAt: on('2025-08-17') })
  await seed(app, 'Jonas', { content: 'Müllers Hund im August', createdAt: on('2026-01-05') })
  await seed(app, 'Željka', {
    content: '🇩🇪 Haus | 🇭🇷 kuća',
    category: 'uebersetzungen',
    createdAt: on('2026-02-01'),
  })
  await seed(app, 'Željka', { content: 'geheim bei Müllers', isPrivate: true })
  return seed(app, 'Jonas', {
    content: 'Mein Geheimnis über Müllers',
    isPrivate: true,
    createdAt: on('2026-03-01'),
  })
}

for (const { layout, viewport } of layoutsFrom('phone'))
  test(`search finds entries as one types, and ends where it began (${layout})`, async ({
    app,
  }) => {
    const secret = await seedJournal(app)
    const page = await app.signedIn(firstPartner, { viewport, at })
    await expect(cards(page)).toHaveCount(4)
    const field = page.getByRole('textbox', { name: 'Im Tagebuch suchen' })
    const marks = page.locator('article mark')
    const number = page.getByRole('search').getByRole('status')
    const shows = async (...texts: string[]) => {
      await expect(page.locator('article:visible')).toHaveCount(texts.length)
      await expect(page.locator('article:visible')).toContainText(texts)
    }

    await page.getByRole('button', { name: 'Suchen' }).click()
    await expect(field).toBeFocused()
    await expect(cards(page)).toHaveCount(4)
    await field.pressSequentially('mueller')
    await shows('Mein Geheimnis über Müllers', 'Müllers Hund')
    await expect(number).toHaveText('2 Einträge')
    await expect(marks.first()).toHaveText('Müller')
    expect(await violations(page)).toEqual([])
    if (isFull) {
      await page.evaluate(() => document.documentElement.classList.add('dark'))
      expect(await lowContrast(page)).toEqual([])
      await page.evaluate(() => document.documentElement.classList.remove('dark'))
    }
    await field.fill('kuca')
    await shows('kuća')
    await expect(number).toHaveText('1 Eintrag')
    await field.fill('august 2025')
    await shows('Ein Tag in Zürich')
    await expect(marks).toHaveText(['August', '2025'])
    await field.fill('zeljka zürich')
    await shows('Ein Tag in Zürich')
    await expect(marks).toHaveText(['Željka', 'Zürich'])

    await test.step('tabs and filters still apply, and Back and a reload keep the words', async () => {
      await field.fill('müllers')
      await shows('Mein Geheimnis', 'Hund')
      await tab(page, layout === 'phone' ? 'Übersetzen' : 'Übersetzungen').click()
      await expect(page.getByText('Dazu steht hier noch nichts')).toBeVisible()
      await page.getByRole('button', { name: 'Überall suchen' }).click()
      await shows('Mein Geheimnis', 'Hund')
      expect(page.url()).not.toContain('llers')
      await openFavourites(page)
      await page.goBack()
      await expect(field).toHaveValue('müllers')
      await shows('Mein Geheimnis', 'Hund')
      await page.waitForFunction(() => JSON.stringify(history.state).includes('müllers'))
      await page.reload()
      await expect(field).toHaveValue('müllers')
      await shows('Mein Geheimnis', 'Hund')
    })

    await test.step('results follow what is written, here and by the partner', async () => {
      await react(app, 'Željka', secret, '🔥')
      await expect(page.locator('article:visible').first()).toContainText('🔥')
      await seed(app, 'Željka', { content: 'Besuch von Müllers' })
      await shows('Besuch von Müllers', 'Mein Geheimnis', 'Hund')
      await expect(number).toHaveText('3 Einträge')
      await app.server.sql()`delete from entries where id = ${secret}`
      await shows('Besuch von Müllers', 'Hund')
      await expect(number).toHaveText('2 Einträge')
      await page.context().setOffline(true)
      await write(page, 'Ohne Netz bei Müllers')
      await expect(field).toBeHidden()
      await page.keyboard.press('/')
      await field.fill('ohne netz')
      await shows('Ohne Netz bei Müllers')
      await page.context().setOffline(false)
    })

    await test.step('Escape ends it, and filters that hide all offer a way out', async () => {
      await field.fill('')
      await choose(page, 'Von wem', 'Partner')
      await field.fill('hund')
      await expect(page.getByText('Dazu steht hier noch nichts')).toBeVisible()
      await field.press('Escape')
      await expect(field).toBeHidden()
      await expect(page.locator('article:visible')).toHaveCount(3)
      await expect(marks).toHaveCount(0)
      await page.getByRole('button', { name: 'Filter zurücksetzen' }).click()
      await expect(toasts(page)).toContainText('Filter zurückgesetzt')
    })

    await test.step('any day of the past shows its entries', async () => {
      await page.getByRole('button', { name: 'Suchen' }).click()
      await page.getByRole('button', { name: 'Irgendein Tag' }).click()
      await expect(field).toHaveValue(/^\d{1,2}\. \p{L}+ 202[56]$/u)
      await expect(page.locator('article:visible')).toHaveCount(1)
    })
  })

test('an installed app searches offline after a restart', { tag: '@long' }, async ({ app }) => {
  await seedJournal(app)
  const page = await app.signedIn(firstPartner, { serviceWorkers: 'allow', viewport: phone })
  await expect(cards(page)).toHaveCount(4)
  await page.evaluate(async () => navigator.serviceWorker.ready)
  await page.context().setOffline(true)
  await page.reload()
  await page.getByRole('button', { name: 'Suchen' }).click()
  await page.keyboard.type('kuca')
  await expect(page.locator('article:visible')).toContainText(['kuća'])
  await expect(page.locator('article:visible')).toHaveCount(1)
})

test(
  'search on the favourites page finds quotes and authors',
  { tag: '@long' },
  async ({ app }) => {
    await like(app, firstPartner, { text: 'Über allen Gipfeln', author: 'Goethe' })
    await like(app, firstPartner, { text: 'Ein jeder Tag', author: 'Đorđe' })
    const page = await app.signedIn(firstPartner)
    await openFavourites(page)
    const quotes = page.getByRole('article')
    await expect(quotes).toHaveCount(2)
    await page.keyboard.press('/')
    const field = page.getByRole('textbox', { name: 'In den Zitaten suchen' })
    await field.fill('ueber')
    await expect(quotes).toContainText(['Über allen Gipfeln'])
    await expect(page.locator('mark')).toHaveText('Über')
    await field.fill('dorde')
    await expect(quotes).toContainText(['Ein jeder Tag'])
    await expect(page.getByRole('search').getByRole('status')).toHaveText('1 Zitat')
    await field.fill('xyz')
    await expect(page.getByText('Dazu steht hier noch nichts')).toBeVisible()
    await field.press('Escape')
    await expect(quotes).toHaveCount(2)
  },
)

test('Back and Escape end an open search before they leave the tab', async ({ app }) => {
  await seedJournal(app)
  const page = await app.signedIn(firstPartner, { viewport: phone, at })
  const field = page.getByRole('textbox', { name: 'Im Tagebuch suchen' })
  const pressed = (name: string) => tab(page, name).getAttribute('aria-pressed')
  for (const end of ['Back', 'Escape'] as const)
    await test.step(end, async () => {
      const press = async () => (end === 'Back' ? page.goBack() : page.keyboard.press('Escape'))
      await page.goto('/')
      await tab(page, 'Gedanken').click()
      await page.getByRole('button', { name: 'Suchen' }).click()
      await field.fill('müllers')
      await press()
      await expect(field).toBeHidden()
      expect(await pressed('Gedanken')).toBe('true')

      await test.step('also where the tab was chosen during the search', async () => {
        await page.getByRole('button', { name: 'Suchen' }).click()
        await field.fill('haus')
        await tab(page, 'Übersetzen').click()
        await expect(page.locator('article:visible')).toHaveCount(1)
        await press()
        await expect(field).toBeHidden()
        expect(await pressed('Übersetzen')).toBe('true')
      })
      await test.step('and after a reload', async () => {
        await page.getByRole('button', { name: 'Suchen' }).click()
        await field.fill('kuća')
        await page.waitForFunction(() => JSON.stringify(history.state).includes('kuća'))
        await page.reload()
        await expect(field).toHaveValue('kuća')
        await press()
        await expect(field).toBeHidden()
        expect(await pressed('Übersetzen')).toBe('true')
      })
      await test.step('and not on the page of favourites', async () => {
        await page.getByRole('button', { name: 'Suchen' }).click()
        await field.fill('haus')
        await page.waitForFunction(() => JSON.stringify(history.state).includes('haus'))
        await openFavourites(page)
        await expect(page.getByRole('search')).toHaveCount(0)
        await page.keyboard.press('/')
        await press()
        await expect(page.getByRole('search')).toHaveCount(0)
        await expect(page.getByRole('heading', { name: 'Lieblingszitate' })).toBeVisible()
        await page.goBack()
        await expect(field).toHaveValue('haus')
      })
    })
})

/** The words are kept a moment after the last key; in this browser only as the page ends. */
function withoutRest(): void {
  const setTimeout = window.setTimeout.bind(window)
  window.setTimeout = ((run: TimerHandler, time?: number, ...rest: unknown[]) =>
    time === 300 ? 0 : setTimeout(run, time, ...rest)) as typeof window.setTimeout
}

test('search ends where the list stood, however far down, and a reload right after a key loses no word', async ({
  app,
}) => {
  for (let count = 0; count < 70; count += 1)
    await seed(app, 'Jonas', {
      content: `Tag ${count}`,
      createdAt: new Date(at.getTime() - (100 - count) * 60_000),
    })
  const page = await app.signedIn(firstPartner, { at, init: withoutRest })
  await expect(cards(page).first()).toContainText('Tag 69')
  await expect(async () => {
    await page.mouse.wheel(0, 400)
    await expect(page.getByText('Tag 20', { exact: true })).toBeInViewport({ timeout: 200 })
  }).toPass({ intervals: [50] })
  const before = await page.evaluate(() => scrollY)
  await page.keyboard.press('/')
  await page.keyboard.type('Tag 69')
  await expect(page.locator('article:visible')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.getByText('Tag 20', { exact: true })).toBeInViewport()
  expect(Math.abs((await page.evaluate(() => scrollY)) - before)).toBeLessThan(3)

  await test.step('what was typed right before a reload is searched for after it', async () => {
    await page.evaluate(() => scrollTo(0, 0))
    await page.getByRole('button', { name: 'Suchen' }).click()
    const field = page.getByRole('textbox', { name: 'Im Tagebuch suchen' })
    await field.fill('Tag 68')
    await page.reload()
    await expect(field).toHaveValue('Tag 68')
    await expect(page.locator('article:visible')).toContainText(['Tag 68'])
  })
})
