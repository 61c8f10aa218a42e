import { engineMissing } from '../../scripts/browsers.mjs'
import { expect, firstPartner, phone, test as base } from '../support/e2e.ts'
import { ordinaryPresent } from '../support/ordinary-time.ts'
import { sameChance } from '../support/page-scripts.ts'
import { openCable, type Cable } from '../support/cable.ts'
import type { TestServer } from '../support/server.ts'
import { startWebKit, type WebKit, type WebKitOptions } from './webkit.ts'

export { expect }

interface JournalOptions extends Partial<WebKitOptions> {
  /** The time of the page's clock as it opens; an ordinary day unless given. */
  readonly at?: Date
}

interface Engine {
  readonly server: TestServer
  /** The way to the server, which can be cut. */
  readonly cable: Cable
  open(options?: JournalOptions): Promise<WebKit>
  /** With the first partner signed in through the form. */
  signedIn(options?: JournalOptions): Promise<WebKit>
}

/** A refused connection is what an offline test is about, not an error of the app. */
const networkNoise =
  /CONSOLE NETWORK ERROR|WebSocket connection to|Could not connect|network error|due to access control checks/i

/** Safari ignores it, and resizes nothing: the app does (docs/phones.md). Browsers on Android heed it. */
const ignored = /Viewport argument key "interactive-widget" not recognized and ignored/

/** A test in WebKit with an empty journal. A line in the console fails it, in any page. */
export const test = base.extend<{ engine: Engine; installed: void }>({
  installed: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright asks for a pattern
    async ({}, provide, testInfo) => {
      const missing = engineMissing('WebKit')
      testInfo.skip(missing !== undefined, missing)
      await provide()
    },
    // Before a server is started for it.
    { auto: true },
  ],
  engine: async ({ server }, provide) => {
    await server.emptyJournal()
    const cable = await openCable(server.url)
    const browsers: WebKit[] = []
    const open = async ({ at = ordinaryPresent(), ...options }: JournalOptions = {}) => {
      const browser = await startWebKit({
        url: cable.url,
        viewport: phone,
        ...options,
        scripts: [
          `(${String(moveClock)})(${at.getTime() - Date.now()})`,
          `(${String(sameChance)})()`,
          ...(options.scripts ?? []),
        ],
      })
      browsers.push(browser)
      return browser
    }
    try {
      await provide({
        server,
        cable,
        open,
        async signedIn(options) {
          const webkit = await open(options)
          await webkit.open()
          await signIn(webkit)
          return webkit
        },
      })
    } finally {
      await Promise.all(browsers.map(async (browser) => browser.close()))
      await cable.close()
    }
    const lines = browsers.flatMap((browser) => browser.output().split('\n'))
    const expected = [networkNoise, ignored]
    const problems = lines.filter(
      (line) => /CONSOLE/.test(line) && !expected.some((pattern) => pattern.test(line)),
    )
    expect(problems, 'lines in the console').toEqual([])
  },
})

/** The first partner, through the form. */
export async function signIn(webkit: WebKit): Promise<void> {
  await webkit.fill('Benutzername', firstPartner.name)
  await webkit.fill('Passwort', firstPartner.password)
  await webkit.press('Anmelden')
  // The button hides its text while it waits for the answer.
  await webkit.misses('Benutzername')
}

/** Runs in the page: its clock is ahead of the machine's, or behind. */
function moveClock(by: number): void {
  if (by === 0) return
  const MachineDate = Date
  globalThis.Date = class extends MachineDate {
    constructor(...given: []) {
      if (given.length > 0) super(...given)
      else super(MachineDate.now() + by)
    }
    static override now() {
      return MachineDate.now() + by
    }
  } as DateConstructor
}
