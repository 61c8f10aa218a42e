import type { Log } from '../log.ts'

/** A session that reads for this long without a socket has none, in milliseconds. */
const longEnough = 120_000
/** An app that is open and has no socket reads at least this often, in milliseconds. */
const longestGap = 45_000

interface SocketlessOptions {
  readonly hasSocket: (session: string) => boolean
  readonly log: Log
  /** Milliseconds from any start. */
  readonly now: () => number
}

/** Says in the log, once, that a signed-in device pulls without a socket. Called with each pull's session. */
export function createSocketlessHint({ hasSocket, log, now }: SocketlessOptions) {
  const reading = new Map<string, { since: number; last: number }>()
  let isSaid = false
  return (session: string): void => {
    if (isSaid) return
    for (const [id, { last }] of reading) if (now() - last > longestGap) reading.delete(id)
    if (hasSocket(session)) {
      reading.delete(session)
      return
    }
    const { since } = reading.get(session) ?? { since: now() }
    reading.set(session, { since, last: now() })
    if (now() - since < longEnough) return
    isSaid = true
    log.info(
      'A signed-in device reads without a WebSocket and learns of new entries late: does the proxy pass WebSockets on?',
    )
  }
}
