import { defineConfig } from '@playwright/test'
import { common } from './playwright.config.ts'
import { engineMissing } from './scripts/browsers.mjs'
import { firefoxOptions } from './tests/engines/start-firefox.ts'

/**
 * What Firefox runs of the end-to-end tests: at least one file of each feature, in its short form. Some
 * promises are not among them, because this Firefox cannot show them by WebDriver BiDi; WebKit's suite
 * shows them outside Chromium (tests/engines):
 * - the file of "Alles mitnehmen", and restoring from it: the event of a download does not come;
 * - lost and full storage: the tests use Chromium's own protocol;
 * - the quiz: a stopped clock and the check for accessibility together end the page;
 * - favourites, replies, a story and a round of practice beside the partner's window: of two windows that are open
 *   at once, only one has the focus.
 */
const inFirefox = [
  'sign-in',
  'entries-create',
  'entries-change',
  'drafts',
  'search',
  'filters',
  'bell',
  'reactions',
  'undo',
  'quotes',
  'special-days',
  'appearance',
  'installed',
  'no-storage',
  'back-forward-cache',
  'replies',
  'stories',
  'practice',
]

const firefox = {
  browserName: 'firefox',
  channel: firefoxOptions.channel,
  // Each picture puts a style into the page, which the page's policy blocks.
  screenshot: 'off',
  launchOptions: { executablePath: firefoxOptions.executablePath },
} as const

const features = {
  name: 'features in Firefox',
  testDir: 'tests/e2e',
  testMatch: inFirefox.map((name) => `${name}.spec.ts`),
  grepInvert:
    /@long|a round: right|both reply, the last two|a reply is news|replies leave the partner|an idea that came true/,
  use: firefox,
}

/** Playwright drives Firefox by WebDriver BiDi; WebKit is driven by the test itself. */
export default defineConfig({
  ...common,
  testDir: 'tests/engines',
  outputDir: 'test-results/engines',
  workers: 1,
  timeout: 240_000,
  projects: [
    { name: 'firefox', testMatch: 'firefox*.spec.ts', use: firefox },
    // Where there is none, the test before is named as one that did not run.
    ...(engineMissing('Firefox') === undefined ? [features] : []),
    { name: 'webkit', testMatch: 'webkit*.spec.ts' },
  ],
})
