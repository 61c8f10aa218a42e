import { defineConfig } from '@playwright/test'
import { common } from '../../playwright.config.ts'

/** The pictures of the README, taken from the running app (`npm run screenshots`). */
export default defineConfig(common, {
  testDir: '.',
  outputDir: '../../test-results/screenshots',
  workers: 1,
  reporter: 'list',
})
