import child from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'
import { moveDate } from './move-date.mjs'

/**
 * Moves the clock of Node to the moment that `TEST_AT` names, and those of the server and of PostgreSQL that it
 * starts, for which it needs Debian's package faketime; they go on from there. `playwright.config.ts` imports it; unit
 * tests start no programs:
 * `TEST_AT=2026-08-14T12:00:00+02:00 NODE_OPTIONS='--import ./tests/support/fake-date.mjs' npx vitest run --project unit`
 */
// One distance for all processes of a run, though each begins a little later than the one before.
const ahead = Number((process.env.TEST_AHEAD ??= String(fromNow(process.env.TEST_AT ?? ''))))
const started = {
  LD_PRELOAD: '/usr/$LIB/faketime/libfaketime.so.1',
  FAKETIME: `${ahead < 0 ? '' : '+'}${ahead / 1000}`,
  // Clocks that measure durations stay as they are, and so do the times of files.
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
  NO_FAKE_STAT: '1',
  // The server starts PostgreSQL with an environment of its own.
  TEST_AHEAD: String(ahead),
  NODE_OPTIONS: `--import ${import.meta.url}`,
}

if (process.env.FAKETIME === undefined) moveDate(ahead)

child.spawn = new Proxy(child.spawn, {
  apply(spawn, self, [command, ...rest]) {
    // Chromium would take a minute to open a page: `newDevice` moves their clocks.
    if (/chrom|firefox/i.test(command)) return Reflect.apply(spawn, self, [command, ...rest])
    const [args, options] = Array.isArray(rest[0]) ? rest : [[], rest[0]]
    const env = { ...(options?.env ?? process.env), ...started }
    return Reflect.apply(spawn, self, [command, args, { ...options, env }])
  },
})
syncBuiltinESMExports()

/** @param {string} moment */
function fromNow(moment) {
  const milliseconds = Date.parse(moment) - Date.now()
  if (Number.isNaN(milliseconds))
    throw new Error('TEST_AT must be a moment, as 2026-12-31T23:58:00+01:00')
  return milliseconds
}
