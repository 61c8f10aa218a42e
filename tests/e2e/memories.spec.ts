import type { Page } from '@playwright/test'
import { specialDayEntryId } from '../../src/domain/special-day.ts'
import { drawPhoto, putPhotos } from '../support/drawn-photos.ts'
import { expect, firstPartner, phone, signIn, test } from '../support/e2e.ts'
import { cardOf, layoutsFrom, toasts } from './entry-steps.ts'
import { lowContrast, violations } from './axe.ts'
import { react, seed } from './main-screen-steps.ts'
import { pictureShown } from './photo-steps.ts'

const at = new Date('2026-11-20T12:00:00+01:00')

/** Opens the line of the memories where it is closed. */
async function openMemory(page: Page): Promise<void> {
  const line = page
    .getByRole('region', { name: /^Heute vor/ })
    .getByRole('heading')
    .getByRole('button')
  if ((await line.getAttribute('aria-expanded')) === 'false') await line.click()
}

/** Chooses in the menu of the memory that is shown. */
async function act(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'Mit dieser Erinnerung' }).click()
  const menu = page.getByRole('dialog')
  await expect(menu.getByRole('button')).toHaveText([
    'In der Liste zeigen',
    'Heute nicht mehr',
    'Diesen Eintrag nicht mehr zeigen',
  ])
  // Firefox's driver scrolls the button into the middle, and loses a press that comes soon after.
  await expect(async () => {
    await menu.getByRole('button', { name: action }).click({ timeout: 5000 })
    await expect(menu).toBeHidden({ timeout: 5000 })
  }).toPass()
}

for (const { layout, viewport } of layoutsFrom('desktop'))
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
    // The partner's devices never get a mark (tests/access); one layout looks at a second device of the person.
    const second =
      layout === 'phone' ? page : await app.signedIn(firstPartner, { viewport: phone, at })
    const title = 'Heute vor einem Jahr'
    const memory = page.getByRole('region', { name: title })
    await openMemory(page)
    await expect(memory).toContainText('Am Fluss entlang')
    await expect(memory).toContainText('1 von 2')
    await expect(memory.getByRole('button', { name: /🔥|Feuer/u }).first()).toBeVisible()
    await expect(page.getByText('Geheim')).toBeHidden()
    expect(await violations(page)).toEqual([])
    await page.evaluate(() => document.documentElement.classList.add('dark'))
    expect(await lowContrast(page)).toEqual([])

    await test.step('one after the other, a word as a question', async () => {
      await memory.getByRole('button', { name: 'Nächste Erinnerung' }).click()
      const word = page.getByRole('region', { name: 'Heute vor zwei Jahren' })
      await expect(word).toContainText('most')
      await expect(word).not.toContainText('Brücke')
      await word.getByRole('button', { name: 'Antwort zeigen' }).click()
      await expect(word).toContainText('Brücke')
      expect(await lowContrast(page)).toEqual([])
      await page.evaluate(() => document.documentElement.classList.remove('dark'))
      expect(await lowContrast(page)).toEqual([])
      await word.getByRole('button', { name: 'Vorige Erinnerung' }).click()
    })

    await test.step('its place in the list', async () => {
      await act(page, 'In der Liste zeigen')
      await expect(page.getByRole('list').getByText('Am Fluss entlang')).toBeInViewport()
    })

    await test.step('an entry is hidden forever, on each device of this person, and can be restored', async () => {
      await act(page, 'Diesen Eintrag nicht mehr zeigen')
      await expect(memory).toBeHidden()
      await expect(page.getByRole('region', { name: 'Heute vor zwei Jahren' })).toBeVisible()
      await expect(second.getByRole('region', { name: 'Heute vor zwei Jahren' })).toBeVisible()
      await toasts(page).getByRole('button', { name: 'Rückgängig' }).click()
      await expect(memory).toBeVisible()
      await expect(second.getByRole('region', { name: title })).toBeVisible()
    })

    await test.step('the day is over at midnight, hidden or not', async () => {
      await act(page, 'Heute nicht mehr')
      await expect(page.getByRole('region', { name: /^Heute vor/ })).toHaveCount(0)
      await expect
        .poll(async () => app.server.sql()`select until::text from memory_marks`)
        .toEqual([{ until: '2026-11-20' }])
      await page.clock.fastForward('12:00:30')
      await expect(memory).toContainText('Morgen vor einem Jahr')
      await expect(memory).not.toContainText('von 2')
    })
  })

