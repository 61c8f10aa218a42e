import { useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { InstallSteps, type InstallStepsProps } from './install-steps.tsx'
import { installTexts } from './install-texts.ts'

export interface InstallOfferProps extends Pick<InstallStepsProps, 'way'> {
  readonly onDismiss: () => void
}

/** The offer on the main screen after the second own entry (docs/behaviour/offline.md). */
export function InstallOffer({ way, onDismiss }: InstallOfferProps) {
  const id = useId()
  return (
    <Card as="section" aria-labelledby={id} className="grid gap-3">
      <div className="grid gap-1">
        <h2 id={id} className="font-serif text-base font-semibold">
          {installTexts.title}
        </h2>
        <p className="text-sm text-ink-soft">{installTexts.hint}</p>
      </div>
      <InstallSteps way={way}>
        <Button variant="outline" onClick={onDismiss}>
          {installTexts.notNow}
        </Button>
      </InstallSteps>
    </Card>
  )
}
