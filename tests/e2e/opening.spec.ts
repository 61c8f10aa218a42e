import { expect, firstPartner, phone, signIn, test } from '../support/e2e.ts'
import { arrived, cardOf, toasts, write } from './entry-steps.ts'
import { seed } from './main-screen-steps.ts'
import { localCopy } from './security-steps.ts'

/** The script of the page itself. */
const ownScript = /\/assets\/index-[^/]+\.js$/

test('the page says "Laden..." while its code is on its way', async ({ app }) => {
  const device = await app.device({ viewport: phone })
  const page = await device.newPage()
  await page.route(ownScript, () => undefined)
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.getByText('Laden...')).toBeVisible()
  await page.unroute(ownScript)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Laden...')).toHaveCount(0)
})

test('the first screens take no other letters than the German and Croatian ones, and no code for browsers without storage', async ({
  app,
}) => {
  const page = await (await app.device({ viewport: phone })).newPage()
  const fonts: string[] = []
  const asked: string[] = []
  page.on('request', (request) => {
    asked.push(request.url())
    const [, font] = /([^/]+)-[\w-]{8}\.woff2$/.exec(request.url()) ?? []
    if (font !== undefined) fonts.push(font)
  })
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await signIn(page.context(), app.server, firstPartner)
  await page.goto('/')
  // "Hallo Jonas" in one typeface, the title in the other.
  await expect(page.getByText(/Hallo/).first()).toBeVisible()
  await arrived(await write(page, 'Wie immer'))
  await page.evaluate(async () => document.fonts.ready.then(() => undefined))
  expect(asked.some((url) => url.includes('signed-in'))).toBe(true)
  expect(asked.filter((url) => url.includes('memory-device'))).toEqual([])
  expect(fonts.filter((font) => !/-(?:german|croatian)-/.test(font))).toEqual([])
  expect(fonts.join(' ')).toMatch(/nunito-german-normal.*lora-german|lora-german.*nunito-german/)
})

/** The app waits a moment for an entry that a link names; this browser hardly does. */
function withoutWaitForLinked(): void {
  const setTimeout = window.setTimeout.bind(window)
  window.setTimeout = ((run: TimerHandler, time?: number, ...rest: unknown[]) =>
    setTimeout(run, time === 8000 ? 50 : time, ...rest)) as typeof window.setTimeout
}

test('a press is answered that comes early; a link to an entry that was deleted, is hidden or never was says the same sentence', async ({
  app,
}) => {
  const context = await app.device({ init: withoutWaitForLinked })
  await signIn(context, app.server, firstPartner)
  const page = await context.newPage()
  await test.step('a press that comes before the code of the form is answered when that is there', async () => {
    let deliver = () => undefined as void
    const held = new Promise<void>((resolve) => (deliver = resolve))
    let isAsked = false
    await page.route(/\/assets\/entry-forms-[^/]+\.js$/, async (route) => {
      isAsked = true
      await held
      await route.continue()
    })
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Neuer Eintrag' })).toBeVisible()
    await page.keyboard.press('n')
    await expect.poll(() => isAsked).toBe(true)
    const form = page.getByRole('dialog', { name: 'Neuer Eintrag' })
    await expect(form).toHaveCount(0)
    deliver()
    const text = form.getByRole('textbox', { name: 'Text', exact: true })
    // The dialog gives the focus a frame after it is drawn.
    await expect(text).toBeFocused()
    await page.keyboard.type('Guten Morgen')
    await expect(text).toHaveValue('Guten Morgen')
    await page.keyboard.press('Escape')
    await expect(form).toHaveCount(0)
  })

  const shared = await seed(app, 'Željka', { content: 'Da ist es' })
  const hidden = await seed(app, 'Željka', { content: 'Nur ihres', isPrivate: true })
  const deleted = await seed(app, 'Željka', { content: 'Bald weg' })
  await expect(cardOf(page, 'Bald weg')).toBeVisible()
  await app.server.sql()`delete from entries where id = ${deleted}`
  await expect(cardOf(page, 'Bald weg')).toHaveCount(0)
  // The next page would begin with it.
  await expect.poll(async () => localCopy(page)).not.toContain('Bald weg')

  for (const id of [deleted, hidden, crypto.randomUUID()]) {
    await page.goto(`/?eintrag=${id}`)
    await expect(toasts(page)).toContainText('Dieser Eintrag ist nicht mehr da')
    await expect(page).toHaveURL(`${app.url}/`)
    await expect(cardOf(page, 'Da ist es')).toBeVisible()
  }
  await page.goto(`/?eintrag=${shared}`)
  await expect(cardOf(page, 'Da ist es')).toBeFocused()
  await expect(toasts(page)).not.toContainText('nicht mehr da')
})

/** The first phase has no end by its time: only by what was drawn. */
function withoutLongestPhase(): void {
  const setTimeout = window.setTimeout.bind(window)
  window.setTimeout = ((run: TimerHandler, time?: number, ...rest: unknown[]) =>
    time === 5000 ? 0 : setTimeout(run, time, ...rest)) as typeof window.setTimeout
}

test('a tab, filter or search that the newest entries do not belong to, and an empty journal, are there without a wait', async ({
  app,
}) => {
  const context = await app.device({ init: withoutLongestPhase })
  await signIn(context, app.server, firstPartner)
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByText('Euer Tagebuch wartet auf euch')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Euer Tagebuch wartet auf euch')).toBeVisible()

  await app.server.sql()`
    insert into entries (id, user_id, content, category, completed, completed_at, created_at)
    select gen_random_uuid(), id, 'Nummer ' || n || '.', case when n = 40 then 'ideen' else 'gedanken' end,
      n = 40, case when n = 40 then now() end, now() - n * interval '1 hour'
    from profiles, generate_series(1, 40) n where name = 'Jonas'`
  const old = cardOf(page, 'Nummer 40.')
  for (const address of ['/?bereich=ideen', '/?bereich=ideen&von=meine', '/?status=erledigt']) {
    await page.goto(address)
    await expect(old).toBeVisible()
  }
  await page.goto('/?bereich=uebersetzungen')
  await expect(page.getByText('Noch keine Übersetzungen')).toBeVisible()

  await page.goto('/')
  await page.getByRole('button', { name: 'Suchen' }).click()
  await page.getByRole('textbox', { name: 'Im Tagebuch suchen' }).fill('Nummer 40')
  await expect(old.locator('visible=true')).toHaveCount(1)
  await page.reload()
  await expect(old.locator('visible=true')).toHaveCount(1)
})
