import { formatDayOf } from '../../../domain/date-format.ts'
import { useTimeZone } from '../../replica/journal-context.tsx'
import type { DeviceCopy } from '../../replica/journal.ts'
import { Button } from '../../ui/button.tsx'
import { Switch } from '../../ui/switch.tsx'
import type { LeftPhotos } from './book/picture-parts.ts'
import { DeviceSection } from './device-section.tsx'
import { deviceTexts } from './device-texts.ts'
import { ReadyFiles } from './ready-files.tsx'
import { useTakeAlong, type BookSubject, type TakingAlong } from './use-take-along.ts'

export interface TakeAlongSectionProps {
  readonly copy: DeviceCopy
  readonly subject: BookSubject
}

/** "Alles mitnehmen": one file that opens without the app (D32), with many photos several. */
export function TakeAlongSection({ copy, subject }: TakeAlongSectionProps) {
  const { state, withPrivate, setWithPrivate, photoBytes, withPhotos, setWithPhotos, start } =
    useTakeAlong(copy, subject)
  const isBusy = state.kind === 'completing' || state.kind === 'writing'
  return (
    <DeviceSection title={deviceTexts.takeAlong}>
      <p className="text-sm text-ink-soft">{deviceTexts.takeAlongHint}</p>
      <p className="text-sm font-semibold">{deviceTexts.takeAlongWarning}</p>
      <p className="text-sm text-ink-soft">{deviceTexts.wayBack}</p>
      <Switch
        label={deviceTexts.withPrivate}
        checked={withPrivate}
        disabled={isBusy}
        onCheckedChange={setWithPrivate}
      />
      {photoBytes > 0 && (
        <Switch
          label={deviceTexts.withPhotos(photoBytes)}
          checked={withPhotos}
          disabled={isBusy}
          onCheckedChange={setWithPhotos}
        />
      )}
      <Button
        variant="soft"
        icon="download"
        className="justify-self-start"
        busy={isBusy}
        onClick={start}
      >
        {deviceTexts.takeAlong}
      </Button>
      <Outcome state={state} />
    </DeviceSection>
  )
}

function Outcome({ state }: { readonly state: TakingAlong }) {
  if (state.kind === 'ready')
    return (
      <>
        <ReadyFiles files={state.files} isShared={state.isShared} />
        <LeftPhotosNotice {...state.left} />
      </>
    )
  return (
    <>
      <output className="text-sm text-ink-soft">{outcomeText(state)}</output>
      {state.kind === 'writing' && (
        <progress aria-label={deviceTexts.writing} className="h-2 w-full accent-accent" />
      )}
    </>
  )
}

function outcomeText(state: TakingAlong): string {
  if (state.kind === 'completing') return deviceTexts.completing
  if (state.kind === 'writing')
    return state.withPhotos ? deviceTexts.writingPhotos : deviceTexts.writing
  return state.kind === 'failed' ? deviceTexts.takeAlongFailed : ''
}

/** The photos that are not in the files, or not in full. */
function LeftPhotosNotice({ missing, small }: LeftPhotos) {
  const timeZone = useTimeZone()
  const names = missing.map(({ description, createdAt }) =>
    deviceTexts.photo(description, formatDayOf(createdAt, timeZone)),
  )
  return (
    <>
      {names.length > 0 && <p className="text-sm">{deviceTexts.missingPhotos(names)}</p>}
      {small.length > 0 && <p className="text-sm">{deviceTexts.smallPhotos(small.length)}</p>}
    </>
  )
}
