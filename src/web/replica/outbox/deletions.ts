import { editOf } from '../../../domain/entry.ts'
import type { EntryId } from '../../../domain/ids.ts'
import { undoWindow } from '../../../domain/limits.ts'
import type { Timers } from '../../browser/timers.ts'
import type { WaitingDeletion } from '../memory/stored-rows.ts'
import type { Transaction } from '../memory/transaction.ts'
import type { Mutation } from '../mutations/registry.ts'
import { takeUnsentPhotos } from '../store/kept-photos.ts'
import { enqueue } from '../store/queue.ts'
import type { Store } from '../store/store.ts'
import { entryWithQueued } from './outbox.ts'
import { repliesHere } from './replies-here.ts'

/** Milliseconds that a tab leaves to the one that offers the undo. */
const otherTabsGrace = 2000

/** The mutations that wait until they cannot be undone any more. */
export type Deletion = Extract<Mutation, { readonly action: `delete-${string}` }>

export function isDeletion(mutation: Mutation): mutation is Deletion {
  return mutation.action.startsWith('delete-')
}

/**
 * Hides what is deleted; the deletion enters the outbox after `undoWindow`, or at the next start (D11). What was written
 * meanwhile comes back to the person who wrote it (D26): where the deletion does not say what was seen of an entry, it
 * is what this device has now.
 *
 * @param now milliseconds of the device's clock
 */
export function letWait(rows: Transaction, deletion: Deletion, now: number, tab: string): void {
  rows.put('deletions', { ...deletedBy(rows, deletion), due: now + undoWindow, tab })
}

function deletedBy(rows: Transaction, deletion: Deletion) {
  if (deletion.action === 'delete-custom-quote')
    return { entryId: deletion.quoteId, isQuote: true } as const
  const { entryId } = deletion
  if (deletion.action === 'delete-reply') return { entryId: deletion.replyId, replyTo: entryId }
  const { seen = entryWithQueued(rows, entryId), seenReplies = repliesHere(rows, entryId) } =
    deletion
  return { entryId, seen: seen && editOf(seen), seenReplies }
}

function mutationOf(waiting: WaitingDeletion): Deletion {
  if (waiting.isQuote) return { action: 'delete-custom-quote', quoteId: waiting.entryId }
  if (waiting.replyTo !== undefined)
    return { action: 'delete-reply', replyId: waiting.entryId, entryId: waiting.replyTo }
  const { entryId, seen, seenReplies } = waiting
  return { action: 'delete-entry', entryId, seen, seenReplies }
}

/** Moves each waiting deletion into the outbox when its time to undo is over (D11); returns the end. */
export function watchDeletions(store: Store, tab: string, timers: Timers): () => void {
  let cancel: (() => void) | undefined
  let watched: unknown

  const endOf = ({ due, tab: owner }: WaitingDeletion) =>
    owner === tab ? due : due + otherTabsGrace

  function release(until: number): void {
    store.change((rows) => {
      for (const waiting of rows.all('deletions')) {
        if (endOf(waiting) > until) continue
        rows.remove('deletions', waiting.entryId)
        enqueue(rows, mutationOf(waiting), timers.now())
        takeUnsentPhotos(rows, waiting.entryId as EntryId)
      }
    })
  }
  function check(): void {
    const { waitingDeletions } = store.memory.state()
    if (waitingDeletions === watched) return
    watched = waitingDeletions
    cancel?.()
    const waiting = [...store.memory.rows('deletions').values()]
    const until = Math.min(...waiting.map(endOf))
    // A clock that was set back must not keep a deletion waiting for longer than its window.
    const wait = Math.min(undoWindow + otherTabsGrace, Math.max(0, until - timers.now()))
    cancel = waiting.length === 0 ? undefined : timers.after(wait, () => release(until))
  }
  const stop = store.memory.subscribe(check)
  check()
  return () => {
    cancel?.()
    stop()
  }
}
