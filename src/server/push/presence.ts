import { lookLasts } from '../../domain/nudges/nudge-times.ts'

/**
 * When each person last looked at the journal, in milliseconds since 1970. Only in memory: a look
 * writes nothing, and after a start the sender waits until each open page has sent a look.
 */
export function createPresence() {
  const presence = new Map<string, number>()
  return {
    note(person: string, now: number): void {
      // Two people; more ids would be a defect, and must not fill the memory.
      if (presence.size > 100) presence.clear()
      presence.set(person, now)
    },
    last: (person: string) => presence.get(person),
  }
}

export type Presence = ReturnType<typeof createPresence>

/** Seconds for which a look counts. */
export const presenceSeconds = lookLasts / 1_000
