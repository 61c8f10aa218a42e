import type { Page } from '@playwright/test'
import { expect, firstPartner, phone, secondPartner, test, desktop } from '../support/e2e.ts'
import { isHosted } from '../support/hosted/cluster.ts'
import { bell, lines, list } from './bell-steps.ts'
import { cardOf, layoutsFrom } from './entry-steps.ts'
import { allLoaded, cards, choose, react, seed, tab } from './main-screen-steps.ts'

const newLine = (page: Page) =>
  page.getByRole('list', { name: 'Einträge' }).getByText('Neu', { exact: true })

/** Records what the app asks the system to show on its icon. */
function recordIcon(): void {
  const shown: number[] = []
  Object.assign(window, { shownOnIcon: shown })
  Object.assign(navigator, {
    setAppBadge: async (count: number) => void shown.push(count),
    clearAppBadge: async () => void shown.push(0),
  })
}

const lastOnIcon = (page: Page) =>
  page.evaluate(() => {
    const shown: unknown = Reflect.get(window, 'shownOnIcon')
    return Array.isArray(shown) ? (shown.at(-1) as unknown) : undefined
  })

/** Leaves the app and comes back, as by the switcher of a phone. */
async function leaveAndReturn(page: Page): Promise<void> {
  for (const state of ['hidden', 'visible']) {
    await page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  }
}

