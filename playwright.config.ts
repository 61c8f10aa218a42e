import { defineConfig } from '@playwright/test'
import { browserArguments, testBrowser } from './scripts/chromium.mjs'
import { isFull } from './tests/support/short.ts'

/** End-to-end tests: the real server process and the system's Chromium, never a download. */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  // Two people's pages and a server each: more of them at once wait for the two cores.
  workers: 2,
  fullyParallel: true,
  ...(isFull ? {} : { grepInvert: /@long/ }),
  timeout: 45_000,
  expect: { timeout: 8_000 },
  retries: 0,
  forbidOnly: true,
  reporter: [
    [process.stdout.isTTY ? 'list' : 'dot'],
    ['json', { outputFile: 'test-results/e2e.json' }],
  ],
  use: {
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    trace: 'off',
    launchOptions: {
      executablePath: testBrowser() ?? '',
      args: browserArguments,
    },
  },
})
