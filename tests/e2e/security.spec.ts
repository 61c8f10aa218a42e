import { createServer } from 'node:http'
import { raw } from 'sql-template-tag'
import { desktop, expect, firstPartner, phone, secondPartner, test } from '../support/e2e.ts'
import { seed, tab } from './main-screen-steps.ts'
import { dialogsOf, expectCards, intrusions, localCopy, payloads } from './security-steps.ts'

test('thirty attacks stay text, as entries, as words and as quotes', async ({ app }) => {
  for (const content of payloads) await seed(app, 'Željka', { content, category: 'ideen' })
  for (const word of payloads) {
    const content = `🇩🇪 ${word.slice(0, 100)} | 🇭🇷 ${word.slice(0, 100)}!`
    await seed(app, 'Željka', { content, category: 'uebersetzungen' })
  }
  const sql = app.server.sql()
  for (const [index, payload] of payloads.entries())
    for (const table of ['custom_quotes', 'quote_likes'])
      await sql`insert into ${raw(table)} (user_id, quote_text, quote_author)
      select id, ${`${payload} ${index}`}, ${payload.slice(0, 200)} from profiles where name = 'Željka'`
  const page = await app.signedIn(firstPartner)
  const dialogs = dialogsOf(page)
  await test.step('entries, in the list and at the bell', async () => {
    await tab(page, 'Ideen').click()
    await expectCards(page, payloads)
    await page.getByRole('button', { name: /^Neu für dich/ }).click()
    await expect(page.getByRole('list', { name: 'Neuigkeiten' })).toContainText('<script>')
    expect(await intrusions(page)).toEqual([])
    await page.keyboard.press('Escape')
  })

  await test.step('words, on the cards and in the quiz', async () => {
    await tab(page, 'Übersetzungen').click()
    await expectCards(
      page,
      payloads.map((payload) => payload.slice(0, 100)),
    )
    await page.getByRole('button', { name: /quiz/i }).click()
    const quiz = page.getByRole('dialog')
    await expect(quiz).toContainText(/alert|127\.0\.0\.1/)
    const next = quiz.getByRole('button', { name: 'Nächste Frage' })
    for (const question of [1, 2, 3]) {
      // A press right after the question changed counts as the second half of a double click.
      await expect(async () => {
        await quiz.getByRole('list').getByRole('button').first().click({ timeout: 1000 })
        await expect(next).toBeVisible({ timeout: 300 })
      }).toPass()
      await expect(async () => {
        await next.click({ timeout: 1000 })
        await expect(quiz.getByText(`Frage ${question + 1} von`)).toBeVisible({ timeout: 300 })
      }).toPass()
    }
    expect(await intrusions(page)).toEqual([])
    await page.keyboard.press('Escape')
  })

  await test.step('quotes and their authors', async () => {
    await page.goto('/favoriten')
    await expect(page.getByRole('tab', { name: `Alle (${payloads.length * 2})` })).toBeVisible()
    const main = page.getByRole('main')
    await expect(main.getByText(`${payloads[0]} 0`).first()).toBeVisible()
    await main
      .getByText(`${payloads.at(-1)} ${payloads.length - 1}`)
      .first()
      .scrollIntoViewIfNeeded()
    const shown = await main.innerText()
    for (const payload of payloads) expect(shown).toContain(payload)
    expect(await intrusions(page)).toEqual([])
  })
  expect(dialogs).toEqual([])
})

test('attacks as the name of a person stay text, wherever it is shown', async ({ app }) => {
  const sql = app.server.sql()
  await seed(app, 'Jonas', { content: 'Von mir' })
  await seed(app, 'Željka', { content: 'Von dir' })
  const page = await app.signedIn(firstPartner)
  const dialogs = dialogsOf(page)
  try {
    for (const [index, viewport] of [desktop, phone].entries()) {
      const names = payloads.filter((_, number) => number % 2 === index).join(' ')
      await sql`update profiles set name = ${names.slice(0, 190).trim()} || '…'`
      await page.setViewportSize(viewport)
      await page.goto('/')
      await expect(page.getByRole('banner')).toContainText(names.slice(0, 20))
      await expect(page.getByRole('article').filter({ hasText: 'Von dir' })).toContainText(
        names.slice(0, 20),
      )
      await page.getByRole('button', { name: /^Neu für dich/ }).click()
      await page.goto('/favoriten')
      await expect(page.getByRole('tab', { name: /alert/ })).toBeVisible()
      expect(await intrusions(page)).toEqual([])
      expect(dialogs).toEqual([])
    }
  } finally {
    await sql`update profiles p set name = case split_part(u.email, '@', 1)
      when 'jonas' then 'Jonas' else 'Željka' end from auth.users u where u.id = p.id`
  }
})

