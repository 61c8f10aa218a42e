import { Popover as BasePopover } from '@base-ui/react/popover'
import { useLayoutEffect, useRef, type FocusEvent, type ReactNode, type RefObject } from 'react'
import { classNames } from './class-names.ts'
import { isPressOnToast, type DismissalDetails } from './overlay-dismissal.ts'
import { useBackCloses } from './use-back-closes.ts'
import { useBlurAtEnd } from './use-blur-at-end.ts'

export interface PopoverLayerProps {
  readonly onOpenChange: (open: boolean) => void
  /** Names the popover; drawn unless `hideTitle`. */
  readonly title: string
  readonly hideTitle?: boolean
  readonly children: ReactNode
  readonly align?: 'start' | 'center' | 'end'
  readonly className?: string
  /** True where the control keeps its place on the screen, as in the header: nothing follows it. */
  readonly isAnchorStill?: boolean
  /** True where it may lie over its control, as on a low screen: whole on either side of it, it has no room. */
  readonly mayCoverAnchor?: boolean
  readonly id: string
  readonly anchor: RefObject<HTMLElement | null>
  /** Opened by touch: then the popup takes the focus, because a text field would open the keyboard. */
  readonly isByTouch: boolean
}

const covering = { side: 'shift', align: 'shift', fallbackAxisSide: 'none' } as const

/**
 * The popover without its trigger, as long as it is mounted. It comes and goes at once: it is the answer to a press, and each frame of a fade would
 * be drawn beside the work that the press causes. Base UI does not know the trigger: it inserts its focus guards where
 * this is drawn, which must be directly after the trigger.
 */
export function PopoverLayer(props: PopoverLayerProps) {
  const { onOpenChange, anchor, hideTitle = false, isAnchorStill = false } = props
  const popup = useRef<HTMLDivElement>(null)
  const focus = useFocusWay(popup, props)
  useBlurAtEnd(popup)
  useHeaderSheet(isAnchorStill)
  useBackCloses(true, () => onOpenChange(false))
  return (
    <BasePopover.Root
      open
      onOpenChange={(next, details) => {
        if (!isPressOnToast(details) && !isOnTrigger(details, anchor)) onOpenChange(next)
      }}
    >
      <BasePopover.Portal>
        <BasePopover.Positioner
          anchor={anchor}
          sideOffset={8}
          collisionPadding={12}
          align={props.align ?? 'end'}
          side="bottom"
          {...(props.mayCoverAnchor === true && { collisionAvoidance: covering })}
          className="z-40 max-w-[calc(100%-1.5rem)]"
          positionMethod={isAnchorStill ? 'fixed' : 'absolute'}
          disableAnchorTracking={isAnchorStill}
          onFocus={(event) => leaveAtEnd(event, popup, anchor)}
        >
          <BasePopover.Popup
            ref={popup}
            id={props.id}
            initialFocus={focus.first}
            finalFocus={focus.last}
            className={classNames(
              '[--available-height:inherit] max-h-[min(32rem,var(--available-height),max(8rem,calc(var(--available-height)-var(--toasts-below,0px))))] max-w-[min(24rem,100%)] overflow-y-auto overscroll-contain rounded-lg border border-line bg-raised p-4 shadow-float outline-none',
              props.className,
            )}
          >
            <BasePopover.Title
              className={hideTitle ? 'sr-only' : 'mb-2 font-serif text-lg font-semibold'}
            >
              {props.title}
            </BasePopover.Title>
            {props.children}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  )
}

/** While a sheet hangs on the header, where toasts appear otherwise, they are at the page's end and it ends above them. */
function useHeaderSheet(isOnHeader: boolean): void {
  useLayoutEffect(() => {
    if (!isOnHeader) return undefined
    const { dataset, style } = document.documentElement
    const toasts = document.querySelector<HTMLElement>('[data-toasts]')
    dataset['headerSheet'] = ''
    const observer = new ResizeObserver(() => {
      const height = toasts?.offsetHeight ?? 0
      if (height === 0) style.removeProperty('--toasts-below')
      else style.setProperty('--toasts-below', `calc(${height}px + var(--bar) + 1.25rem)`)
    })
    if (toasts !== null) observer.observe(toasts)
    return () => {
      observer.disconnect()
      delete dataset['headerSheet']
      style.removeProperty('--toasts-below')
    }
  }, [isOnHeader])
}

/** The place of the focus at opening and at closing. */
function useFocusWay(popup: RefObject<HTMLElement | null>, props: PopoverLayerProps) {
  const before = useRef<Element>(null)
  return {
    first: () => {
      before.current = document.activeElement
      return props.isByTouch ? popup.current : true
    },
    // Back to where it was, unless it has moved outside the popover.
    last: () => {
      const now = document.activeElement
      if (now !== null && now !== document.body && popup.current?.contains(now) !== true)
        return false
      const isKept = before.current !== document.body && before.current?.isConnected === true
      return isKept && before.current instanceof HTMLElement ? before.current : props.anchor.current
    },
  }
}

/** Cancels the dismissal by a press on the trigger, whose own click closes the popover. */
function isOnTrigger(details: DismissalDetails, anchor: RefObject<HTMLElement | null>): boolean {
  const { event, reason } = details
  const target =
    reason === 'focus-out' ? (event as globalThis.FocusEvent).relatedTarget : event.target
  if (!(target instanceof Node) || anchor.current?.contains(target) !== true) return false
  details.cancel()
  return true
}

/** Tab on the last control continues after the trigger: Base UI's outer guard moves the focus there. */
function leaveAtEnd(
  event: FocusEvent,
  popup: RefObject<HTMLElement | null>,
  anchor: RefObject<HTMLElement | null>,
): void {
  const { target } = event
  if (target === popup.current || target.previousElementSibling !== popup.current) return
  const guards = anchor.current?.parentElement?.querySelectorAll<HTMLElement>(
    ':scope > [data-base-ui-focus-guard]',
  )
  if (guards !== undefined) [...guards].at(-1)?.focus()
}