test(
  'a celebration and an idea that was done have small forms, below the greeting',
  { tag: '@long' },
  async ({ app }) => {
    const then = '2025-08-17T18:00:00+02:00'
    const met = '💕 Heute haben wir uns kennengelernt.'
    await app.server.sql()`
      insert into entries (id, user_id, category, content, created_at)
      select ${specialDayEntryId('anniversary', 2025)}, id, 'erzaehlen', ${met}, ${then}::timestamptz - interval '1 hour'
      from profiles where name = 'Jonas'`
    await seed(app, 'Željka', {
      content: 'Zelten am See',
      category: 'ideen',
      completed: true,
      createdAt: new Date(then),
    })
    const page = await app.signedIn(firstPartner, {
      viewport: phone,
      at: new Date('2026-08-17T12:00:00+02:00'),
    })
    const memory = page.getByRole('region', { name: 'Heute vor einem Jahr' })
    await openMemory(page)
    await expect(memory).toContainText('Das habt ihr an diesem Tag gefeiert.')
    await expect(memory).toContainText(met)
    await expect(memory.getByRole('article')).toHaveCount(0)
    const greeting = page.getByRole('heading', { name: 'Heute ist unser Jahrestag!' })
    const places = await Promise.all([greeting.boundingBox(), memory.boundingBox()])
    expect(places[0]?.y).toBeLessThan(places[1]?.y ?? 0)
    await memory.getByRole('button', { name: 'Nächste Erinnerung' }).click()
    await expect(memory).toContainText('Aus dieser Idee ist etwas geworden.')
    await expect(memory.getByRole('article')).toContainText('Zelten am See')
    await expect(cardOf(page, 'Zelten am See')).toHaveCount(1)
    expect(await violations(page)).toEqual([])
    await page.evaluate(() => document.documentElement.classList.add('dark'))
    expect(await lowContrast(page)).toEqual([])
  },
)

test('a new device’s first sync moves no list and names no size that may grow', async ({ app }) => {
  // The newest fifty come first; written first, it comes after them.
  await seed(app, 'Jonas', {
    content: 'Vor langer Zeit',
    createdAt: new Date('2025-11-20T18:00:00+01:00'),
  })
  await app.server.sql()`
    insert into entries (id, user_id, content, category, created_at)
    select gen_random_uuid(), id, 'Eintrag Nummer ' || n || '.', 'erzaehlen',
      ${at}::timestamptz - n * interval '1 hour'
    from profiles, generate_series(1, 60) n where name = 'Jonas'`
  const device = await app.device({ viewport: phone, at })
  const page = await device.newPage()
  let letOlderCome = () => undefined as void
  const olderMayCome = new Promise<void>((resolve) => (letOlderCome = resolve))
  await page.route(/\/rest\/v1\/entries\?.*or=.*desc/, async (route) => {
    await olderMayCome
    await route.fallback()
  })
  await signIn(device, app.server, firstPartner)
  await page.goto('/')
  await expect(page.getByRole('article').first()).toContainText('Eintrag Nummer')
  const item = page.locator('li').filter({ hasText: 'Eintrag Nummer 1.' })
  await expect(item).toHaveAttribute('aria-setsize', '-1')
  const olderCame = page.waitForResponse(/\/rest\/v1\/entries\?.*or=.*desc/)
  letOlderCome()
  await olderCame
  const memory = page.getByRole('region', { name: 'Heute vor einem Jahr' })
  await page.getByRole('button', { name: /^Neu für dich/ }).click()
  await page.getByRole('button', { name: 'Auf diesem Gerät' }).click()
  await expect(page.getByRole('dialog')).toContainText('61 Einträge')
  expect(await memory.count()).toBe(0)
  await expect(item).toHaveAttribute('aria-setsize', '61')
  await page.reload()
  await expect(memory).toContainText('Vor langer Zeit')
})

