import { useNudges } from './nudges-provider.tsx'
import { nudgeTexts } from './nudges-texts.ts'

/** The lines of the dialog "Auf diesem Gerät" about nudges. */
export function NudgeLines() {
  const { obstacle, isOn } = useNudges()
  if (obstacle !== undefined) return <p>{nudgeTexts.obstacles[obstacle]}</p>
  return (
    <>
      <p>{isOn ? nudgeTexts.deviceOn : nudgeTexts.deviceOff}</p>
      <p className="text-sm text-ink-soft">{nudgeTexts.deviceWay}</p>
    </>
  )
}
