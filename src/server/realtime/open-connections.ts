import { networksOf } from '../guard/client-address.ts'
import { findSlot, type EndsFor } from '../guard/slots.ts'
import type { ChannelDeps } from './channel-deps.ts'
import type { Connection } from './socket-connection.ts'

const tryAgainLater = 1013
const closeTimeoutMs = 700

/**
 * Whether one more socket may open (`findSlot`). One that is not signed in ends for another network at once, for its
 * own only after it had enough time to sign in.
 */
export function admitConnection(
  connections: Set<Connection>,
  address: string,
  { limits, now }: ChannelDeps,
): boolean {
  const endsFor = (connection: Connection): EndsFor => {
    if (connection.isSignedIn()) return 'no one'
    return now() - connection.since > limits.anonymousGrace ? 'anyone' : 'other networks'
  }
  const slot = findSlot(
    [...connections],
    { networks: networksOf(address) },
    { all: limits.sockets, ofAddress: limits.socketsPerAddress, endsFor },
  )
  if (slot === 'taken') return false
  if (slot !== 'free') {
    // Immediately: until it has closed it would be chosen for every other new socket, too.
    connections.delete(slot.ends)
    slot.ends.close(tryAgainLater, 'too many connections')
  }
  return true
}

/** Starts the periodic work: sweeping, and looking for ended sessions. */
export function startTimers(
  deps: ChannelDeps,
  connections: ReadonlySet<Connection>,
): { stop(): void } {
  const sweeping = setInterval(() => {
    for (const connection of connections) connection.sweep()
  }, deps.limits.sweep)
  let looking = false
  const rechecking = setInterval(() => {
    if (looking) return
    looking = true
    void endSessions(deps, connections).finally(() => (looking = false))
  }, deps.limits.recheck)
  return {
    stop() {
      clearInterval(sweeping)
      clearInterval(rechecking)
    },
  }
}

/** A session that has ended in any way loses its sockets. */
async function endSessions(deps: ChannelDeps, connections: ReadonlySet<Connection>): Promise<void> {
  const claims = [...connections].flatMap((connection) => connection.claims())
  if (claims.length === 0) return
  // A database that does not answer says nothing about a session.
  const ended = await deps.verifier.endedSessions(claims).catch(() => new Set<string>())
  for (const session of ended) for (const connection of connections) connection.endSession(session)
}

/** Waits until all have closed, as long as closing may take. */
export async function untilEmpty(connections: ReadonlySet<Connection>): Promise<void> {
  const end = performance.now() + closeTimeoutMs
  while (connections.size > 0 && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
