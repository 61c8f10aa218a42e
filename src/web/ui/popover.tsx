import { Popover as BasePopover } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { isPressOnToast } from './overlay-dismissal.ts'
import { useBackCloses } from './use-back-closes.ts'

export interface PopoverProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  /** The control it hangs on: one element that takes a ref and button props. */
  readonly trigger: ReactElement<Record<string, unknown>>
  /** Names the popover; drawn unless `hideTitle`. */
  readonly title: string
  readonly hideTitle?: boolean
  readonly children: ReactNode
  readonly align?: 'start' | 'center' | 'end'
  readonly side?: 'top' | 'bottom'
  readonly className?: string
}

/** A small sheet beside its control: the bell's list, the reaction grid. */
export function Popover(props: PopoverProps) {
  const { open, onOpenChange, trigger, title, hideTitle = false, children } = props
  useBackCloses(open, () => onOpenChange(false))
  return (
    <BasePopover.Root
      open={open}
      onOpenChange={(next, details) => {
        if (!isPressOnToast(details)) onOpenChange(next)
      }}
    >
      <BasePopover.Trigger render={trigger} />
      <BasePopover.Portal>
        <BasePopover.Positioner
          sideOffset={8}
          collisionPadding={12}
          align={props.align ?? 'end'}
          side={props.side ?? 'bottom'}
          className="z-40"
        >
          <BasePopover.Popup
            className={classNames(
              'max-h-[min(32rem,var(--available-height))] max-w-[min(24rem,calc(100vw-1.5rem))] origin-(--transform-origin) overflow-y-auto overscroll-contain rounded-lg border border-line bg-raised p-4 shadow-float outline-none',
              'transition duration-150 data-ending-style:scale-97 data-ending-style:opacity-0 data-starting-style:scale-97 data-starting-style:opacity-0',
              props.className,
            )}
          >
            <BasePopover.Title
              className={hideTitle ? 'sr-only' : 'mb-2 font-serif text-lg font-semibold'}
            >
              {title}
            </BasePopover.Title>
            {children}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  )
}
