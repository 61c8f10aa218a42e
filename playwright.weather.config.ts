import { defineConfig } from '@playwright/test'
import { common } from './playwright.config.ts'

/** Random weather on three browsers, each run a test; see `scripts/weather.mjs`. */
export default defineConfig({
  ...common,
  testDir: 'tests/weather',
  testMatch: '*.run.ts',
  // Each empties its own folder as it starts.
  outputDir: 'test-results/weather',
  workers: Number(process.env['WEATHER_PARALLEL'] ?? 1),
  fullyParallel: true,
  reporter: [['line'], ['json', { outputFile: 'test-results/weather.json' }]],
})
