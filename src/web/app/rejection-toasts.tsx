import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { useJournal, useJournalState } from '../replica/journal-context.tsx'
import { copyAndSay } from '../features/entries/copy-text.ts'
import { editTexts } from '../features/entries/entries-texts.ts'
import type { Rejection } from '../replica/journal.ts'
import { toast } from '../ui/toast.tsx'
import { rejectionMessage } from './rejection-message.ts'

/** In milliseconds. */
const rescueDuration = 10_000

/** Shows each rejection once, in the visible tab, and marks it as shown. */
export function RejectionToasts() {
  const journal = useJournal()
  const [path] = useLocation()
  const rejections = useJournalState((state) => state.rejections)
  useEffect(() => {
    function tell(): void {
      if (document.visibilityState !== 'visible') return
      for (const rejection of rejections) {
        const message = rejectionMessage(rejection, path)
        // The id keeps a rejection from being shown twice while its acknowledgement is stored.
        if (message !== undefined)
          toast({ ...message, ...rescue(rejection), id: `refusal-${rejection.id}`, tone: 'error' })
        // Only logged, and never with a text (D27).
        // oxlint-disable-next-line no-console
        else console.warn('refused without a message:', rejection.action)
        if (message !== undefined && rejection.draftKey !== undefined)
          journal.drafts.openNext(rejection.draftKey)
        journal.acknowledge(rejection.id)
      }
    }
    tell()
    document.addEventListener('visibilitychange', tell)
    return () => document.removeEventListener('visibilitychange', tell)
  }, [journal, rejections, path])
  return null
}

/** Time to read, and a way to copy the text even if its entry is gone from the screen (D26). */
function rescue({ action, keptText }: Rejection) {
  const isText = action === 'edit-entry' || action === 'create-reply' || action === 'edit-reply'
  if (!isText || keptText === undefined) return {}
  return {
    duration: rescueDuration,
    action: { label: editTexts.copy, onClick: () => void copyAndSay(keptText) },
  }
}
