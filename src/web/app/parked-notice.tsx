import { copyAndSay } from '../features/entries/copy-text.ts'
import { Notice } from '../ui/notice.tsx'
import { editTexts } from '../features/entries/entries-texts.ts'
import { useJournal } from '../replica/journal-context.tsx'
import type { ParkedWrite } from '../replica/journal.ts'
import { useSyncStatus } from './use-sync-status.ts'
import { parkedTexts } from './app-texts.ts'

/** Writes that were parked, with their text and what can be done (decision 0011). */
export function ParkedNotice() {
  const journal = useJournal()
  const parked = useSyncStatus()?.parked ?? []
  // A read marker is nothing that the person has written: it is retried without a notice.
  const shown = parked.filter(({ action }) => action !== 'last-look')
  if (shown.length === 0) return null
  return (
    <section aria-label={parkedTexts.label} className="grid gap-2">
      {shown.map((one) => (
        <Waiting key={one.id} waiting={one} onAgain={() => journal.tryAgain(one.id)} />
      ))}
    </section>
  )
}

interface WaitingProps {
  readonly waiting: ParkedWrite
  readonly onAgain: () => void
}

function Waiting({ waiting: { action, again, text }, onAgain }: WaitingProps) {
  const actions = [
    ...(again ? [] : [{ label: parkedTexts.again, onClick: onAgain }]),
    ...(text === undefined
      ? []
      : [{ label: editTexts.copy, onClick: () => void copyAndSay(text) }]),
  ]
  return (
    <Notice
      tone="warning"
      text={again ? parkedTexts.sending : parkedTexts.message(parkedTexts.what[action])}
      actions={actions}
    >
      {text !== undefined && (
        <blockquote className="line-clamp-3 border-l-4 border-current pl-3 wrap-anywhere whitespace-pre-wrap text-ink">
          {text}
        </blockquote>
      )}
    </Notice>
  )
}
