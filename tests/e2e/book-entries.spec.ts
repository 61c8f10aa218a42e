import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { expect, firstPartner, test } from '../support/e2e.ts'
import { openBook, openDialog, takeAlong } from './book-steps.ts'
import { seed } from './main-screen-steps.ts'
import { seedReplies } from './reply-steps.ts'

test('the book has replies with name and time, ideas and stories that name each other, and a search', async ({
  app,
  browser,
}, info) => {
  const at = (time: string) => new Date(`2026-02-${time}:00+01:00`)
  const ideaId = await seed(app, 'Željka', {
    content: 'Einmal ans Meer',
    category: 'ideen',
    createdAt: at('10T10:00'),
  })
  const told = { content: 'Das Wasser war warm', category: 'erzaehlen' } as const
  const story = await seed(app, 'Jonas', { ...told, createdAt: at('20T10:00') })
  const hidden = { content: 'Nur für mich', category: 'erzaehlen', isPrivate: true } as const
  const secret = await seed(app, 'Jonas', { ...hidden, createdAt: at('21T10:00') })
  for (const id of [story, secret])
    await app.server.sql()`
      insert into story_links (id, user_id, idea_id)
      select id, user_id, ${ideaId} from entries where id = ${id}`
  await seedReplies(app, story, [
    { by: 'Željka', content: 'Und die Muscheln!', at: at('20T11:30') },
    { by: 'Jonas', content: 'Zwölf Stück.\nEine ist zerbrochen.', at: at('22T08:05') },
  ])
  await app.server.sql()`
    insert into entries (id, user_id, content, category, created_at)
    select gen_random_uuid(), id, 'Nummer ' || n || '.', 'gedanken',
      timestamptz '2026-03-01 12:00+01' + n * interval '1 hour'
    from profiles, generate_series(1, 300) n where name = 'Jonas'`
  const page = await app.signedIn(firstPartner)
  await openDialog(page)
  const file = await takeAlong(page, info.outputDir)
  const book = await openBook(browser, file)
  const second = book.page.getByRole('article').nth(1)
  const idea = book.page.getByRole('article').first()
  await expect(idea).toContainText('So war’s: Das Wasser war warm')
  await expect(second).toContainText('Aus einer Idee: Einmal ans Meer')
  await expect(second).toContainText('Željka · 11:30 UhrUnd die Muscheln!')
  await expect(second).toContainText('Jonas · 22. Februar 2026, 08:05 UhrZwölf Stück.')
  expect(book.asked).toEqual([pathToFileURL(file).href])
  await book.page.keyboard.press('Control+f')
  const search = book.page.getByLabel('Suchen')
  await expect(search).toBeFocused()
  await test.step('pressed in it, it is the browser’s', async () => {
    const taken = book.page.evaluate(async () => {
      const pressed = new Promise<boolean>((resolve) => {
        window.addEventListener('keydown', (event) => {
          if (event.key === 'f') resolve(event.defaultPrevented)
        })
      })
      document.documentElement.dataset['listens'] = 'true'
      return pressed
    })
    await expect(book.page.locator('html[data-listens]')).toHaveCount(1)
    await book.page.keyboard.press('Control+f')
    expect(await taken).toBe(false)
  })
  await search.fill('muscheln')
  await expect(book.page.getByRole('article')).toHaveCount(1)
  await search.fill('1.1.1999')
  await expect(book.page.getByRole('article')).toHaveCount(0)
  await search.fill('20.2.26')
  await expect(book.page.getByRole('article')).toHaveCount(1)
  await test.step('without scripts, too', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const plain = await context.newPage()
    await plain.goto(pathToFileURL(file).href)
    await expect(plain.getByText('So war’s: Das Wasser war warm')).toBeVisible()
    await expect(plain.getByText(/^Željka · 11:30 Uhr\s+Und die Muscheln!$/)).toBeVisible()
    await context.close()
  })
  await test.step('a search begins at its first hit, from wherever one has read', async () => {
    const first = book.page.getByRole('article').first()
    const isRightBelowBar = async () =>
      first.evaluate((article) => {
        const bar = document.querySelector('.bar')?.getBoundingClientRect()
        const { top } = article.getBoundingClientRect()
        return bar !== undefined && bar.top < 1 && top >= bar.bottom && top < bar.bottom + 250
      })
    for (const from of [0, 1_000_000]) {
      await search.fill('')
      await expect(first).toContainText('Einmal ans Meer')
      await book.page.evaluate((top) => window.scrollTo(0, top), from)
      await search.fill('Nummer 2')
      await expect(first).toContainText('Nummer 2.')
      await expect.poll(isRightBelowBar).toBe(true)
    }
  })
  expect(await readFile(file, 'utf8')).not.toContain('Nur für mich')
  await book.close()
})
