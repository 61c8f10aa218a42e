import { useEffect, useRef } from 'react'
import { undoWindow } from '../../domain/limits.ts'
import { firstWords } from '../../domain/first-words.ts'
import type { EntryId } from '../../domain/ids.ts'
import { entryUndo } from '../features/entries/entries-texts.ts'
import { favouriteUndo } from '../features/favourites/removal-texts.ts'
import { replyUndo } from '../features/replies/replies-texts.ts'
import { useJournal, useJournalState } from '../replica/journal-context.tsx'
import type { WaitingDeletion } from '../replica/journal.ts'
import { hideToast } from '../ui/toast.tsx'
import { toastWithUndo, type UndoTexts } from '../ui/undo-toast.ts'

/** The other tab sends the deletion when its time is over: an offer ends while it can still be kept (ms). */
const margin = 200

/**
 * Offers to undo what was asked for in another tab or before a reload, for the rest of its time (D11). An offer
 * leaves each tab with what it is about: a deletion that was undone in one tab is none in the others.
 * `onRestored` is called with an entry that came back here, unless a dialog has the focus.
 */
export function WaitingUndos({ onRestored }: { readonly onRestored?: (id: EntryId) => void }) {
  const journal = useJournal()
  const deletions = useJournalState((state) => state.deletions)
  const offered = useRef<ReadonlyMap<string, WaitingDeletion>>(new Map())
  useEffect(() => {
    const waiting = new Map(deletions.map((one) => [one.entryId as string, one]))
    for (const [id, one] of waiting) {
      const duration = Math.min(undoWindow, one.due - Date.now()) - margin
      if (offered.current.has(id) || one.tab === journal.tab || duration <= 0) continue
      const undo = () => {
        const isBack = journal.undoDelete(one.entryId)
        const isEntry = one.replyTo === undefined && !one.isQuote
        if (isBack && isEntry && document.querySelector('[role$="dialog"]') === null)
          onRestored?.(one.entryId)
        return isBack
      }
      toastWithUndo({ ...textsOf(one), duration, undo })
    }
    for (const [id, one] of offered.current) if (!waiting.has(id)) hideToast(textsOf(one).id)
    offered.current = waiting
    // The opener changes at each render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [journal, deletions])
  return null
}

function textsOf(waiting: WaitingDeletion): UndoTexts {
  if (waiting.isQuote) return favouriteUndo(waiting.entryId, 'quote')
  if (waiting.replyTo !== undefined) return replyUndo(waiting.entryId)
  return entryUndo(waiting.entryId, waiting.seen && firstWords(waiting.seen))
}
