import { undoWindow } from '../../../domain/limits.ts'
import type { CustomQuoteId, EntryId, ReplyId } from '../../../domain/ids.ts'
import type { Timers } from '../../browser/timers.ts'
import type { WaitingDeletion } from '../memory/stored-rows.ts'
import type { Mutation } from '../mutations/registry.ts'
import { enqueue } from '../store/queue.ts'
import type { Store } from '../store/store.ts'

/** Milliseconds that a tab leaves to the one that offers the undo. */
const otherTabsGrace = 2000

function mutationOf(waiting: WaitingDeletion): Mutation {
  const { entryId: id, replyTo, isQuote, seen, seenReplies } = waiting
  if (isQuote) return { action: 'delete-custom-quote', quoteId: id as CustomQuoteId }
  return replyTo === undefined
    ? { action: 'delete-entry', entryId: id as EntryId, seen, seenReplies }
    : { action: 'delete-reply', replyId: id as ReplyId, entryId: replyTo }
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