test('the badge counts what the partner wrote and how she reacted, live, and not my own', async ({
  app,
}) => {
  const page = await app.signedIn(firstPartner, { init: recordIcon })
  await test.step('an empty bell shows a friendly text', async () => {
    await bell(page, 0).click()
    await expect(list(page)).toContainText('Noch ganz still hier')
    await expect(list(page)).toContainText(
      'Sobald Željka etwas schreibt oder reagiert, steht es hier.',
    )
    await list(page).getByRole('button', { name: 'Anstupser: aus' }).click()
    await expect(list(page).getByRole('region', { name: 'Anstupser' })).toContainText(
      isHosted()
        ? 'Anstupsen kann euch nur ein eigener kleiner Server.'
        : 'Anstupsen geht, sobald euer Tagebuch eine https-Adresse hat.',
    )
    await expect(list(page).getByRole('switch')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(list(page)).toBeHidden()
  })
  const mine = await seed(app, 'Jonas', { content: 'Von mir' })
  await seed(app, 'Željka', { content: 'Von ihr' })
  await expect(bell(page, 1)).toBeVisible()
  await react(app, 'Željka', mine, '🔥')
  await expect(bell(page, 2)).toBeVisible()
  await react(app, 'Jonas', mine, '👀')
  await expect(cardOf(page, 'Von mir')).toContainText('👀')
  await expect(bell(page, 2)).toBeVisible()
  await expect(page).toHaveTitle('(2) Unser Tagebuch')
  expect(await lastOnIcon(page)).toBe(2)

  await page.getByRole('link', { name: 'Lieblingszitate' }).click()
  await expect(page.getByRole('heading', { name: 'Lieblingszitate' })).toBeVisible()
  await expect(page).toHaveTitle('(2) Unser Tagebuch')
})

test(
  'opening the bell clears it on all my devices, and on no other person’s',
  { tag: '@long' },
  async ({ app }) => {
    await seed(app, 'Željka', { content: 'Von ihr' })
    await seed(app, 'Jonas', { content: 'Von ihm' })
    const desktop = await app.signedIn(firstPartner, { init: recordIcon })
    const mobile = await app.signedIn(firstPartner, { viewport: phone })
    const hers = await app.signedIn(secondPartner)
    for (const page of [desktop, mobile, hers]) await expect(bell(page, 1)).toBeVisible()

    await bell(mobile, 1).click()
    await expect(bell(mobile, 0)).toBeVisible()
    await expect(bell(desktop, 0)).toBeVisible()
    await expect(desktop).toHaveTitle('Unser Tagebuch')
    expect(await lastOnIcon(desktop)).toBe(0)
    await expect(newLine(desktop)).toBeHidden()
    await expect(bell(hers, 1)).toBeVisible()

    await desktop.reload()
    await expect(cards(desktop)).toHaveCount(2)
    await expect(bell(desktop, 0)).toBeVisible()
  },
)

for (const { layout, viewport } of layoutsFrom('phone'))
  test(`the list says who did what when, newest first (${layout})`, async ({ app }) => {
    const word = await seed(app, 'Željka', {
      content: '🇩🇪 Haus | 🇭🇷 kuća',
      category: 'uebersetzungen',
    })
    await seed(app, 'Željka', { content: 'Zusammen ans Meer', category: 'ideen' })
    await react(app, 'Željka', word, '🎉')
    const page = await app.signedIn(firstPartner, { viewport })
    await bell(page, 3).click()
    await expect(lines(page)).toContainText([
      /Željka hat mit 🎉 reagiert.*Neu.*Haus – kuća.*\d\d:\d\d Uhr/s,
      /Željka hat eine Idee.*Neu.*Zusammen ans Meer/s,
      /Željka hat eine Übersetzung eingetragen.*Neu.*Haus – kuća/s,
    ])
    // News that arrive while a person looks are seen, too.
    await seed(app, 'Željka', { content: 'Noch etwas', category: 'erzaehlen' })
    await expect(lines(page).first()).toContainText(/Željka hat etwas erzählt.*Neu.*Noch etwas/s)
    await page.keyboard.press('Escape')
    await expect(bell(page, 0)).toBeFocused()

    await bell(page, 0).click()
    await expect(lines(page)).toHaveCount(4)
    await expect(list(page)).not.toContainText('Noch etwasNeu')
    await expect(list(page).getByText('Neu', { exact: true })).toHaveCount(0)
  })

test(
  'a line leads to its entry though tab and filter hide it',
  { tag: '@long' },
  async ({ app }) => {
    await seed(app, 'Jonas', { content: 'Von mir', category: 'erzaehlen' })
    await seed(app, 'Željka', { content: 'Schau mal', category: 'ideen' })
    const page = await app.signedIn(firstPartner, { viewport: desktop })
    await tab(page, 'Erzählen').click()
    await choose(page, 'Von wem', 'Meine')
    await expect(cards(page)).toContainText(['Von mir'])
    await bell(page, 1).click()
    await lines(page).first().getByRole('button').click()
    await expect(list(page)).toBeHidden()
    await expect(cardOf(page, 'Schau mal')).toBeInViewport()
    await expect(cardOf(page, 'Schau mal')).toBeFocused()
    await page.goBack()
    await expect(cards(page)).toContainText(['Von mir'])
    await expect(tab(page, 'Erzählen')).toHaveAttribute('aria-pressed', 'true')
  },
)

test('a line leads to an entry that is far back', { tag: '@long' }, async ({ app }) => {
  const day = 86_400_000
  const old = await seed(app, 'Jonas', {
    content: 'Ganz weit hinten',
    createdAt: new Date(Date.now() - 80 * day),
  })
  await app.server.sql()`
    insert into entries (id, user_id, content, category, created_at)
    select gen_random_uuid(), id, 'Dazwischen ' || n, 'erzaehlen', now() - n * interval '1 hour'
    from profiles, generate_series(1, 200) n where name = 'Jonas'`
  await react(app, 'Željka', old, '❤️')
  const page = await app.signedIn(firstPartner)
  await bell(page, 1).click()
  await lines(page).first().getByRole('button').click()
  await expect(cardOf(page, 'Ganz weit hinten')).toBeInViewport()
})

test(
  'a thin line "Neu" stands above what I have not seen, also after a look, until I return',
  { tag: '@long' },
  async ({ app }) => {
    await seed(app, 'Željka', { content: 'Ihr neuer Text' })
    await seed(app, 'Jonas', { content: 'Mein Text' })
    const page = await app.signedIn(firstPartner)
    const rows = page.getByRole('list', { name: 'Einträge' }).locator('> li')
    await expect(rows).toHaveText([/Mein Text/, /^Neu.*Ihr neuer Text/])
    await bell(page, 1).click()
    await expect(bell(page, 0)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(newLine(page)).toBeVisible()
    await leaveAndReturn(page)
    await expect(newLine(page)).toBeHidden()
  },
)

test(
  'the bell works offline, and the read marker is sent later',
  { tag: '@long' },
  async ({ app }) => {
    await seed(app, 'Željka', { content: 'Vor dem Funkloch' })
    const page = await app.signedIn(firstPartner)
    const other = await app.signedIn(firstPartner)
    await expect(bell(page, 1)).toBeVisible()
    await allLoaded(page)
    await page.context().setOffline(true)
    await bell(page, 1).click()
    await expect(lines(page)).toContainText(['Vor dem Funkloch'])
    await expect(bell(page, 0)).toBeVisible()
    await expect(bell(other, 1)).toBeVisible()
    await page.context().setOffline(false)
    await expect(bell(other, 0)).toBeVisible({ timeout: 15_000 })
  },
)

test('the list stays below the bell while the page scrolls', async ({ app }) => {
  for (let entry = 0; entry < 12; entry += 1) await seed(app, 'Željka', { content: `Nr. ${entry}` })
  const page = await app.signedIn(firstPartner)
  await expect(bell(page, 12)).toBeVisible()
  await bell(page, 12).click()
  await expect(lines(page)).toHaveCount(12)
  const before = await list(page).boundingBox()
  await page.evaluate(() => window.scrollTo({ top: 300, behavior: 'instant' }))
  expect(await list(page).boundingBox()).toEqual(before)
  const button = await bell(page, 0).boundingBox()
  expect(before?.y).toBeCloseTo((button?.y ?? 0) + (button?.height ?? 0) + 8, 0)
  // A narrower window takes the bell along.
  await page.setViewportSize({ width: 900, height: 700 })
  await expect.poll(async () => (await list(page).boundingBox())?.x).not.toBe(before?.x)
  // A lower one cuts it short, by a measure that nothing in it inherits: else all its styles would be computed again.
  await page.setViewportSize({ width: 900, height: 400 })
  const end = async () => {
    const box = await list(page).boundingBox()
    return (box?.y ?? 0) + (box?.height ?? 0)
  }
  await expect.poll(end).toBeLessThan(400)
  const inherited = await lines(page)
    .first()
    .evaluate((line) => getComputedStyle(line).getPropertyValue('--available-height'))
  expect(inherited).toBe('')
})

test('a private entry is never counted, and one made private leaves the list', async ({ app }) => {
  await seed(app, 'Željka', { content: 'Nur für mich', isPrivate: true })
  const shared = await seed(app, 'Željka', { content: 'Erst offen, dann privat' })
  const page = await app.signedIn(firstPartner)
  await bell(page, 1).click()
  await expect(lines(page)).toContainText(['Erst offen, dann privat'])
  await app.server.sql()`update entries set is_private = true where id = ${shared}`
  await expect(lines(page)).toHaveCount(0)
  await expect(list(page)).not.toContainText('privat')
  await app.server.sql()`update entries set is_private = false where id = ${shared}`
  await expect(lines(page)).toContainText([/Erst offen, dann privat/])
})

test('the bell counts to 99, and lists more as one scrolls', { tag: '@long' }, async ({ app }) => {
  await app.server.sql()`
    insert into entries (id, user_id, content, category, created_at)
    select gen_random_uuid(), id, 'Neues ' || n, 'erzaehlen', now() - n * interval '1 minute'
    from profiles, generate_series(1, 130) n where name = 'Željka'`
  const page = await app.signedIn(firstPartner)
  await expect(page).toHaveTitle('(99+) Unser Tagebuch')
  await page.getByRole('button', { name: 'Neu für dich: 99+', exact: true }).click()
  await expect(lines(page)).toHaveCount(40)
  const isLaidOut = async () =>
    lines(page)
      .nth(39)
      .getByRole('button')
      .evaluate((line) => line.checkVisibility({ contentVisibilityAuto: true }))
  expect(await isLaidOut()).toBe(false)
  await expect(bell(page, 0)).toBeAttached()
  await expect(async () => {
    await lines(page).last().scrollIntoViewIfNeeded()
    await expect(lines(page)).toHaveCount(130, { timeout: 500 })
  }).toPass()
})

test(
  'a press on a line at the foot counts, though the list grows under it',
  { tag: '@long' },
  async ({ app }) => {
    const page = await app.signedIn(firstPartner)
    await bell(page, 0).click()
    const foot = list(page).getByRole('button', { name: 'Auf diesem Gerät' })
    const device = page.getByRole('dialog', { name: 'Auf diesem Gerät' })
    await foot.hover()
    const before = await foot.boundingBox()
    await page.mouse.down()
    for (const content of ['Eins', 'Zwei', 'Drei']) await seed(app, 'Željka', { content })
    await expect(lines(page)).toHaveCount(3)
    expect((await foot.boundingBox())?.y).not.toBe(before?.y)
    await page.mouse.up()
    await expect(device).toBeVisible()
    await page.keyboard.press('Escape')

    // A person who leaves it with the button down has thought better of it.
    await bell(page, 0).click()
    await foot.hover()
    await page.mouse.down()
    await page.mouse.move(5, 5, { steps: 5 })
    await page.mouse.up()
    await expect(device).toBeHidden()
  },
)
