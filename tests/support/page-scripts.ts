import type { Page } from '@playwright/test'

/** A script fills fields in Firefox: React takes that for its own setting, unless it remembers another text. */
export const noticeFills = `addEventListener('input', (event) => event.target._valueTracker?.setValue('\\0'), true)`

/** The same quotes in the same order in each page, so that no test depends on what is drawn. */
export function sameChance(): void {
  let seed = 11
  Math.random = () => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed / 2_147_483_647
  }
}

/** As if the server's clock were moved like the page's: its answers say what time it is here. */
export function sameClock(): void {
  const realFetch = window.fetch
  window.fetch = async (...request) => {
    const { body, status, statusText, headers } = await realFetch(...request)
    const moved = new Headers(headers)
    moved.set('date', new Date().toUTCString())
    return new Response(body, { status, statusText, headers: moved })
  }
}

/** Fills the sign-in form as some password managers do: nothing is typed, and `change` is all they send. */
export function autofill({ name, password }: { name: string; password: string }): void {
  const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
  for (const [autocomplete, text] of [
    ['username', name],
    ['current-password', password],
  ] as const) {
    const field = document.querySelector(`input[autocomplete="${autocomplete}"]`)
    if (field === null) throw new Error(`no field for ${autocomplete}`)
    value?.set?.call(field, text)
    field.dispatchEvent(new Event('change', { bubbles: true }))
  }
}

/** As Firefox with cookies blocked, and worse: each of these throws. */
export function refuseParts(): void {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  for (const name of ['BroadcastChannel', 'Worker', 'SharedWorker'])
    Object.defineProperty(window, name, {
      value: function Refused() {
        refuse()
      },
    })
  for (const name of ['locks', 'serviceWorker', 'storage'])
    Object.defineProperty(Navigator.prototype, name, { get: refuse })
  Object.defineProperty(window, 'caches', { get: refuse, configurable: true })
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
    Object.defineProperty(window, name, { get: refuse })
}

/** The sentences that can be read more than once: the same notice in two places, for example. */
export function repeatedLines(): string[] {
  const lines = document.body.innerText.split('\n').filter((line) => line.trim().length > 30)
  return lines.filter((line, index) => lines.indexOf(line) !== index)
}

/** A keyboard that covers the page once the event `keyboard` comes, as on iPhone and iPad: only the visual viewport shrinks. */
export function coveringKeyboard(): void {
  const viewport = Object.assign(new EventTarget(), { scale: 1, offsetTop: 0, height: innerHeight })
  Object.defineProperty(window, 'visualViewport', { value: viewport })
  addEventListener('keyboard', () => {
    viewport.height = innerHeight - 380
    viewport.dispatchEvent(new Event('resize'))
  })
}

/** Chromium's scroll bars take no more place on this page. Of a page that is closed at once there is nothing to hide. */
export async function hideScrollBars(page: Page): Promise<void> {
  try {
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setScrollbarsHidden', { hidden: true })
  } catch (error) {
    if (!page.isClosed()) throw error
  }
}