test('the page runs no inline script, no text as code and no text as HTML', async ({ app }) => {
  app.allowConsoleLines(/Content Security Policy|Trusted/i)
  const page = await app.signedIn(firstPartner)
  const tried = await page.evaluate(async () => {
    // Later, because the browser's remote control lifts the policy for what it runs itself.
    await new Promise((resolve) => setTimeout(resolve, 0))
    const outcome = (work: () => unknown) => {
      try {
        work()
        return 'done'
      } catch (error) {
        return error instanceof Error ? error.name : 'thrown'
      }
    }
    const script = document.createElement('script')
    return {
      // oxlint-disable-next-line no-implied-eval, no-new-func -- that it fails is what is tested
      code: outcome(() => new Function('window.intruded = true')()),
      html: outcome(() => (document.body.innerHTML = '<b>x</b>')),
      script: outcome(() => (script.textContent = 'window.intruded = true')),
      policy: outcome(() =>
        (
          window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): void } }
        ).trustedTypes.createPolicy('boese', {}),
      ),
      handler: outcome(() => document.body.setAttribute('onclick', 'window.intruded = true')),
      intruded: 'intruded' in window,
    }
  })
  expect(tried).toEqual({
    code: 'EvalError',
    html: 'TypeError',
    script: 'TypeError',
    policy: 'TypeError',
    handler: expect.stringMatching(/done|TypeError/),
    intruded: false,
  })
  await page.locator('body').click({ position: { x: 2, y: 2 } })
  expect(await page.evaluate(() => 'intruded' in window)).toBe(false)
})

/** A static host sends the same headers with every file. */
test(
  'a part of a page has no policy of its own, and is taken as what it is',
  { tag: '@own-server' },
  async ({ app }) => {
    await seed(app, 'Jonas', { content: 'Von mir' })
    const page = await app.signedIn(firstPartner)
    const headers = new Map<string, Record<string, string>>()
    page.on('response', (response) => {
      headers.set(new URL(response.url()).pathname, response.headers())
    })
    await page.reload()
    await expect(page.getByRole('article')).toHaveCount(1)
    const bound = [...headers].filter(([path]) => path.startsWith('/assets/'))
    expect(bound.length).toBeGreaterThan(5)
    for (const [path, sent] of bound) {
      expect(sent['x-content-type-options'], path).toBe('nosniff')
      expect(sent['cross-origin-resource-policy'], path).toBe('same-origin')
      expect('content-security-policy' in sent, path).toBe(false)
    }
    expect(headers.get('/')?.['content-security-policy']).toContain("object-src 'none'")
  },
)

test('no foreign page can frame the journal', async ({ app, browser }) => {
  const foreign = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<iframe src="${app.url}/auth"></iframe>`)
  })
  await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve))
  const bound = foreign.address()
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await page.goto(`http://127.0.0.1:${port}/`)
    const frame = page.frames()[1]
    await expect.poll(async () => frame?.locator('body').innerText()).not.toContain('Anmelden')
    expect(await frame?.locator('#root').count()).toBe(0)
  } finally {
    await context.close()
    foreign.close()
  }
})

test('an entry that becomes private leaves the partner’s screen and copy at once', async ({
  app,
}) => {
  const secret = 'Doch lieber nur für mich'
  const id = await seed(app, 'Jonas', { content: secret })
  const page = await app.signedIn(secondPartner)
  const card = page.getByRole('article').filter({ hasText: secret })
  await expect(card).toBeVisible()
  expect(await localCopy(page)).toContain(secret)

  await app.server.sql()`update entries set is_private = true where id = ${id}`
  await expect(card).toHaveCount(0)
  expect(await localCopy(page)).not.toContain(secret)
})
