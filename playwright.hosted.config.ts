import { defineConfig } from '@playwright/test'
import base from './playwright.config.ts'

process.env['TEST_HOSTED'] = '1'

/** The end-to-end tests once more: the app as static files, its backend a hosted project elsewhere. */
export default defineConfig({
  ...base,
  outputDir: 'test-results/hosted',
  grepInvert: /@own-server/,
})
