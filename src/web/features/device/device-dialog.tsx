import type { ReactNode } from 'react'
import { useJournalState } from '../../replica/journal-context.tsx'
import { deviceCopyOf } from '../../replica/questions/sync-status.ts'
import { ResponsiveDialog, type OpenState } from '../../ui/responsive-dialog.tsx'
import { useNow } from '../../ui/use-now.ts'
import { BackupSection } from './backup-section.tsx'
import { DeviceSection } from './device-section.tsx'
import { PhotosSection } from './photos-section.tsx'
import { StoredSection } from './stored-section.tsx'
import { TakeAlongSection } from './take-along-section.tsx'
import { deviceTexts } from './device-texts.ts'
import type { BookSubject } from './use-take-along.ts'

export interface DeviceDialogProps extends OpenState {
  /** How to install the app, if that is possible here. */
  readonly install: ReactNode
  /** The section about nudges, and its heading. */
  readonly nudges: { readonly title: string; readonly line: ReactNode }
  /** The button that signs out and wipes the copy; sign-in's. */
  readonly remove: ReactNode
  readonly subject: BookSubject
  /** The rows that are on this device alone; draws nothing if there are none. */
  readonly lost: ReactNode
}

/**
 * "Auf diesem Gerät": what is stored here, when the journal was last backed up, and what can be
 * done with it (docs/behaviour/device.md). Each part is a section of its own.
 */
export function DeviceDialog(props: DeviceDialogProps) {
  const { open, onOpenChange, install, nudges, remove, subject, lost } = props
  const now = useNow()
  const copy = useDeviceCopy()
  return (
    <ResponsiveDialog open={open} onOpenChange={onOpenChange} title={deviceTexts.title}>
      {copy !== undefined && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <StoredSection copy={copy} now={now} lost={lost} />
          <PhotosSection />
          <DeviceSection title={nudges.title}>{nudges.line}</DeviceSection>
          <BackupSection copy={copy} now={now} />
          {install !== undefined && (
            <DeviceSection title={deviceTexts.install}>{install}</DeviceSection>
          )}
          <TakeAlongSection copy={copy} subject={subject} />
          <DeviceSection title={deviceTexts.remove}>
            <p className="text-sm text-ink-soft">{deviceTexts.removeHint}</p>
            {remove}
          </DeviceSection>
        </div>
      )}
    </ResponsiveDialog>
  )
}

/** The part of the journal that is here; undefined until it was counted. */
function useDeviceCopy() {
  const state = useJournalState((whole) => whole)
  return state.isWhole ? deviceCopyOf(state) : undefined
}
