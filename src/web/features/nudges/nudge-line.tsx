import { lazyPart } from '../../ui/lazy-part.tsx'
import { nudgeFootTexts } from './nudge-foot-texts.ts'
import { useNudges } from './nudges-provider.tsx'

/** The line at the bell's foot. */
export function useNudgeFoot(): string {
  const { obstacle, isOn } = useNudges()
  return nudgeFootTexts.foot(isOn && obstacle === undefined)
}

/** The heading of the dialog's part about nudges. */
export const nudgeLineTitle = nudgeFootTexts.title

/** The lines of the dialog "Auf diesem Gerät" about nudges. */
export const NudgeLine = lazyPart(async () => (await import('./nudge-lines.tsx')).NudgeLines, {
  missing: () => null,
})
