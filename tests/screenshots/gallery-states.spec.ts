import type { Browser, Locator, Page } from '@playwright/test'
import { expect, firstPartner, newDevice, signIn } from '../support/e2e.ts'
import { failingWord, failWith } from '../support/failing-writes.ts'
import { arrived, openEdit, openForm, textField, toasts, write } from '../e2e/entry-steps.ts'
import { allLoaded } from '../e2e/main-screen-steps.ts'
import { journey, stopConfetti } from './gallery.ts'

journey('sign-in', async ({ app, options, take }) => {
  const page = await (await app.device(options)).newPage()
  await page.goto('/auth')
  await expect(page.getByRole('button', { name: 'Anmelden' })).toBeVisible()
  await take(page, 'empty')
  await page.getByRole('button', { name: 'Anmelden' }).click()
  await expect(toasts(page)).toContainText('Benutzername ist erforderlich')
  await take(page, 'fields missing')
  await page.getByLabel('Benutzername').fill('Jonas')
  await page.getByLabel('Passwort').fill('falsch-geraten')
  await page.getByRole('button', { name: 'Anmelden' }).click()
  await expect(page.getByText('Falsches Passwort').first()).toBeVisible()
  await take(page, 'wrong password')
})

journey('loading', async ({ app, options, take }) => {
  const context = await app.device(options)
  await signIn(context, app.server, firstPartner)
  const page = await context.newPage()
  await page.route(/\/rest\/v1\//, () => undefined)
  await page.goto('/')
  await expect(page.getByRole('main').getByText('Laden...').first()).toBeAttached()
  await take(page, 'entries')
  await page.unroute(/\/rest\/v1\//)
})

journey('offline', async ({ openSample, take }) => {
  const page = await openSample()
  await allLoaded(page)
  await page.context().setOffline(true)
  await expect(page.getByRole('banner').getByText('Offline')).toBeVisible()
  await write(page, 'Im Zug geschrieben')
  await take(page, 'unsent')
  await page.getByRole('button', { name: 'Abmelden' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await take(page, 'signing out')
})

journey('a part that is not there', async ({ openSample, take }) => {
  const page = await openSample()
  await allLoaded(page)
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Lieblingszitate' }).click()
  await expect(page.getByText('Dieser Teil ist noch nicht geladen.')).toBeVisible()
  await take(page, 'screen')
  await page.getByRole('link', { name: 'Zurück zur Startseite' }).click()
  await page.getByRole('button', { name: /^Neu für dich/ }).click()
  await page.getByRole('button', { name: 'Auf diesem Gerät' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Auf diesem Gerät' })).toBeVisible()
  await take(page, 'dialog')
})

journey('parked', async ({ app, openSample, take }) => {
  await failWith(app.server, 'XX000')
  const page = await openSample()
  await write(page, `${failingWord}: Am See war es so still, dass man die Fische hörte.`)
  // Only where another write goes through it is this one that the server fails on.
  await write(page, 'Das geht')
  const notice = page.getByRole('region', { name: 'Noch nicht gesendet' })
  await expect(async () => {
    await page.clock.runFor(20_000)
    await expect(notice).toContainText('Fische', { timeout: 2000 })
  }).toPass()
  await take(page, 'entry')
  await failWith(app.server, null)
})

journey('restored', async ({ app, openSample, take }) => {
  const page = await openSample()
  await allLoaded(page)
  await app.server.sql()`truncate entries, removals cascade`
  await app.server.sql()`update journal set epoch = gen_random_uuid()`
  const notice = page.getByRole('region', { name: 'Nur noch hier' })
  await expect(notice).toContainText('früheren Stand')
  await take(page, 'notice')
  await notice.getByRole('button', { name: 'Ansehen' }).click()
  await expect(page.getByRole('dialog', { name: 'Nur noch hier' })).toBeVisible()
  await take(page, 'texts')
  await page.getByRole('dialog').getByRole('button', { name: 'Verwerfen' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await take(page, 'question')
})

journey('refused', async ({ openSample, take }) => {
  const page = await openSample()
  await page.route(/\/rest\/v1\/entries/, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    return route.fulfill({ status: 403, json: { code: '42501', message: 'refused' } })
  })
  const form = await openForm(page)
  await textField(form).fill('Darf nicht sein')
  await form.getByRole('button', { name: 'Eintragen' }).click()
  await expect(toasts(page)).toContainText('Fehler beim Erstellen des Eintrags')
  await take(page, 'entry')
})

/** A browser without storage; runs before the app. */
function withoutStorage(): void {
  Object.defineProperty(window, 'indexedDB', { value: undefined })
}

journey('no storage', async ({ openSample, take }) => {
  const page = await openSample({ init: withoutStorage })
  await take(page, 'from the start')
})

journey('storage lost', async ({ openSample, take }) => {
  const page = await openSample()
  await allLoaded(page)
  await deleteDatabases(page)
  await write(page, 'Danach geschrieben')
  const help = page.getByRole('banner').getByRole('button', { name: 'Was hilft?' })
  await expect(help).toBeVisible()
  await take(page, 'line')
  await help.click()
  await expect(page.getByText('Was hilft: Lade die Seite neu')).toBeVisible()
  await take(page, 'help')
})

/** As another page of this site could. */
async function deleteDatabases(page: Page): Promise<void> {
  const other = await page.context().newPage()
  await other.goto('/robots.txt')
  await other.evaluate(async () => {
    for (const { name } of await indexedDB.databases())
      await new Promise((resolve) => {
        const request = indexedDB.deleteDatabase(name ?? '')
        request.addEventListener('success', resolve)
        request.addEventListener('error', resolve)
      })
  })
  await other.close()
}

journey('session lost', async ({ app, openSample, take }) => {
  const page = await openSample()
  await allLoaded(page)
  await app.server.sql()`delete from auth.refresh_tokens`
  await app.server.sql()`delete from auth.sessions`
  await page.reload()
  await write(page, 'Trotzdem geschrieben')
  await expect(page.getByRole('banner').getByText('Bitte melde dich wieder an')).toBeVisible()
  await take(page, 'line')
  await page.getByRole('link', { name: 'Anmelden' }).click()
  await expect(page.getByLabel('Benutzername')).toHaveValue('Jonas')
  await take(page, 'sign-in')
})

journey('other pages', async ({ app, options, take, form }) => {
  const context = await app.device(options)
  const page = await context.newPage()
  await page.goto('/irgendwo')
  await expect(page.getByText('Oops! Page not found')).toBeVisible()
  await take(page, 'not found')
  await context.route('**/', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replace('journal-config', 'nothing')
    await route.fulfill({ response: answer, body })
  })
  await context.route('**/config.json', (route) => route.abort())
  await page.goto('/')
  await expect(page.getByText('Das Tagebuch ist gerade nicht erreichbar')).toBeVisible()
  await take(page, 'not reachable')
  const { viewport } = form
  const bare = { viewport, baseURL: app.url, javaScriptEnabled: false }
  const plain = await browserOf(page).newContext(bare)
  const plainPage = await plain.newPage()
  await plainPage.goto('/')
  await take(plainPage, 'without scripts', { isUnchecked: true })
  await plain.close()
  // Unwatched: its syntax errors are what this is about.
  const old = await newDevice(browserOf(page), app.url, options)
  await old.route(/\/assets\/index-.*\.js/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'const = 1' }),
  )
  const oldPage = await old.newPage()
  await oldPage.goto('/')
  await expect(oldPage.getByText('Dieser Browser ist zu alt')).toBeVisible()
  await take(oldPage, 'too old a browser', { isUnchecked: true })
  await old.close()
})

function browserOf(page: Page): Browser {
  const browser = page.context().browser()
  if (browser === null) throw new Error('a page without a browser')
  return browser
}

journey('edit', async ({ app, openSample, take }) => {
  const page = await openSample()
  const card = await write(page, 'Am Meer', 'Ideen')
  await arrived(card)
  const form = await openEdit(page, card)
  await textField(form).fill('Am Meer, im Mai')
  await app.server.sql()`
    update entries set content = 'In den Bergen' where content = 'Am Meer'`
  await expect(form).toContainText('Dieser Eintrag wurde inzwischen geändert.')
  await take(page, 'changed meanwhile')
  await app.server.sql()`delete from entries where content = 'In den Bergen'`
  await expect(form).toContainText('Dieser Eintrag ist nicht mehr da.')
  await take(page, 'gone')
})

journey('new version', async ({ openSample, take }) => {
  const page = await openSample({ serviceWorkers: 'allow' })
  await page.evaluate(async () => navigator.serviceWorker.ready)
  const form = await openForm(page)
  await textField(form).fill('Angefangen')
  await page.evaluate(() =>
    navigator.serviceWorker.dispatchEvent(
      new MessageEvent('message', { data: { type: 'cache-updated' } }),
    ),
  )
  await expect(toasts(page)).toContainText('Neue Version verfügbar')
  await take(page, 'toast')
})

/** The event of a browser that could install the app. */
function offerInstall(): void {
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt: async () => Promise.resolve({ outcome: 'accepted' }),
  })
  window.dispatchEvent(event)
}

/** Makes the browser look like Safari on an iPhone, in a tab. */
function iphone(): void {
  Object.defineProperty(Navigator.prototype, 'standalone', { get: () => false })
  Object.defineProperty(Navigator.prototype, 'vendor', { get: () => 'Apple Computer, Inc.' })
}

/** Writes twice, and scrolls to what the app offers then. */
async function writeUntilShown(page: Page, offer: Locator): Promise<void> {
  await write(page, 'Das erste Mal')
  await write(page, 'Das zweite Mal')
  await expect(offer).toBeVisible()
  await page.evaluate(() => scrollTo(0, 0))
  // The toasts have gone.
  await page.clock.runFor(10_000)
  await expect(toasts(page).getByRole('status')).toHaveCount(0)
}

journey('install', async ({ openSample, take }) => {
  const page = await openSample()
  await page.evaluate(offerInstall)
  await writeUntilShown(page, page.getByRole('region', { name: 'Das Tagebuch als App' }))
  await take(page, 'prompt')
})

journey('install on an iPhone', async ({ openSample, take }) => {
  const page = await openSample({ init: iphone })
  await writeUntilShown(page, page.getByText('Zum Home-Bildschirm').first())
  await take(page, 'steps')
})

journey('shared text', async ({ openSample, take }) => {
  const page = await openSample({ serviceWorkers: 'allow' })
  await page.evaluate(async () => {
    const shared = await caches.open('shared')
    await shared.put('/geteilt/1', new Response('Ein Lied, das ich dir zeigen will'))
  })
  await page.reload()
  await expect(page.getByRole('dialog', { name: 'Neuer Eintrag' })).toBeVisible()
  await take(page, 'form')
})

for (const [name, at] of [
  ['anniversary', new Date('2026-08-17T17:30:00+02:00')],
  ['birthday', new Date('2026-08-14T17:30:00+02:00')],
] as const)
  journey(name, async ({ openSample, take }) => {
    const page = await openSample({ at, reducedMotion: 'no-preference' })
    await expect(page.locator('.confetti')).toBeVisible()
    await stopConfetti(page)
    await take(page, 'confetti', { isUnchecked: true })
    const quiet = await openSample({ at })
    await expect(quiet.getByRole('heading', { name: /^Heute ist/ })).toBeVisible()
    await take(quiet, 'main screen')
  })
