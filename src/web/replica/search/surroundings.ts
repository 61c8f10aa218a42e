import { liveQuery } from 'dexie'
import type { PartnerId } from '../../../domain/ids.ts'
import type { Profile } from '../../../domain/partner.ts'
import type { ReplicaDatabase } from '../copy/database.ts'
import { withStorageErrors } from '../copy/storage-error.ts'
import { readReactions, type EntryWithReactions } from '../queries/held-reactions.ts'
import { readWithPending } from '../queries/entries.ts'
import { inReadTransaction, readPending, type Names, type Pending } from '../queries/pending.ts'

/** What the results of a search depend on besides the rows that match. */
export interface Surroundings {
  readonly pending: Pending
  readonly profiles: readonly Profile[]
  readonly names: Names
  /** An IANA name. */
  readonly timeZone: string
  /** The entries that mutations are pending for, as they are shown. */
  readonly changedHere: readonly EntryWithReactions[]
}

/**
 * Keeps the surroundings of an open search at hand, so that no key waits for the reading of them.
 * Calls `changed` after each change of them.
 */
export class LiveSurroundings {
  readonly #first: Promise<void>
  readonly #stops: (() => void)[] = []
  #last: Surroundings | undefined

  constructor(database: ReplicaDatabase, me: PartnerId, changed: () => void) {
    this.#first = new Promise((resolve, reject) => {
      const read = async () => withStorageErrors(async () => readSurroundings(database, me))
      const subscription = liveQuery(read).subscribe({
        next: (now) => {
          const isFirst = this.#last === undefined
          this.#last = now
          resolve()
          if (!isFirst) changed()
        },
        error: reject,
      })
      this.#stops.push(() => subscription.unsubscribe())
    })
    // Who asks for them is told.
    this.#first.catch(() => undefined)
  }

  /** Rejects with `StorageError` where the copy cannot be read. */
  async open(): Promise<void> {
    return this.#first
  }

  isOpen(): boolean {
    return this.#last !== undefined
  }

  /** As they are now; call it after `open`. */
  now(): Surroundings {
    if (this.#last === undefined) throw new Error('The surroundings of a search are not open')
    return this.#last
  }

  stop(): void {
    for (const stop of this.#stops) stop()
  }
}

async function readSurroundings(database: ReplicaDatabase, me: PartnerId): Promise<Surroundings> {
  return inReadTransaction(database, async () => {
    const [pending, profiles, journal] = await Promise.all([
      readPending(database),
      database.profiles.toArray(),
      database.journal.get('journal'),
    ])
    const own = await readWithPending(database, pending, me)
    return {
      pending,
      profiles: profiles.map(({ id, name }) => ({ id, name })),
      names: new Map(profiles.map(({ id, name }) => [id, name])),
      timeZone: journal?.timeZone ?? 'UTC',
      changedHere: await readReactions(database, own),
    }
  })
}
