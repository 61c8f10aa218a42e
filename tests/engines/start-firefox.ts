import { fileURLToPath } from 'node:url'

/** How Playwright starts the system's Firefox, in place of one of its own. */
export const firefoxOptions = {
  channel: 'moz-firefox',
  executablePath: fileURLToPath(new URL('firefox.mjs', import.meta.url)),
} as const
