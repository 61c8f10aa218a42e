import { formatInstant } from '../../../domain/date-format.ts'
import { millisecondsOf } from '../../../domain/ids.ts'
import { useTimeZone } from '../../replica/journal-context.tsx'
import type { DeviceCopy } from '../../replica/journal.ts'
import { Notice } from '../../ui/notice.tsx'
import { DeviceSection } from './device-section.tsx'
import { deviceTexts } from './device-texts.ts'

/** From this age on, in milliseconds, the section warns about the last backup. */
const oldAfter = 3 * 24 * 3_600_000

export interface BackupSectionProps {
  readonly copy: Pick<DeviceCopy, 'backup' | 'isDiskLow' | 'isBackupFolderChanged'>
  /** Milliseconds since 1970. */
  readonly now: number
}

/** When the server last backed up, and warnings: long ago, into another folder, a disk nearly full. */
export function BackupSection({ copy, now }: BackupSectionProps) {
  return (
    <DeviceSection title={deviceTexts.backup}>
      <LastBackup backup={copy.backup} now={now} />
      {copy.isBackupFolderChanged && (
        <Notice tone="warning" text={deviceTexts.backupFolderChanged} />
      )}
      {copy.isDiskLow && <Notice tone="warning" text={deviceTexts.diskLow} />}
    </DeviceSection>
  )
}

function LastBackup({ backup, now }: Pick<DeviceCopy, 'backup'> & { readonly now: number }) {
  const timeZone = useTimeZone()
  if (backup === 'unknown')
    return <p className="text-sm text-ink-soft">{deviceTexts.backupUnknown}</p>
  if (backup === 'none') return <p>{deviceTexts.noBackup}</p>
  const when = deviceTexts.backedUp(formatInstant(backup, now, timeZone))
  if (now - millisecondsOf(backup) < oldAfter) return <p>{when}</p>
  return (
    <Notice tone="warning" text={when}>
      <p>{deviceTexts.backupIsOld}</p>
    </Notice>
  )
}
