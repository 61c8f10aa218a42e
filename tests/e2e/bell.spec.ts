import type { Page } from '@playwright/test'
import { expect, firstPartner, phone, test } from '../support/e2e.ts'
import { ordinaryPresent } from '../support/ordinary-time.ts'
import { isHosted } from '../support/hosted/cluster.ts'
import { bell, lines, list } from './bell-steps.ts'
import { cardOf } from './entry-steps.ts'
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

test('the bell counts what the partner wrote and how she reacted, live, and leads to it', async ({
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

  const mine = await seed(app, 'Jonas', { content: 'Von mir', category: 'erzaehlen' })
  await test.step('hers count, mine do not, in the title of each page and on the icon', async () => {
    await seed(app, 'Željka', { content: 'Nur für mich', isPrivate: true })
    await seed(app, 'Željka', { content: 'Schau mal', category: 'ideen' })
    await expect(bell(page, 1)).toBeVisible()
    await react(app, 'Željka', mine, '🔥')
    await expect(bell(page, 2)).toBeVisible()
    await react(app, 'Jonas', mine, '👀')
    await expect(cardOf(page, 'Von mir')).toContainText('👀')
    await expect(page).toHaveTitle('(2) Unser Tagebuch')
    expect(await lastOnIcon(page)).toBe(2)
    await page.getByRole('link', { name: 'Lieblingszitate' }).click()
    await expect(page.getByRole('heading', { name: 'Lieblingszitate' })).toBeVisible()
    await expect(page).toHaveTitle('(2) Unser Tagebuch')
    await page.goBack()
  })

  await test.step('a line leads to its entry though tab and filter hide it, and Back to them', async () => {
    await tab(page, 'Erzählen').click()
    await choose(page, 'Von wem', 'Meine')
    await expect(cards(page)).toContainText(['Von mir'])
    await bell(page, 2).click()
    await lines(page).filter({ hasText: 'Schau mal' }).getByRole('button').click()
    await expect(list(page)).toBeHidden()
    await expect(cardOf(page, 'Schau mal')).toBeInViewport()
    await expect(cardOf(page, 'Schau mal')).toBeFocused()
    await page.goBack()
    await expect(cards(page)).toContainText(['Von mir'])
    await expect(tab(page, 'Erzählen')).toHaveAttribute('aria-pressed', 'true')
  })

  const foot = list(page).getByRole('button', { name: 'Auf diesem Gerät' })
  const device = page.getByRole('dialog', { name: 'Auf diesem Gerät' })
  await test.step('a press on a line at the foot counts, though the list grows under it', async () => {
    await bell(page, 0).click()
    await foot.hover()
    const before = await foot.boundingBox()
    await page.mouse.down()
    for (const content of ['Eins', 'Zwei', 'Drei']) await seed(app, 'Željka', { content })
    await expect(lines(page)).toHaveCount(5)
    expect((await foot.boundingBox())?.y).not.toBe(before?.y)
    await page.mouse.up()
    await expect(device).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(device).toBeHidden()
  })
  await test.step('a person who leaves it with the button down has thought better of it', async () => {
    await bell(page, 0).click()
    await foot.hover()
    await page.mouse.down()
    await page.mouse.move(5, 5, { steps: 5 })
    await page.mouse.up()
    await expect(device).toBeHidden()
  })
})

test('on the phone the list says who did what when, and a thin line stands above what is new', async ({
  app,
}) => {
  const word = await seed(app, 'Željka', {
    content: '🇩🇪 Haus | 🇭🇷 kuća',
    category: 'uebersetzungen',
  })
  await seed(app, 'Željka', { content: 'Zusammen ans Meer', category: 'ideen' })
  await react(app, 'Željka', word, '🎉')
  await seed(app, 'Jonas', { content: 'Mein Text' })
  const page = await app.signedIn(firstPartner, { viewport: phone })

  await test.step('newest first, with what is new', async () => {
    const rows = page.getByRole('list', { name: 'Einträge' }).locator('> li')
    await expect(rows).toHaveText([/Mein Text/, /^Neu.*Zusammen ans Meer/, /kuća/])
    await bell(page, 3).click()
    await expect(lines(page)).toContainText([
      /Željka hat mit 🎉 reagiert.*Neu.*Haus – kuća.*\d\d:\d\d Uhr/s,
      /Željka hat eine Idee.*Neu.*Zusammen ans Meer/s,
      /Željka hat eine Übersetzung eingetragen.*Neu.*Haus – kuća/s,
    ])
  })

  const shared =
    await test.step('news that arrive while a person looks are seen, too', async () => {
      const id = await seed(app, 'Željka', { content: 'Noch etwas', category: 'erzaehlen' })
      await expect(lines(page).first()).toContainText(/Željka hat etwas erzählt.*Neu.*Noch etwas/s)
      return id
    })

  await test.step('one that is made private leaves the list, and comes back as it is shown', async () => {
    const sql = app.server.sql()
    await sql`update entries set is_private = true where id = ${shared}`
    await expect(lines(page)).toHaveCount(3)
    await sql`update entries set is_private = false where id = ${shared}`
    await expect(lines(page)).toHaveCount(4)
    await page.keyboard.press('Escape')
    await expect(bell(page, 0)).toBeFocused()
  })

  await test.step('what was seen is no longer marked', async () => {
    await bell(page, 0).click()
    await expect(lines(page)).toHaveCount(4)
    await expect(list(page).getByText('Neu', { exact: true })).toHaveCount(0)
    await page.keyboard.press('Escape')
  })

  await test.step('the thin line stays after a look, until one returns', async () => {
    await expect(newLine(page)).toBeVisible()
    await leaveAndReturn(page)
    await expect(newLine(page)).toBeHidden()
  })
})

test(
  'opening the bell clears it on all my devices and for no other person, later if there is no network',
  { tag: '@long' },
  async ({ app }) => {
    await seed(app, 'Željka', { content: 'Von ihr' })
    const desktop = await app.signedIn(firstPartner, { init: recordIcon })
    const mobile = await app.signedIn(firstPartner, { viewport: phone })
    for (const page of [desktop, mobile]) await expect(bell(page, 1)).toBeVisible()
    const hers = async () => app.server.sql()`
      select seen_until from last_looks join profiles using (id) where name = 'Željka'`
    const before = await hers()

    await test.step('with a network', async () => {
      await bell(mobile, 1).click()
      await expect(bell(mobile, 0)).toBeVisible()
      await expect(bell(desktop, 0)).toBeVisible()
      await expect(desktop).toHaveTitle('Unser Tagebuch')
      expect(await lastOnIcon(desktop)).toBe(0)
      await expect(newLine(desktop)).toBeHidden()
      expect(await hers()).toEqual(before)
      await desktop.reload()
      await expect(cards(desktop)).toHaveCount(1)
      await expect(bell(desktop, 0)).toBeVisible()
    })

    await test.step('without one', async () => {
      await mobile.keyboard.press('Escape')
      await expect(list(mobile)).toBeHidden()
      await seed(app, 'Željka', { content: 'Vor dem Funkloch' })
      for (const page of [desktop, mobile]) await expect(bell(page, 1)).toBeVisible()
      await allLoaded(mobile)
      await mobile.context().setOffline(true)
      await bell(mobile, 1).click()
      await expect(lines(mobile)).toContainText(['Vor dem Funkloch', 'Von ihr'])
      await expect(bell(mobile, 0)).toBeVisible()
      await expect(bell(desktop, 1)).toBeVisible()
      await mobile.context().setOffline(false)
      await expect(bell(desktop, 0)).toBeVisible({ timeout: 15_000 })
    })
  },
)

test(
  'the bell counts to 99, lists more as one scrolls, stays in its place and leads far back',
  { tag: '@long' },
  async ({ app }) => {
    await app.server.sql()`
    insert into entries (id, user_id, content, category, created_at)
    select gen_random_uuid(), id, 'Neues ' || n, 'erzaehlen', now() - n * interval '1 minute'
    from profiles, generate_series(1, 130) n where name = 'Željka'`
    const createdAt = new Date(ordinaryPresent().getTime() - 80 * 86_400_000)
    const old = await seed(app, 'Jonas', { content: 'Ganz weit hinten', createdAt })
    await react(app, 'Željka', old, '❤️')
    const page = await app.signedIn(firstPartner)
    await expect(page).toHaveTitle('(99+) Unser Tagebuch')
    await page.getByRole('button', { name: 'Neu für dich: 99+', exact: true }).click()
    await expect(lines(page)).toHaveCount(40)
    await expect(bell(page, 0)).toBeAttached()

    await test.step('it stays below the bell while the page scrolls and the window changes', async () => {
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

    await test.step('more lines come as one scrolls; those far below are not laid out', async () => {
      const isLaidOut = lines(page)
        .nth(39)
        .getByRole('button')
        .evaluate((line) => line.checkVisibility({ contentVisibilityAuto: true }))
      expect(await isLaidOut).toBe(false)
      await expect(async () => {
        await lines(page).last().scrollIntoViewIfNeeded()
        await expect(lines(page)).toHaveCount(131, { timeout: 500 })
      }).toPass()
    })

    await test.step('a line leads to an entry that is far back', async () => {
      await lines(page).filter({ hasText: 'Ganz weit hinten' }).getByRole('button').click()
      await expect(cardOf(page, 'Ganz weit hinten')).toBeInViewport()
    })
  },
)
