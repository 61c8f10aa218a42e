import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { common } from './playwright.config.ts'

/** Playwright drives Firefox by WebDriver BiDi; WebKit is driven by the test itself. */
export default defineConfig({
  ...common,
  testDir: 'tests/engines',
  outputDir: 'test-results/engines',
  workers: 1,
  timeout: 240_000,
  projects: [
    {
      name: 'firefox',
      testMatch: 'firefox.spec.ts',
      use: {
        browserName: 'firefox',
        channel: 'moz-firefox',
        launchOptions: {
          executablePath: fileURLToPath(new URL('tests/engines/firefox.mjs', import.meta.url)),
        },
      },
    },
    { name: 'webkit', testMatch: 'webkit.spec.ts' },
  ],
})
