import type { Page } from '@playwright/test'
import { expect, firstPartner, phone, secondPartner, test, type TestApp } from '../support/e2e.ts'
import { refuseParts, repeatedLines } from '../support/page-scripts.ts'
import { inShort, isFull } from '../support/quick.ts'
import { arrived, cardOf, write } from './entry-steps.ts'
import { allLoaded, seed } from './main-screen-steps.ts'

/** The effects on a page of a browser without storage; each runs before the app. */
const browsers = {
  'without IndexedDB': () => {
    Object.defineProperty(window, 'indexedDB', { value: undefined })
  },
  'that refuses the look at IndexedDB': () => {
    Object.defineProperty(window, 'indexedDB', {
      get() {
        throw new DOMException('denied', 'SecurityError')
      },
    })
  },
  'that refuses to open a database': () => {
    IDBFactory.prototype.open = function refuse() {
      const request = Object.setPrototypeOf(
        new EventTarget(),
        IDBOpenDBRequest.prototype,
      ) as IDBOpenDBRequest
      Object.defineProperty(request, 'error', {
        value: new DOMException('no room for a database', 'QuotaExceededError'),
      })
      setTimeout(() => {
        const event = new Event('error', { cancelable: true })
        request.dispatchEvent(event)
      }, 0)
      return request
    }
  },
  'that never answers an opening': () => {
    const silent = () =>
      Object.setPrototypeOf(new EventTarget(), IDBOpenDBRequest.prototype) as IDBOpenDBRequest
    IDBFactory.prototype.open = silent
    IDBFactory.prototype.deleteDatabase = silent
  },
  'whose localStorage throws': () => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('denied', 'SecurityError')
        },
      })
  },
  'that keeps nothing at all': () => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('denied', 'SecurityError')
        },
      })
    // An insecure page, as the empty one before the first address is, has no locks.
    const locks = (navigator as Partial<Navigator>).locks
    if (locks !== undefined)
      locks.request = async () => {
        throw new DOMException('denied', 'SecurityError')
      }
  },
} as const

const cannotStore = 'Dieser Browser kann hier nichts speichern'
const forgetsSignIn = 'Dieser Browser merkt sich deine Anmeldung nicht'
const noRoom = 'Auf diesem Gerät ist kein Platz mehr'

async function signIn(page: Page, { name, password }: typeof firstPartner | typeof secondPartner) {
  await page.getByLabel('Benutzername').fill(name)
  await page.getByLabel('Passwort').fill(password)
  await page.getByRole('button', { name: 'Anmelden' }).click()
}

/** As if this browser had been signed in before, when it still had a storage. */
async function rememberSignIn(page: Page, app: TestApp): Promise<void> {
  const session = await app.server.session(firstPartner.name)
  const { id, email } = session.user
  await page.addInitScript(
    ([stored, person]) => {
      localStorage.setItem('tagebuch.session', stored)
      localStorage.setItem('tagebuch.person', person)
    },
    [
      JSON.stringify(session),
      JSON.stringify({ id, name: firstPartner.name, identifier: email }),
    ] as const,
  )
}

/** In the short form the first of them. Their messages differ. */
const asked = [
  ['that refuses to open a database', 'whose localStorage throws', 'that keeps nothing at all'],
  ['that never answers an opening', 'without IndexedDB', 'that refuses the look at IndexedDB'],
] as const

test('a browser that refuses channels, locks, workers and storage lets a person in, to read, write and search', async ({
  app,
}) => {
  const page = await (await app.device({ init: refuseParts })).newPage()
  await page.goto('/')
  await expect(page.getByRole('region', { name: cannotStore })).toContainText('Was hilft:')
  expect(await page.evaluate(repeatedLines)).toEqual([])
  await signIn(page, firstPartner)
  await expect(page).toHaveURL('/')
  await write(page, 'Ohne alles geschrieben')
  expect(await page.evaluate(repeatedLines)).toEqual([])
  await page.getByRole('button', { name: 'Suchen', exact: true }).click()
  await page.getByRole('textbox', { name: 'Im Tagebuch suchen' }).fill('alles')
  const found = cardOf(page, 'alles').locator('visible=true')
  await expect(found.locator('mark')).toHaveText('alles')
  await seed(app, 'Željka', { content: 'Auch alles' })
  await expect(found).toContainText(['Auch alles', 'Ohne alles geschrieben'])
  await app.server.sql()`delete from entries where content like 'Ohne%'`
  await expect(found).toContainText(['Auch alles'])
  await expect(found).toHaveCount(1)
})

