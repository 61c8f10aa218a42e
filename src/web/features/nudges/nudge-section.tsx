import { useId, useState } from 'react'
import { parseClockTime } from '../../../domain/journal-day.ts'
import type { NudgeChoices } from '../../../domain/nudges/nudge-choices.ts'
import { Switch } from '../../ui/switch.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useNudges } from './nudges-provider.tsx'
import { nudgeFootTexts } from './nudge-foot-texts.ts'
import { nudgeTexts } from './nudges-texts.ts'
import { useChoices } from './use-choices.ts'

/** The bell's part about nudges: the switch of this device, or the one sentence why there is none. */
export function NudgeSection({ partnerName }: { readonly partnerName: string | undefined }) {
  const { obstacle, isOn, isBusy, problem, turn } = useNudges()
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-1">
      <h3 id={id} className="text-sm font-bold">
        {nudgeFootTexts.title}
      </h3>
      {obstacle === undefined ? (
        <>
          <Switch
            label={nudgeTexts.turnOn}
            checked={isOn}
            disabled={isBusy}
            onCheckedChange={turn}
          />
          {!isOn && (
            <p className="text-sm text-ink-soft">
              {nudgeTexts.hint(partnerName ?? nudgeTexts.somebody)}
            </p>
          )}
        </>
      ) : (
        <p className="text-sm text-ink-soft">{nudgeTexts.obstacles[obstacle]}</p>
      )}
      {problem !== undefined && (
        <output className="text-sm font-semibold text-danger">
          {nudgeTexts.problems[problem]}
        </output>
      )}
      {isOn && obstacle === undefined && <NudgeDetails />}
    </section>
  )
}

function NudgeDetails() {
  const { value, hasFailed, change } = useChoices()
  return (
    <details className="group">
      <summary className="flex min-h-target cursor-pointer items-center text-sm font-semibold text-accent-ink">
        {nudgeTexts.more}
      </summary>
      {value !== undefined && <ChoiceFields value={value} change={change} />}
      {hasFailed && (
        <output className="text-sm font-semibold text-danger">
          {nudgeTexts.problems['no-network']}
        </output>
      )}
    </details>
  )
}

interface ChoiceFieldsProps {
  readonly value: NudgeChoices
  readonly change: (over: Partial<NudgeChoices>) => void
}

const switchNames = ['entries', 'reactions', 'ideas', 'memories'] as const

function ChoiceFields({ value, change }: ChoiceFieldsProps) {
  return (
    <div className="grid gap-3 pb-2">
      <fieldset className="grid">
        <legend className="sr-only">{nudgeTexts.which}</legend>
        {switchNames.map((name) => (
          <Switch
            key={name}
            label={nudgeTexts.switches[name]}
            checked={value[name]}
            onCheckedChange={(on) => change({ [name]: on })}
          />
        ))}
      </fieldset>
      <fieldset className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-3">
        <legend className="sr-only">{nudgeTexts.quiet}</legend>
        <QuietTime
          label={nudgeTexts.quietFrom}
          time={value.quietFrom}
          onTime={(quietFrom) => change({ quietFrom })}
        />
        <QuietTime
          label={nudgeTexts.quietTo}
          time={value.quietTo}
          onTime={(quietTo) => change({ quietTo })}
        />
      </fieldset>
      <p className="text-sm text-ink-soft">
        {nudgeTexts.quietHint} {nudgeTexts.forAllDevices}
      </p>
    </div>
  )
}

interface QuietTimeProps {
  readonly label: string
  readonly time: NudgeChoices['quietFrom']
  readonly onTime: (time: NudgeChoices['quietFrom']) => void
}

/** A clock time that is stored when the field loses the focus with a valid time. */
function QuietTime({ label, time, onTime }: QuietTimeProps) {
  const id = useId()
  const [typed, setTyped] = useState<string>()
  return (
    <TextField
      id={id}
      type="time"
      label={label}
      value={typed ?? time}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => {
        const parsed = parseClockTime(typed ?? '')
        setTyped(undefined)
        if (parsed !== undefined && parsed !== time) onTime(parsed)
      }}
    />
  )
}
