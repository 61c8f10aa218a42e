import type { PartnerId, PhotoId } from '../../../domain/ids.ts'
import { aggregateIdOf } from '../mutations/registry.ts'
import { byNewest, listedOf } from './entry-order.ts'
import { JournalRows, type ShownChanges } from './journal-rows.ts'
import { emptyState, type JournalState } from './journal-state.ts'
import { inGroups, inOrder, nothingPending, type Pending } from './pending.ts'
import { recentAfter, recentOf, recentPartOf, type RecentPart } from './recent-rows.ts'
import { heldAfter, type ShownChange } from './row-order.ts'
import type { Queued } from './stored-rows.ts'
import { storyLinksOf } from './story-links.ts'
import { byCardTable, Tables, type StoredRows, type TableName } from './tables.ts'
import { unsentByEntry } from './unsent-photos.ts'
import { isEmpty, Transaction, type TableChanges } from './transaction.ts'

/**
 * The journal in memory: what screens show. `change` alone changes it. Subscribers are notified once for each
 * change, after all of it is in place: first those of the state, then those of single rows. So React draws all in one
 * go, and a list leaves out a card before that is asked for its row.
 */
export class JournalMemory {
  readonly #tables = new Tables()
  /** The rows that screens show, as they are now. */
  readonly shown: JournalRows
  readonly #listeners = new Set<() => void>()
  #pending: Pending
  #state: JournalState

  constructor(me: PartnerId) {
    this.#pending = nothingPending(me)
    this.shown = new JournalRows(this.#tables, this.#pending)
    this.#state = emptyState(me)
  }

  readonly state = (): JournalState => this.#state

  /** The rows of a table as they are stored, by key, without what is pending. */
  rows<Name extends TableName>(name: Name): ReadonlyMap<string, StoredRows[Name]> {
    return this.#tables.rows(name)
  }

  /** True for a photo of the server or one that waits to be sent. */
  readonly hasPhoto = (id: PhotoId): boolean =>
    this.rows('photos').has(id) || this.rows('unsentPhotos').has(id)

  /** Calls `changed` after each change; the returned function ends it. */
  readonly subscribe = (changed: () => void): (() => void) => {
    this.#listeners.add(changed)
    return () => this.#listeners.delete(changed)
  }

  /** Resolves with the first state of which `isWanted` is true, at once where it is this one. */
  async until(isWanted: (state: JournalState) => boolean): Promise<JournalState> {
    if (isWanted(this.#state)) return this.#state
    return new Promise((resolve) => {
      const stop = this.subscribe(() => {
        if (!isWanted(this.#state)) return
        stop()
        resolve(this.#state)
      })
    })
  }

  /** Runs `work`, which changes rows, all or nothing. It must not wait for anything. */
  change<Value>(work: (rows: Transaction) => Value): {
    readonly value: Value
    readonly changes: TableChanges
  } {
    const transaction = new Transaction(this.#tables, this.#pending.me)
    try {
      const value = work(transaction)
      const changes = transaction.changes()
      if (!isEmpty(changes)) this.#show(changes)
      return { value, changes }
    } catch (cause) {
      transaction.undo()
      throw cause
    }
  }

  /** Sets how much of the copy has been read. */
  setReadState(reading: Partial<Pick<JournalState, 'isRead' | 'isWhole' | 'unreadable'>>): void {
    this.#state = { ...this.#state, ...reading }
    this.#notify()
  }

  #show(changes: TableChanges): void {
    const before = this.#pending
    const isPendingNew = isMutationNew(changes)
    const queue = changes.outbox ? inOrder(this.#tables.rows('outbox').values()) : this.#state.queue
    if (isPendingNew || changes.deletions || changes.unsentPhotos)
      this.#pending = this.#readPending(changes, queue)
    const shown = this.shown.refresh(changes, before, this.#pending)
    this.#state = {
      ...this.#state,
      queue,
      ...(isPendingNew && {
        unsent: new Set(queue.map(({ mutation }) => aggregateIdOf(mutation))),
      }),
      ...this.#showStored(changes),
      ...this.#showRows(shown),
    }
    this.#notify()
  }

  #readPending(changes: TableChanges, queue: readonly Queued[]): Pending {
    const { mutations, waitingDeletions, unsentPhotos, me } = this.#pending
    return {
      me,
      mutations: changes.outbox ? inGroups(queue, me) : mutations,
      waitingDeletions: changes.deletions
        ? new Set(this.#tables.rows('deletions').keys())
        : waitingDeletions,
      unsentPhotos: changes.unsentPhotos
        ? unsentByEntry(this.#all('unsentPhotos'), unsentPhotos)
        : unsentPhotos,
    }
  }

  /** The parts of the state that are shown as they are stored. */
  #showStored(changes: TableChanges): Partial<JournalState> {
    return {
      ...(changes.deletions && {
        waitingDeletions: this.#pending.waitingDeletions,
        deletions: this.#all('deletions'),
      }),
      ...(changes.journal && { journal: this.#tables.rows('journal').get('journal') }),
      ...(changes.refusals && { rejections: this.#all('refusals') }),
      ...(changes.progress && { progress: this.#all('progress') }),
      ...(changes.lostRows && { lostRows: this.#all('lostRows') }),
      unsentPhotos: this.#pending.unsentPhotos,
      ...(changes.drafts && { draftCount: this.#tables.rows('drafts').size }),
      ...(changes.profiles && {
        profiles: this.#all('profiles').map(({ id, name }) => ({ id, name })),
      }),
    }
  }

  #showRows(shown: ShownChanges): Partial<JournalState> {
    const { entries, storyLinks } = this.#state
    const { me } = this.#pending
    const links = this.shown.all('story_links')
    const readMarkers = this.shown.all('last_looks')
    return {
      entries: unchanged(entries, {
        list: heldAfter(entries.list, shown.entries, listedOf, byNewest),
        recent: recentAfter(entries.recent, shown.entries, recentOf, me),
      }),
      ...byCardTable((table) => {
        const { [table]: parts } = this.#state
        const changes: readonly ShownChange<RecentPart>[] = shown[table]
        return unchanged(parts, { recent: recentAfter(parts.recent, changes, recentPartOf, me) })
      }),
      likes: this.shown.all('quote_likes'),
      customQuotes: this.shown.all('custom_quotes'),
      memoryMarks: this.shown.all('memory_marks'),
      storyLinks: storyLinks.list === links ? storyLinks : storyLinksOf(links),
      readMarker: readMarkers.find(({ id }) => id === me)?.seenUntil,
    }
  }

  #all<Name extends TableName>(name: Name): readonly StoredRows[Name][] {
    return [...this.#tables.rows(name).values()]
  }

  #notify(): void {
    for (const changed of this.#listeners) changed()
    this.shown.notify()
  }
}

/** The object as it was where each of its parts is the identical one. */
function unchanged<Parts extends object>(before: Parts, after: Parts): Parts {
  const names = Object.keys(after) as (keyof Parts)[]
  return names.every((name) => before[name] === after[name]) ? before : after
}

/** False where a mutation was only handed to the network, or waits again: what is shown is the same. */
function isMutationNew({ outbox }: TableChanges): boolean {
  return [...(outbox?.values() ?? [])].some(
    ({ before, after }) => before?.mutation !== after?.mutation,
  )
}