for (const names of isFull ? asked : [asked[0].slice(0, 1)])
  test(
    `a browser ${names.join(', or ')} reads what is wrong, and reads and writes while it is open`,
    { tag: '@long' },
    async ({ app }) => {
      app.allowConsoleLines(/^sync fault: StorageError$/)
      const partner = await app.signedIn(secondPartner)
      for (const browser of names)
        await test.step(browser, () => usedWithout(browser, app, partner))
    },
  )

/** Reads and writes in this browser; the partner sees what is sent. */
async function usedWithout(
  browser: keyof typeof browsers,
  app: TestApp,
  partner: Page,
): Promise<void> {
  const isStored = browser === 'whose localStorage throws'
  const title = isStored ? forgetsSignIn : cannotStore
  await app.server.sql()`delete from entries`
  await seed(app, 'Željka', { content: 'Vorher geschrieben' })
  const context = await app.device({ viewport: phone, init: browsers[browser] })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page).toHaveURL('/auth')
  await expect(page.getByRole('region', { name: title })).toContainText('Was hilft:')

  await signIn(page, firstPartner)
  await expect(page).toHaveURL('/')
  const journalTitle = browser === 'that refuses to open a database' ? noRoom : title
  await expect(page.getByRole('region', { name: journalTitle })).toContainText('Was hilft:')
  await expect(cardOf(page, 'Vorher geschrieben')).toBeVisible()
  await arrived(await write(page, 'Ohne Speicher geschrieben'))
  await expect(cardOf(partner, 'Ohne Speicher geschrieben')).toBeVisible()
  await write(partner, 'Antwort von drüben')
  await expect(cardOf(page, 'Antwort von drüben')).toBeVisible()
  if (!isStored) await expect(page.getByText('lass die Seite offen')).toContainText('alles ist')

  await page.getByRole('button', { name: 'Abmelden' }).click()
  await expect(page).toHaveURL('/auth')
  await signIn(page, secondPartner)
  await expect(page.getByText('Hallo Željka!')).toBeVisible()
  await expect(cardOf(page, 'Ohne Speicher geschrieben')).toHaveCount(1)
  expect(await app.server.sql()`select 1 from public.entries`).toHaveLength(3)
  await context.close()
}

for (const path of inShort(1, ['/', '/auth']))
  test(
    `on ${path} a browser that never answers says so within three seconds of its clock`,
    { tag: '@long' },
    async ({ app }) => {
      const init = browsers['that never answers an opening']
      const context = await app.device({ init })
      const page = await context.newPage()
      await page.clock.install({ time: new Date('2026-03-01T12:00:00Z') })
      await page.clock.pauseAt(new Date('2026-03-01T12:00:10Z'))
      if (path === '/') await rememberSignIn(page, app)
      await page.goto(path, { waitUntil: 'networkidle' })
      let clock = 0
      const tick = async (milliseconds: number) => {
        clock += milliseconds
        await page.clock.runFor(milliseconds)
      }
      const polling = { intervals: [100], timeout: 30_000 }
      // React shows what was loaded after a moment of its own.
      const told = page.getByText(cannotStore)
      await expect(async () => {
        await tick(50)
        expect(await told.count()).toBeGreaterThan(0)
      }).toPass(polling)
      expect(clock).toBeLessThan(3000)
    },
  )

test(
  'without storage, closing the page asks first while something is unsent',
  { tag: '@long' },
  async ({ app }) => {
    app.allowConsoleLines(/^sync fault: StorageError$/)
    const page = await app.signedIn(firstPartner, { init: browsers['without IndexedDB'] })
    await expect(page.getByText('lass die Seite offen')).toContainText('alles ist gesendet')
    await expect(page.getByRole('button', { name: 'Neuer Eintrag' })).toBeVisible()
    await allLoaded(page)
    await page.context().setOffline(true)
    await write(page, 'Nur hier')
    await expect(page.getByText('lass die Seite offen')).toContainText(
      'offline · 1 Änderung noch nicht gesendet',
    )
    const asked = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    await expect(cardOf(page, 'Nur hier')).toBeVisible()

    await page.context().setOffline(false)
    await arrived(cardOf(page, 'Nur hier'))
    await expect(page.getByText('lass die Seite offen')).toContainText('alles ist gesendet')
    const partner = await app.signedIn(secondPartner)
    await expect(cardOf(partner, 'Nur hier')).toBeVisible()
    await page.reload()
    await expect(cardOf(page, 'Nur hier')).toBeVisible()
  },
)
