import { useNudges } from './nudges-provider.tsx'
import { nudgeTexts } from './nudges-texts.ts'

/** The line at the bell's foot. */
export function useNudgeFoot(): string {
  const { obstacle, isOn } = useNudges()
  return nudgeTexts.foot(isOn && obstacle === undefined)
}

/** The heading of the dialog's part about nudges. */
export const nudgeLineTitle = nudgeTexts.title

/** The lines of the dialog "Auf diesem Gerät" about nudges. */
export function NudgeLine() {
  const { obstacle, isOn } = useNudges()
  if (obstacle !== undefined) return <p>{nudgeTexts.obstacles[obstacle]}</p>
  return (
    <>
      <p>{isOn ? nudgeTexts.deviceOn : nudgeTexts.deviceOff}</p>
      <p className="text-sm text-ink-soft">{nudgeTexts.deviceWay}</p>
    </>
  )
}
