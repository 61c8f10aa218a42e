import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip'
import { useState } from 'react'
import type { TooltipTarget } from './follow-tooltips.ts'
import { useOpenAfterMount } from './use-open-after-mount.ts'

interface TooltipLayerProps {
  readonly target: TooltipTarget | undefined
}

/** The one tooltip, beside the control it belongs to. */
export function TooltipLayer({ target }: TooltipLayerProps) {
  const open = useOpenAfterMount(target !== undefined)
  // It keeps its text and place while it fades.
  const [last, setLast] = useState(target)
  if (target !== undefined && target !== last) setLast(target)
  return (
    <BaseTooltip.Root
      open={open}
      onOpenChange={(_, details) => {
        // One Escape closes the dialog, not only the label of its focused button.
        if (details.reason === 'escape-key') details.allowPropagation()
      }}
    >
      <BaseTooltip.Portal>
        <BaseTooltip.Positioner anchor={last?.control ?? null} sideOffset={8} className="z-60">
          <BaseTooltip.Popup
            data-tooltip-popup=""
            // It repeats the control's own name.
            aria-hidden="true"
            className="rounded-sm bg-ink px-2.5 py-1 text-xs font-semibold text-paper shadow-float transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0"
          >
            {last?.text}
          </BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  )
}
