import type { Locator, Page } from '@playwright/test'
import { expect } from '../support/e2e.ts'

/**
 * A device's tabs can be made to die: from the moment at which the next mutation is stored in the
 * outbox, such a tab stores nothing more. Runs in each page before the app.
 */
export function mortal(): void {
  const tab = globalThis as typeof globalThis & { life?: 'ending' | 'over' }
  // Called with the database it belongs to, below.
  // oxlint-disable-next-line typescript/unbound-method
  const begin = IDBDatabase.prototype.transaction
  IDBDatabase.prototype.transaction = function transaction(stores, mode, options) {
    if (tab.life === 'over') throw new DOMException('The tab is dead', 'UnknownError')
    const started = begin.call(this, stores, mode, options)
    if (tab.life === 'ending' && mode === 'readwrite' && [stores].flat().includes('outbox'))
      started.addEventListener('complete', () => {
        tab.life = 'over'
      })
    return started
  }
}

/** Presses a button and ends the tab when the outbox has taken what was sent. */
export async function sendAndDie(page: Page, button: Locator): Promise<void> {
  await page.evaluate(() => {
    Object.assign(globalThis, { life: 'ending' })
  })
  await button.click()
  await page.waitForFunction(() => (globalThis as { life?: string }).life === 'over')
  await crash(page)
}

/** Ends the page's process, as a crash does: nothing in it runs any more. */
export async function crash(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  session.send('Page.crash').catch(() => undefined)
  await crashed
  await page.close()
}

/** Another tab of the same device. */
export async function anotherTab(page: Page): Promise<Page> {
  const tab = await page.context().newPage()
  await tab.goto(page.url())
  await expect(tab.getByRole('heading', { level: 1 })).toBeVisible()
  return tab
}

/** Opens "Neuer Eintrag", on a draft if one was left. */
export async function openAsLeft(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Neuer Eintrag', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Neuer Eintrag' })
  await form.waitFor()
  return form
}

/** Waits until the typed text is stored on the device. */
export async function draftStored(page: Page, text: string): Promise<void> {
  await storedIn(page, 'drafts', text)
}

/** Waits until a row with this text in it is in a store of the device's copy. */
export async function storedIn(page: Page, store: string, text: string): Promise<void> {
  // `waitForFunction` takes the promise of an async function for its result.
  await expect.poll(async () => page.evaluate(readStore, store)).toContain(text)
}

/** Waits until nothing that this device wrote waits to be sent: a tab asks each second whether another sends. */
export async function allSent(page: Page): Promise<void> {
  await expect.poll(async () => page.evaluate(readStore, 'outbox')).toBe('[]')
}

/** Runs in the page: all rows of a store on the device, as JSON. */
async function readStore(store: string): Promise<string> {
  const [found] = (await indexedDB.databases()).filter(({ name }) => name?.startsWith('tagebuch-'))
  const opening = indexedDB.open(found?.name ?? '')
  const database = await new Promise<IDBDatabase>((resolve) => {
    opening.addEventListener('success', () => resolve(opening.result))
  })
  const all = database.transaction(store).objectStore(store).getAll()
  const rows = await new Promise<unknown[]>((resolve) => {
    all.addEventListener('success', () => resolve(all.result))
  })
  database.close()
  return JSON.stringify(rows)
}

/** Over plain HTTP a browser has neither. Runs in each page before the app. */
export function asOverPlainHttp(): void {
  Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })
  Object.defineProperty(Crypto.prototype, 'randomUUID', { value: undefined })
}

/**
 * Runs in the page: no draft is stored in this tab any more, as where the device is too busy. The
 * app's own transactions wait behind one that does not end before the page does.
 */
export async function holdDrafts(): Promise<void> {
  const [found] = (await indexedDB.databases()).filter(({ name }) => name?.startsWith('tagebuch-'))
  const opening = indexedDB.open(found?.name ?? '')
  await new Promise((resolve) => opening.addEventListener('success', resolve))
  const store = opening.result.transaction('drafts', 'readwrite').objectStore('drafts')
  await new Promise<void>((resolve) => {
    const resume = () => {
      store.count().addEventListener('success', resume)
      resolve()
    }
    resume()
  })
}
