import { availableParallelism, freemem } from 'node:os'

/**
 * @typedef {object} Weather
 * @property {number} runs
 * @property {number} minutes of one run
 * @property {number} parallel runs at a time
 * @property {number} seed of the first run; the others count on from it
 */

/** What `playwright.weather.config.ts` brings by itself: always the same seed. @type {Weather} */
export const shortWeather = { runs: 1, minutes: 0.1, parallel: 1, seed: 20_261_121 }

/**
 * What `npm run test:full` brings: 20 runs of ten minutes with fresh seeds, as many at a time as the
 * machine stands. A run waits more than it computes, and needs about 1.5 GB.
 * @returns {Weather}
 */
export function fullWeather() {
  const byMemory = Math.floor(freemem() / 1.5e9)
  const parallel = Math.max(1, Math.min(2 * availableParallelism(), byMemory, 8))
  return { runs: 20, minutes: 10, parallel, seed: Math.floor(Date.now() / 1000) }
}

/** Passes the settings to `playwright.weather.config.ts` and its runs. @param {Weather} weather */
export function weatherSettings({ runs, minutes, parallel, seed }) {
  return {
    WEATHER_RUNS: String(runs),
    WEATHER_MINUTES: String(minutes),
    WEATHER_PARALLEL: String(parallel),
    WEATHER_SEED: String(seed),
  }
}
