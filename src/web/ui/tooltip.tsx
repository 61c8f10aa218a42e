import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'

/** Put once around the app: 700 ms until the first tooltip, 300 ms of grace to the next (D22). */
export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  return (
    <BaseTooltip.Provider delay={700} timeout={300}>
      {children}
    </BaseTooltip.Provider>
  )
}

export interface TooltipProps {
  /** Repeats the control's accessible name for the eye; it is never the only place of a fact. */
  readonly text: string
  /** One element that takes a ref and the props of a button. */
  readonly children: ReactElement<Record<string, unknown>>
}

/** A small label beside a control, for pointer and keyboard focus. */
export function Tooltip({ text, children }: TooltipProps) {
  return (
    <BaseTooltip.Root
      onOpenChange={(_, details) => {
        // One Escape closes the dialog, not only the label of its focused button.
        if (details.reason === 'escape-key') details.allowPropagation()
      }}
    >
      <BaseTooltip.Trigger render={children} />
      <BaseTooltip.Portal>
        <BaseTooltip.Positioner sideOffset={8} className="z-60">
          <BaseTooltip.Popup className="rounded-sm bg-ink px-2.5 py-1 text-xs font-semibold text-paper shadow-float transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0">
            {text}
          </BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  )
}
