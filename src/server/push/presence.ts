import { heartbeatLasts } from '../../domain/nudges/nudge-times.ts'

/**
 * Each person's last heartbeat, in milliseconds since 1970. Only in memory: a heartbeat writes nothing, and
 * after a start the sender waits until each open page has sent one.
 */
export function createPresence() {
  const presence = new Map<string, number>()
  return {
    record(person: string, now: number): void {
      // Two people; more ids would be a defect, and must not fill the memory.
      if (presence.size > 100) presence.clear()
      presence.set(person, now)
    },
    last: (person: string) => presence.get(person),
  }
}

export type Presence = ReturnType<typeof createPresence>

/** Seconds for which a heartbeat counts. */
export const presenceSeconds = heartbeatLasts / 1_000
