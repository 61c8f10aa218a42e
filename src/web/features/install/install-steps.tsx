import { useEffect, type ReactNode } from 'react'
import { askToInstall, type InstallWay } from '../../browser/install.ts'
import { useJournalState, useWake } from '../../replica/journal-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SharePicture } from './share-picture.tsx'
import { installTexts } from './install-texts.ts'

export interface InstallStepsProps {
  readonly way: NonNullable<InstallWay>
  /** Beside the button. */
  readonly children?: ReactNode
}

/**
 * How to install the app. Unsent work is sent first: an iPhone's installed app has separate
 * storage, where it would be missing.
 */
export function InstallSteps({ way, children }: InstallStepsProps) {
  const wake = useWake()
  const isRead = useJournalState((state) => state.isRead)
  const changes = useJournalState(
    ({ queue, waitingDeletions }) => queue.length + waitingDeletions.size,
  )
  const drafts = useJournalState((state) => state.draftCount)
  const waits = changes > 0
  useEffect(() => {
    if (waits) wake()
  }, [waits, wake])
  if (!isRead) return null
  if (waits)
    return (
      <>
        <Notice text={installTexts.sendingFirst(changes)} />
        <div>{children}</div>
      </>
    )
  return (
    <>
      {way === 'share-sheet' && (
        <>
          <SharePicture />
          <p className="text-sm">{installTexts.shareSheet}</p>
          {drafts > 0 && <p className="text-sm text-ink-soft">{installTexts.draftsStay}</p>}
        </>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {way === 'prompt' && (
          <Button onClick={() => void askToInstall()}>{installTexts.install}</Button>
        )}
        {children}
      </div>
    </>
  )
}