test('above the list a few of many memories are laid out, each with its reactions, and no step changes the height', async ({
  app,
}) => {
  const count = 30
  for (let minute = 0; minute < count; minute += 1) {
    const id = await seed(app, 'Jonas', {
      content: minute === 20 ? 'Ein langer Tag. '.repeat(15).trim() : `Memo ${minute}`,
      createdAt: new Date(Date.UTC(2025, 10, 20, 8, minute)),
    })
    if (minute === 4) await react(app, 'Željka', id, '🔥')
  }
  const page = await app.signedIn(firstPartner, { viewport: phone, at })
  const high = await drawPhoto(page, { width: 300, height: 400 })
  await putPhotos(
    app.server,
    await seed(app, 'Jonas', { content: 'Im Bild', createdAt: new Date('2025-11-20T21:00:00Z') }),
    [high],
  )
  await page.reload()
  const memory = page.getByRole('region', { name: 'Heute vor einem Jahr' })
  await openMemory(page)
  await expect(memory).toContainText('Memo 0')
  const heightNow = async () => (await memory.boundingBox())?.height
  // Once the photo has come.
  await expect.poll(heightNow).toBeGreaterThan(high.height + 200)
  const height = await heightNow()
  for (let place = 1; place <= count + 1; place += 1) {
    await expect(memory).toContainText(`${place} von ${count + 1}`)
    if (place === 5)
      await expect(memory.getByRole('button', { name: /🔥|Feuer/u }).first()).toBeVisible()
    if (place > count) await pictureShown(memory.getByRole('img'))
    expect(await heightNow()).toBe(height)
    expect(await memory.locator('[data-entry]').count()).toBeLessThan(count / 2)
    await expect(memory.locator('[data-entry]').filter({ visible: true })).toHaveCount(1)
    await memory.getByRole('button', { name: 'Nächste Erinnerung' }).click()
  }
  await expect(memory.getByText('Memo 0', { exact: true })).toBeVisible()
})

test('beside the list a memory is as high as its text, and nothing moves under a press', async ({
  app,
}) => {
  const on = (day: string) => ({ createdAt: new Date(`${day}T18:00:00+01:00`) })
  const content = 'Am Abend sind wir noch einmal zum Fluss gegangen. '.repeat(5).trim()
  await seed(app, 'Željka', { content, ...on('2025-11-20') })
  await seed(app, 'Jonas', {
    content: '🇩🇪 Brücke | 🇭🇷 most',
    category: 'uebersetzungen',
    ...on('2024-11-20'),
  })
  await seed(app, 'Jonas', { content: 'Von heute', createdAt: at })
  // Lower than the left column, which is scrolled to its end.
  const page = await app.signedIn(firstPartner, { viewport: { width: 1100, height: 720 }, at })
  const memory = page.getByRole('region', { name: /^Heute vor/ })
  const next = memory.getByRole('button', { name: 'Nächste Erinnerung' })
  await expect(memory).toContainText('Am Abend')
  await memory.evaluate((element) => element.scrollIntoView({ block: 'end' }))
  const boxes = async () =>
    Promise.all([memory, next, cardOf(page, 'Von heute')].map(async (one) => one.boundingBox()))
  const before = await boxes()
  const tops = (all: Awaited<ReturnType<typeof boxes>>) => all.map((box) => Math.round(box?.y ?? 0))
  // Firefox's driver scrolls what it presses to the middle.
  const press = async () => next.evaluate((button: HTMLElement) => button.click())
  await press()
  await expect(memory).toContainText('most')
  const after = await boxes()
  expect(tops(after)).toEqual(tops(before))
  expect(after[0]?.height).toBeLessThan((before[0]?.height ?? 0) - 100)
  await press()
  await expect(memory).toContainText('Am Abend')
  expect(await boxes()).toEqual(before)
})
