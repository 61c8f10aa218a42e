import { contentLimit } from '../../src/domain/limits.ts'
import { expect, type TestApp } from '../support/e2e.ts'
import { cardOf, openEdit, openForm, remove, textField, toasts } from '../e2e/entry-steps.ts'
import { choose, openFilters, react, seed, tab } from '../e2e/main-screen-steps.ts'
import { quoteBlock } from '../e2e/quote-steps.ts'
import { hoursBefore, journey, ordinaryDay } from './gallery.ts'

const tabNames = {
  phone: ['Erzählen', 'Ideen', 'Gedanken', 'Übersetzen'],
  desktop: ['Erzählen', 'Ideen', 'Gedanken', 'Übersetzungen'],
} as const

journey('main, empty', async ({ open, take, form: { layout } }) => {
  const page = await open()
  const main = page.getByRole('main')
  await expect(main.getByText('Euer Tagebuch wartet auf euch')).toBeVisible()
  await take(page, 'all')
  for (const name of tabNames[layout]) {
    await tab(page, name).click()
    await expect(main.getByText(/^Noch nichts erzählt|^Noch keine/)).toBeVisible()
    await take(page, name)
  }
  await page.getByRole('button', { name: /^Neu für dich/ }).click()
  await expect(page.getByText('Noch ganz still hier')).toBeVisible()
  await take(page, 'bell')
})

journey('main, one entry', async ({ app, open, take }) => {
  await seed(app, 'Željka', { content: 'Willkommen in unserem Tagebuch!', createdAt: ordinaryDay })
  const page = await open()
  await expect(cardOf(page, 'Willkommen')).toBeVisible()
  await take(page, 'all')
})

journey('main, many entries', async ({ openSample, take, form: { layout } }) => {
  const page = await openSample()
  await take(page, 'all')
  for (const name of tabNames[layout]) {
    await tab(page, name).click()
    await expect(tab(page, name)).toHaveAttribute('aria-pressed', 'true')
    await take(page, name)
  }
  await tab(page, tabNames[layout][3]).click()
  await openFilters(page)
  await take(page, 'filters')
  if (layout === 'phone') {
    await page.getByRole('combobox', { name: 'Von wem' }).click()
    await expect(page.getByRole('option').first()).toBeVisible()
    await take(page, 'choices of a filter')
    await page.keyboard.press('Escape')
  }
  await choose(page, 'Von wem', 'Partner')
  await choose(page, 'Status', 'Erledigt')
  await expect(page.getByText('Zu diesen Filtern passt gerade kein Eintrag.')).toBeVisible()
  await take(page, 'nothing for these filters')
  await page.getByRole('button', { name: 'Filter zurücksetzen' }).first().click()
  await expect(toasts(page)).toContainText('Filter zurückgesetzt')
  await take(page, 'filters cleared')
  await page.evaluate(() => scrollTo(0, 500))
  await take(page, 'scrolled')
})

