import { defineConfig } from '@playwright/test'
import base from './playwright.config.ts'

process.env['TEST_HOSTED'] = '1'

/** Signing in and out differ there; the walk of two people on a hosted project is one of the end-to-end tests. */
const signIn = [{ name: 'hosted', testMatch: /(sign-in|sign-out|lost-session)\.spec\.ts$/ }]

/**
 * End-to-end tests once more: the app as static files, its backend a hosted project elsewhere. `npm run soak`
 * repeats all of them so.
 */
export default defineConfig({
  ...base,
  ...(process.env['SOAK_HOSTED'] === '1' ? {} : { projects: signIn }),
  outputDir: 'test-results/hosted',
  grepInvert: /@own-server/,
})
