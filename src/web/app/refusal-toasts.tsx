import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { useJournal, useJournalState } from '../replica/journal-context.tsx'
import { copyAndSay } from '../features/entries/copy-text.ts'
import { editTexts } from '../features/entries/entries-texts.ts'
import type { Refusal } from '../replica/journal.ts'
import { toast } from '../ui/toast.tsx'
import { refusalMessage } from './refusal-message.ts'

/** In milliseconds. */
const rescueDuration = 10_000

/** Shows each refusal once, in the visible tab, and marks it as shown. */
export function RefusalToasts() {
  const journal = useJournal()
  const [path] = useLocation()
  const refusals = useJournalState((state) => state.refusals)
  useEffect(() => {
    function tell(): void {
      if (document.visibilityState !== 'visible') return
      for (const refusal of refusals) {
        const message = refusalMessage(refusal, path)
        // The id keeps a refusal from being shown twice while its acknowledgement is stored.
        if (message !== undefined)
          toast({ ...message, ...rescue(refusal), id: `refusal-${refusal.id}`, tone: 'error' })
        // Only logged, and never with a text (D27).
        // oxlint-disable-next-line no-console
        else console.warn('refused without a message:', refusal.action)
        if (message !== undefined && refusal.draftKey !== undefined)
          journal.drafts.openNext(refusal.draftKey)
        journal.acknowledge(refusal.id)
      }
    }
    tell()
    document.addEventListener('visibilitychange', tell)
    return () => document.removeEventListener('visibilitychange', tell)
  }, [journal, refusals, path])
  return null
}

/** Time to read, and a way to copy the text even if its entry is gone from the screen (D26). */
function rescue({ action, keptText }: Refusal) {
  const isText = action === 'edit-entry' || action === 'create-reply' || action === 'edit-reply'
  if (!isText || keptText === undefined) return {}
  return {
    duration: rescueDuration,
    action: { label: editTexts.copy, onClick: () => void copyAndSay(keptText) },
  }
}
