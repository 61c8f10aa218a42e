import { lookLasts } from '../../domain/nudges/nudge-times.ts'

/**
 * When each person last looked at the journal, in milliseconds since 1970. Only in memory: a look
 * writes nothing, and after a start the sender waits until each open page has sent a look.
 */
export interface Looks {
  note(person: string, now: number): void
  last(person: string): number | undefined
}

export function createLooks(): Looks {
  const looks = new Map<string, number>()
  return {
    note(person, now) {
      // Two people; more ids would be a defect, and must not fill the memory.
      if (looks.size > 100) looks.clear()
      looks.set(person, now)
    },
    last: (person) => looks.get(person),
  }
}

/** Seconds for which a look counts. */
export const lookSeconds = lookLasts / 1_000
