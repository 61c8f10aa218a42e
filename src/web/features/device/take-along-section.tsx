import type { DeviceCopy } from '../../replica/journal.ts'
import { Button } from '../../ui/button.tsx'
import { Switch } from '../../ui/switch.tsx'
import { DeviceSection } from './device-section.tsx'
import { download, share } from '../../browser/hand-over.ts'
import { deviceTexts } from './device-texts.ts'
import { useTakeAlong, type BookSubject, type TakingAlong } from './use-take-along.ts'

export interface TakeAlongSectionProps {
  readonly copy: DeviceCopy
  readonly subject: BookSubject
}

/** "Alles mitnehmen": one file that opens without the app (D32). */
export function TakeAlongSection({ copy, subject }: TakeAlongSectionProps) {
  const { state, withPrivate, setWithPrivate, start } = useTakeAlong(copy, subject)
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
  if (state.kind === 'ready') return <Ready file={state.file} isShared={state.isShared} />
  return (
    <>
      <output className="text-sm text-ink-soft">{outcomeText(state)}</output>
      {state.kind === 'writing' && (
        <progress aria-label={deviceTexts.writing} className="h-2 w-full accent-accent" />
      )}
    </>
  )
}

function outcomeText({ kind }: TakingAlong): string {
  if (kind === 'completing') return deviceTexts.completing
  if (kind === 'writing') return deviceTexts.writing
  return kind === 'failed' ? deviceTexts.takeAlongFailed : ''
}

function Ready({ file, isShared }: { readonly file: File; readonly isShared: boolean }) {
  return (
    <>
      <output className="text-sm text-ink-soft">
        {deviceTexts.ready(file.name, file.size, isShared)}
      </output>
      <Button
        variant="outline"
        className="justify-self-start"
        onClick={() => {
          if (!isShared) download(file)
          // Refused by the system: the file stays ready for another press.
          else share(file).catch(() => undefined)
        }}
      >
        {isShared ? deviceTexts.share : deviceTexts.saveAgain}
      </Button>
    </>
  )
}
