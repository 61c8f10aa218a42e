import type { IncomingHttpHeaders } from 'node:http'
import type { Log } from '../log.ts'

interface HintOptions {
  readonly trustProxy: boolean
  /** The end of the line, after "Some". */
  readonly line: string
  readonly log: Log
}

/**
 * Says in the log, once, that a request came through a proxy that is not trusted, and calls `seen`. Called with the
 * headers of each request.
 */
export function createForwardedHint(
  { trustProxy, line, log }: HintOptions,
  seen: () => void,
): (headers: IncomingHttpHeaders) => void {
  let isSaid = trustProxy
  return (headers) => {
    if (isSaid) return
    if (!('x-forwarded-for' in headers || 'x-forwarded-proto' in headers)) return
    isSaid = true
    log.error(`Some ${line}.`)
    seen()
  }
}
