import type { EntryId, PartnerId } from '../../../domain/ids.ts'
import type { StoryLink } from '../../../domain/table-schemas.ts'
import { optimistic } from '../mutations/optimistic.ts'
import type { MutableTable } from '../mutations/kind.ts'
import type { JournalState } from './journal-state.ts'
import { allMutations, byAggregate, inOrder, nothingPending, type Pending } from './pending.ts'
import { isSameRows } from './row-order.ts'
import { ShownEntries } from './shown-entries.ts'
import { ShownByEntry } from './shown-by-entry.ts'
import { ShownReviews } from './shown-reviews.ts'
import { storyLinksOf, type StoryLinks } from './story-links.ts'
import { Tables, type StoredRows, type TableName } from './tables.ts'
import { isEmpty, Transaction, type RowChange, type TableChanges } from './transaction.ts'

/** The small tables that screens show with what is pending applied. */
type ListTable = Extract<
  MutableTable,
  'quote_likes' | 'custom_quotes' | 'memory_marks' | 'story_links' | 'last_looks'
>

/**
 * The journal in memory: what screens show. `change` alone changes it. Subscribers are notified once for each
 * change, after all of it is in place.
 */
export class JournalMemory {
  readonly #tables = new Tables()
  readonly #entries = new ShownEntries(this.#tables)
  readonly #reactions = new ShownByEntry(this.#tables, 'reactions')
  readonly #replies = new ShownByEntry(this.#tables, 'replies')
  readonly #reviews: ShownReviews
  readonly #listeners = new Set<() => void>()
  #pending: Pending
  #state: JournalState

