import { defineConfig } from '@playwright/test'
import { common } from './playwright.config.ts'
import { engineMissing } from './scripts/browsers.mjs'
import { firefoxOptions } from './tests/engines/start-firefox.ts'
import { featureTests } from './tests/support/quick.ts'

const firefox = {
  browserName: 'firefox',
  channel: firefoxOptions.channel,
  // Each picture puts a style into the page, which the page's policy blocks.
  screenshot: 'off',
  launchOptions: { executablePath: firefoxOptions.executablePath },
} as const

/** These depend on the browser itself. */
const browserTests = [
  'installed',
  'toast',
  'tooltip',
  'popover',
  'no-storage',
  'back-forward-cache',
  'turned-screen',
].map((name) => `${name}.spec.ts`)

/**
 * Each feature in its short form. Some promises are not among them, because this Firefox cannot show them by
 * WebDriver BiDi; WebKit's suite shows them outside Chromium (tests/engines), all but nudges and axe's findings:
 * - the file of "Alles mitnehmen", and restoring from it: the event of a download does not come;
 * - lost and full storage: the tests use Chromium's own protocol;
 * - nudges: no push service is in reach;
 * - what axe finds: its answer ends the page (tests/e2e/axe.ts).
 */
const features = {
  name: 'features in Firefox',
  testDir: 'tests/e2e',
  testMatch: [...featureTests, ...browserTests],
  grepInvert: /@long/,
  use: firefox,
}

/** Playwright drives Firefox by WebDriver BiDi; WebKit is driven by the test itself. */
export default defineConfig({
  ...common,
  testDir: 'tests/engines',
  outputDir: 'test-results/engines',
  // These browsers keep two cores busy with two.
  workers: 2,
  timeout: 240_000,
  projects: [
    { name: 'firefox', testMatch: 'firefox*.spec.ts', use: firefox },
    // Where there is none, the test before is named as one that did not run.
    ...(engineMissing('Firefox') === undefined ? [features] : []),
    {
      name: 'webkit',
      testMatch: 'webkit*.spec.ts',
      // Chromium, with which it is compared, lays its scroll bars over the page as WebKitGTK does.
      use: { launchOptions: { ...common.use?.launchOptions, ignoreDefaultArgs: [] } },
    },
  ],
})