journey('card', async ({ app, open, take }) => {
  await fillCards(app)
  const page = await open()
  await expect(cardOf(page, 'Mit dem Nachtzug')).toBeVisible()
  await take(page, 'kinds of cards')
  await cardOf(page, 'Mit dem Nachtzug').getByRole('button', { name: 'Reagieren' }).click()
  await expect(page.getByRole('button', { name: 'Herz', exact: true })).toBeVisible()
  await take(page, 'reactions')
  await page.keyboard.press('Escape')
  await openEdit(page, cardOf(page, 'Mit dem Nachtzug'))
  await take(page, 'edit')
  await page.keyboard.press('Escape')
  await cardOf(page, 'Nur für mich').getByRole('button', { name: 'Löschen' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await take(page, 'delete')
  await page.keyboard.press('Escape')
  await cardOf(page, 'Mit dem Nachtzug').getByRole('button', { name: 'Erledigt' }).click()
  await expect(toasts(page)).toContainText('Als erledigt markiert')
  await remove(page, cardOf(page, 'Nur für mich'))
  await expect(toasts(page)).toContainText('Eintrag gelöscht')
  await take(page, 'toasts')
})

/** An entry of each kind, at its longest and at its shortest. */
async function fillCards(app: TestApp): Promise<void> {
  const sentence = 'Und dann sind wir doch noch einmal umgekehrt, weil der Himmel so rot war. '
  const long = sentence.repeat(4).trim()
  await seed(app, 'Željka', { content: long, category: 'erzaehlen', createdAt: hoursBefore(1) })
  await seed(app, 'Jonas', { content: 'Nur für mich', isPrivate: true, createdAt: hoursBefore(2) })
  const scheduledDate = new Date('2026-07-08T19:30:00+02:00')
  const content = 'Mit dem Nachtzug nach Zagreb'
  const idea = { content, category: 'ideen', scheduledDate, createdAt: hoursBefore(3) } as const
  const id = await seed(app, 'Jonas', idea)
  const seven = ['❤️', '😂', '🎉', '👍', '🐱', '🔥', '⏰']
  for (const emoji of seven) await react(app, 'Željka', id, emoji)
  for (const emoji of ['❤️', '👀']) await react(app, 'Jonas', id, emoji)
  await seed(app, 'Željka', { content: 'Fertig https://example.org', completed: true })
  const word = '🇩🇪 Donaudampfschifffahrtsgesellschaft | 🇭🇷 Dunavsko parobrodarsko društvo'
  await seed(app, 'Jonas', { content: word, category: 'uebersetzungen', createdAt: hoursBefore(4) })
  await seed(app, 'Jonas', { content: 'Von gestern', isPrivate: true, createdAt: hoursBefore(24) })
}

journey('stories of ideas', async ({ app, open, take }) => {
  const idea = { category: 'ideen', completed: true } as const
  await seed(app, 'Željka', {
    ...idea,
    content: 'Mit dem Nachtzug nach Zagreb',
    createdAt: hoursBefore(9),
  })
  const sea = await seed(app, 'Jonas', {
    ...idea,
    content: 'Einmal ans Meer',
    createdAt: hoursBefore(8),
  })
  const tell = async (by: 'Jonas' | 'Željka', content: string, hours: number) => {
    const story = await seed(app, by, {
      content,
      category: 'erzaehlen',
      createdAt: hoursBefore(hours),
    })
    await app.server.sql()`
      insert into story_links (id, user_id, idea_id)
      select id, user_id, ${sea} from entries where id = ${story}`
  }
  const sand = 'Und der Sand war überall: im Brot, im Buch, in den Schuhen. '.repeat(3).trim()
  await tell('Željka', sand, 2)
  const page = await open()
  await expect(cardOf(page, 'Auch erzählen')).toBeVisible()
  await take(page, 'one story')
  await page.getByRole('button', { name: 'Wie war’s?' }).click()
  await expect(page.getByRole('dialog', { name: 'Neuer Eintrag' })).toContainText('Eure Idee:')
  await take(page, 'form with the idea')
  await page.keyboard.press('Escape')
  await tell('Jonas', 'Das Wasser war warm', 1)
  await expect(cardOf(page, 'Aus einer Idee').first()).toContainText('Das Wasser war warm')
  await take(page, 'two stories')
})

journey('form', async ({ openSample, take }) => {
  const page = await openSample()
  const form = await openForm(page, 'Erzählen')
  await take(page, 'telling')
  await textField(form).fill('Heute war es am See so still, dass man die Fische hörte. '.repeat(4))
  await take(page, 'counter, orange')
  await textField(form).fill('Heute war es am See so still, dass man die Fische hörte. '.repeat(6))
  await form.getByRole('button', { name: 'Eintragen' }).click()
  await expect(toasts(page)).toContainText(`Maximal ${contentLimit} Zeichen erlaubt`)
  await take(page, 'too long')
  await textField(form).fill('Zum See')
  await form.getByRole('radio', { name: 'Übersetzungen' }).check()
  await take(page, 'translation')
  await form.getByRole('button', { name: 'Eintragen' }).click()
  await take(page, 'translation, a field missing')
  await form.getByRole('radio', { name: 'Ideen' }).check()
  await take(page, 'idea')
  await form.getByRole('button', { name: 'Datum wählen' }).click()
  await expect(page.getByRole('dialog', { name: 'Datum wählen' }).getByRole('grid')).toBeVisible()
  await page.getByRole('button', { name: /Samstag, 20. Juni/ }).hover()
  await take(page, 'calendar')
  await page.getByRole('button', { name: /Samstag, 20. Juni/ }).click()
  await expect(form.getByLabel('Uhrzeit')).toBeVisible()
  await take(page, 'idea with a date')
  await form.getByRole('switch').click()
  await take(page, 'private')
  await form.getByRole('button', { name: 'Abbrechen' }).click()
  await openForm(page, 'Ideen')
  await take(page, 'text of before')
})

journey('quote and memories', async ({ app, openSample, take, form: { layout } }) => {
  const page = await openSample()
  const add = async (content: string, year: number, category: 'erzaehlen' | 'uebersetzungen') => {
    const createdAt = new Date(`${year}-06-12T18:00:00+02:00`)
    await seed(app, 'Željka', { content, category, createdAt })
  }
  await add('Vor einem Jahr haben wir am Fluss gesessen und nichts gesagt.', 2025, 'erzaehlen')
  await add('🇩🇪 Brücke | 🇭🇷 most', 2024, 'uebersetzungen')
  const memory = page.getByRole('region', { name: /^Heute vor/ })
  await expect(memory).toBeVisible()
  if (layout === 'phone') {
    await take(page, 'memory, closed')
    await memory.getByRole('heading').getByRole('button').click()
  }
  await take(page, 'memory')
  await memory.getByRole('button', { name: 'Nächste Erinnerung' }).click()
  await take(page, 'memory of a word')
  await memory.getByRole('button', { name: 'Antwort zeigen' }).click()
  await memory.getByRole('button', { name: 'Mit dieser Erinnerung' }).click()
  await expect(page.getByRole('button', { name: 'Heute nicht mehr' })).toBeVisible()
  await take(page, 'menu of a memory')
  await page.getByRole('button', { name: 'Heute nicht mehr' }).click()
  await expect(toasts(page)).toContainText('Für heute ausgeblendet')
  const quote = quoteBlock(page)
  await quote.getByRole('button', { name: 'Gefällt mir' }).click()
  const more = quote.getByRole('button', { name: 'mehr' })
  for (let turn = 0; turn < 60 && !(await more.isVisible()); turn += 1)
    await quote.getByRole('button', { name: 'Anderes Zitat' }).click()
  await take(page, 'long quote')
  await more.click({ position: { x: 20, y: 20 } })
  await take(page, 'long quote, open')
})

journey('surprises', async ({ openSample, take, form: { layout } }) => {
  const page = await openSample()
  for (let tap = 0; tap < 3; tap += 1) await page.getByTestId('heart').click()
  await expect(toasts(page)).toContainText('Tage zusammen')
  for (let tap = 0; tap < 3; tap += 1) await page.getByRole('heading', { level: 1 }).click()
  await expect(toasts(page).getByRole('status')).toHaveCount(2)
  await take(page, 'toasts')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Tastenkürzel' })).toBeVisible()
  await take(page, 'shortcuts')
  await page.keyboard.press('Escape')
  if (layout === 'phone') return
  await page.getByRole('link', { name: 'Lieblingszitate' }).hover()
  await page.clock.runFor(1000)
  await take(page, 'tooltip')
})

journey('search', async ({ openSample, take }) => {
  const page = await openSample()
  await page.getByRole('button', { name: 'Suchen' }).click()
  const field = page.getByRole('textbox', { name: 'Im Tagebuch suchen' })
  await expect(field).toBeVisible()
  await take(page, 'nothing typed')
  await field.fill('deine')
  await expect(page.locator('article:visible mark').first()).toBeVisible()
  await take(page, 'found')
  await field.fill('xyz')
  await expect(page.getByText('Dazu steht hier noch nichts')).toBeVisible()
  await take(page, 'nothing found')
  await page.getByRole('button', { name: 'Irgendein Tag' }).click()
  await expect(page.locator('article:visible').first()).toBeVisible()
  await take(page, 'a day')
})