  constructor(me: PartnerId) {
    this.#pending = nothingPending(me)
    this.#reviews = new ShownReviews(this.#tables, this.#pending)
    this.#state = {
      me,
      isRead: false,
      isWhole: false,
      journal: undefined,
      profiles: [],
      entries: this.#entries.value(),
      reactions: this.#reactions.value(),
      replies: this.#replies.value(),
      likes: [],
      customQuotes: [],
      memoryMarks: [],
      storyLinks: storyLinksOf([]),
      reviews: this.#reviews.value(),
      readMarker: undefined,
      queue: [],
      unsent: new Set(),
      waitingDeletions: new Set(),
      deletions: [],
      refusals: [],
      progress: [],
      draftCount: 0,
      lostRows: [],
    }
  }

  readonly state = (): JournalState => this.#state

  /** The rows of a table as they are stored, by key, without what is pending. */
  rows<Name extends TableName>(name: Name): ReadonlyMap<string, StoredRows[Name]> {
    return this.#tables.rows(name)
  }

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

  /** Notes how much of the copy has been read. */
  note(reading: Partial<Pick<JournalState, 'isRead' | 'isWhole'>>): void {
    this.#state = { ...this.#state, ...reading }
    this.#notify()
  }

  #show(changes: TableChanges): void {
    const before = this.#pending
    const isPendingNew = isMutationNew(changes)
    if (isPendingNew || changes.deletions) this.#pending = this.#readPending(changes)
    this.#state = {
      ...this.#state,
      ...(changes.outbox && { queue: inOrder(this.#tables.rows('outbox').values()) }),
      ...(isPendingNew && { unsent: new Set(this.#pending.mutations.keys()) }),
      ...(changes.deletions && {
        waitingDeletions: this.#pending.waitingDeletions,
        deletions: this.#all('deletions'),
      }),
      ...(changes.journal && { journal: this.#tables.rows('journal').get('journal') }),
      ...(changes.refusals && { refusals: this.#all('refusals') }),
      ...(changes.progress && { progress: this.#all('progress') }),
      ...(changes.lostRows && { lostRows: this.#all('lostRows') }),
      ...(changes.drafts && { draftCount: this.#tables.rows('drafts').size }),
      ...(changes.profiles && {
        profiles: this.#all('profiles').map(({ id, name }) => ({ id, name })),
      }),
      ...this.#showEntries(changes, before),
      ...this.#showReviews(changes, before),
      ...this.#showLists(changes, before !== this.#pending),
    }
    this.#notify()
  }

  #readPending(changes: TableChanges): Pending {
    const { mutations, waitingDeletions, me } = this.#pending
    return {
      me,
      mutations: changes.outbox
        ? byAggregate(inOrder(this.#tables.rows('outbox').values()))
        : mutations,
      waitingDeletions: changes.deletions
        ? new Set(this.#tables.rows('deletions').keys())
        : waitingDeletions,
    }
  }

  #showEntries(changes: TableChanges, before: Pending): Partial<JournalState> {
    const about = before === this.#pending ? [] : pendingIds(before, this.#pending)
    const changed = [...(changes.entries?.keys() ?? [])] as EntryId[]
    const reacted = changedEntries(changes.reactions)
    const replied = changedEntries(changes.replies)
    const unreplied = [...(changes.deletions?.values() ?? [])].flatMap(
      ({ before, after }) => (before ?? after)?.replyTo ?? [],
    )
    return {
      ...(this.#entries.update(new Set([...changed, ...about]), this.#pending) && {
        entries: this.#entries.value(),
      }),
      ...(this.#reactions.update(new Set([...reacted, ...about]), this.#pending) && {
        reactions: this.#reactions.value(),
      }),
      ...(this.#replies.update(new Set([...replied, ...unreplied, ...about]), this.#pending) && {
        replies: this.#replies.value(),
      }),
    }
  }

  #showReviews(changes: TableChanges, before: Pending): Partial<JournalState> {
    const queued = before === this.#pending ? [] : [before, this.#pending].flatMap(reviewedEntries)
    const ids = new Set([...changedEntries(changes.reviews), ...queued])
    this.#reviews.update(ids, this.#pending)
    return ids.size === 0 ? {} : { reviews: this.#reviews.value() }
  }

  #showLists(changes: TableChanges, isPendingNew: boolean): Partial<JournalState> {
    const isOther = (table: ListTable) => isPendingNew || changes[table] !== undefined
    const { likes, customQuotes, memoryMarks, storyLinks } = this.#state
    return {
      ...(isOther('quote_likes') && { likes: kept(likes, this.#shown('quote_likes')) }),
      ...(isOther('custom_quotes') && {
        customQuotes: kept(customQuotes, this.#shown('custom_quotes')),
      }),
      ...(isOther('memory_marks') && {
        memoryMarks: kept(memoryMarks, this.#shown('memory_marks')),
      }),
      ...(isOther('story_links') && {
        storyLinks: linksAfter(storyLinks, this.#shown('story_links')),
      }),
      ...(isOther('last_looks') && {
        readMarker: this.#shown('last_looks').find(({ id }) => id === this.#pending.me)?.seenUntil,
      }),
    }
  }

  #shown<Name extends ListTable>(name: Name) {
    const rows = this.#all(name) as never
    const { me, waitingDeletions } = this.#pending
    return optimistic<Name>(name, rows, allMutations(this.#pending), me).filter(
      ({ id }) => !waitingDeletions.has(id),
    )
  }

  #all<Name extends TableName>(name: Name): readonly StoredRows[Name][] {
    return [...this.#tables.rows(name).values()]
  }

  #notify(): void {
    for (const changed of this.#listeners) changed()
  }
}

/** The entries whose rows of some table have changed. */
function changedEntries(
  changes: ReadonlyMap<string, RowChange<{ readonly entryId: EntryId }>> | undefined,
): readonly EntryId[] {
  return [...(changes?.values() ?? [])].flatMap(({ before, after }) => [
    ...(before ? [before.entryId] : []),
    ...(after ? [after.entryId] : []),
  ])
}

/** The entries of the reviews that wait to be sent. */
function reviewedEntries(pending: Pending): readonly EntryId[] {
  return allMutations(pending).flatMap((mutation) =>
    mutation.action === 'add-review' ? [mutation.entryId] : [],
  )
}

/** The rows as they were where none has changed. */
function kept<Row>(before: readonly Row[], after: readonly Row[]): readonly Row[] {
  return isSameRows(before, after) ? before : after
}

/** The value as it was where no link has changed. */
function linksAfter(before: StoryLinks, rows: readonly StoryLink[]): StoryLinks {
  return isSameRows(before.list, rows) ? before : storyLinksOf(rows)
}

/** False where a mutation was only handed to the network, or waits again: what is shown is the same. */
function isMutationNew({ outbox }: TableChanges): boolean {
  return [...(outbox?.values() ?? [])].some(
    ({ before, after }) => before?.mutation !== after?.mutation,
  )
}

/** What the one or the other has something pending about; the ids of other tables are no entry's. */
function pendingIds(one: Pending, other: Pending): readonly EntryId[] {
  const ids = [one, other].flatMap(({ mutations, waitingDeletions }) => [
    ...mutations.keys(),
    ...waitingDeletions,
  ])
  return [...new Set(ids)] as EntryId[]
}
