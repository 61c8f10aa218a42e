import { defineConfig } from '@playwright/test'
import { common } from './playwright.config.ts'
import { chromiumExecutable } from './scripts/browsers.mjs'

/** The benchmark: one thing at a time, and a report that prints only its table. */
export default defineConfig({
  ...common,
  testDir: 'tests/bench',
  testMatch: '*.bench.ts',
  workers: 1,
  timeout: 600_000,
  reporter: [['line']],
  use: {
    ...common.use,
    actionTimeout: 10_000,
    launchOptions: { ...common.use?.launchOptions, executablePath: chromiumExecutable() ?? '' },
  },
})
