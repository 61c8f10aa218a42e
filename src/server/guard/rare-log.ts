import type { Log } from '../log.ts'

/** In milliseconds. */
const pause = 60_000

/**
 * A log in which the same error with the same code is one line a minute: what makes each request fail, as a full
 * disk, must not fill the log, and with it the disk. `now` in milliseconds from any start.
 */
export function rareErrors(log: Log, now: () => number): Log {
  const said = new Map<string, number>()
  return {
    info: (message) => log.info(message),
    error(message, code) {
      const line = `${message} ${code ?? ''}`
      if (code !== undefined && now() - (said.get(line) ?? -Infinity) < pause) return
      // A line that is older than the pause limits nothing any more; the map stays small.
      for (const [other, at] of said) if (now() - at >= pause) said.delete(other)
      if (code !== undefined) said.set(line, now())
      log.error(message, code)
    },
  }
}
