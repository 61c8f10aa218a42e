import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { browserArguments, testBrowser } from './scripts/browsers.mjs'
import { featureTests, isFull } from './tests/support/quick.ts'

if (process.env['TEST_AT'] !== undefined) {
  if (!existsSync('/usr/bin/faketime')) throw new Error('TEST_AT needs the package faketime.')
  await import('./tests/support/fake-date.mjs')
}

// Playwright's workers force colours, and Node warns of both wishes.
if (process.env['NO_COLOR'] !== undefined) delete process.env['FORCE_COLOR']

/** End-to-end tests: the real server process and the system's Chromium, never a download. */
export const common = defineConfig({
  testDir: 'tests/e2e',
  // Each configuration empties its own folder as it starts.
  outputDir: 'test-results/e2e',
  // Two people's pages and a server each, which wait for one another half of the time: four keep two cores busy.
  workers: 4,
  fullyParallel: true,
  ...(isFull ? {} : { grepInvert: /@long/ }),
  // Only a test that fails waits this long: a busy machine is slow.
  timeout: 180_000,
  // Beyond the 300 ms in which a press counts as the second of a double press.
  expect: { timeout: 30_000, toPass: { intervals: [100, 250, 400] } },
  retries: 0,
  forbidOnly: true,
  use: {
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    screenshot: 'only-on-failure',
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: testBrowser() ?? '',
      args: browserArguments,
      // They take their place on the page, as in most browsers of a desktop.
      ignoreDefaultArgs: ['--hide-scrollbars'],
    },
  },
})

/** Their browser or server is another one, so each has a worker of its own: they begin first. */
const withOwnWorker =
  /(from-0\.[^/]*|hosted|nudges|nudges-four-devices|presses|screens-axe)\.spec\.ts$/

export default defineConfig({
  ...common,
  // Nothing moves unless a test is about it: that takes a fifth of the processor. Firefox and WebKit show it.
  use: { ...common.use, contextOptions: { reducedMotion: 'reduce' } },
  projects: isFull
    ? [
        { name: 'own', testMatch: withOwnWorker },
        { name: 'shared', testIgnore: withOwnWorker },
      ]
    : [{ name: 'shared', testMatch: featureTests }],
})
