import { useEffect, useState, type ReactNode } from 'react'
import { formatDayOf, formatInstant } from '../../../domain/date-format.ts'
import { askForLasting, readLasting, type Lasting } from '../../browser/lasting-storage.ts'
import { useStorageState, useTimeZone } from '../../replica/journal-context.tsx'
import type { DeviceCopy } from '../../replica/journal.ts'
import { Button } from '../../ui/button.tsx'
import { DeviceSection } from './device-section.tsx'
import { deviceTexts } from './device-texts.ts'

export interface StoredSectionProps {
  readonly copy: DeviceCopy
  /** Milliseconds since 1970. */
  readonly now: number
  readonly lost: ReactNode
}

/** How much of the journal is stored here, whether the browser keeps it, and what is unsent. */
export function StoredSection({ copy, now, lost }: StoredSectionProps) {
  const timeZone = useTimeZone()
  const isInMemory = useStorageState().kind === 'in-memory'
  const { changes, drafts } = copy.unsent
  return (
    <DeviceSection title={deviceTexts.stored}>
      <p>
        <strong>{deviceTexts.entries(copy.entries)}</strong>
        {copy.isComplete && copy.oldest !== undefined && (
          <>
            {', '}
            {deviceTexts.complete(copy.entries, formatDayOf(copy.oldest, timeZone))}
          </>
        )}
      </p>
      {copy.completeSince !== undefined && (
        <p className="text-sm text-ink-soft">
          {deviceTexts.loading(formatInstant(copy.completeSince, now, timeZone))}
        </p>
      )}
      {changes + drafts > 0 ? (
        <p>{deviceTexts.unsent(copy.unsent)}</p>
      ) : (
        copy.unreadable === 0 && <p>{deviceTexts.allSent}</p>
      )}
      {copy.unreadable > 0 && (
        <p className="text-sm text-warning">{deviceTexts.unreadable(copy.unreadable)}</p>
      )}
      {lost}
      {isInMemory ? (
        <p className="text-sm text-warning">{deviceTexts.inMemory}</p>
      ) : (
        <LastingLine />
      )}
    </DeviceSection>
  )
}

/** The browser's promise about this site's data, and a button to ask for it. */
function LastingLine() {
  const [lasting, setLasting] = useState<Lasting>('unknown')
  const [wasAsked, setAsked] = useState(false)
  useEffect(() => {
    void readLasting().then(setLasting)
  }, [])

  async function ask(): Promise<void> {
    setLasting(await askForLasting())
    setAsked(true)
  }

  if (lasting === 'unknown') return null
  if (lasting === 'promised') return <p className="text-sm text-ink-soft">{deviceTexts.promised}</p>
  return (
    <>
      <p className="text-sm text-ink-soft">{deviceTexts.notPromised}</p>
      {wasAsked ? (
        <output className="text-sm text-ink-soft">{deviceTexts.notGranted}</output>
      ) : (
        <Button variant="outline" className="justify-self-start" onClick={() => void ask()}>
          {deviceTexts.askToKeep}
        </Button>
      )}
    </>
  )
}
