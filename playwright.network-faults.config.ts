import { defineConfig } from '@playwright/test'
import { common } from './playwright.config.ts'

/** Random network faults on three browsers, each run a test; see `scripts/soak.mjs`. */
export default defineConfig({
  ...common,
  testDir: 'tests/network-faults',
  testMatch: '*.run.ts',
  outputDir: 'test-results/network-faults',
  workers: Number(process.env['SOAK_PARALLEL'] ?? 1),
})
