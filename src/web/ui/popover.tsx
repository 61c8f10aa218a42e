import {
  cloneElement,
  memo,
  useCallback,
  useDeferredValue,
  useId,
  useRef,
  useState,
  type ComponentProps,
  type ReactElement,
  type ReactNode,
} from 'react'
import { lazyPart } from './lazy-part.tsx'
import { missingDialog } from './chunk-error.tsx'
import type { PopoverLayerProps } from './popover-layer.tsx'

export interface PopoverProps extends Omit<PopoverLayerProps, 'id' | 'anchor' | 'isByTouch'> {
  readonly open: boolean
  /** The control it hangs on: one element that takes a ref and button props. */
  readonly trigger: ReactElement<TriggerProps>
}

type TriggerProps = Pick<
  ComponentProps<'button'>,
  'ref' | 'onClick' | 'onKeyDown' | 'onBlur' | 'aria-haspopup' | 'aria-expanded' | 'aria-controls'
>

// A card has two or more popovers and most are never opened, so only the trigger is drawn at first.
const PopoverLayer = lazyPart(async () => (await import('./popover-layer.tsx')).PopoverLayer, {
  soon: true,
  missing: missingDialog,
})

interface StillProps {
  /** While true the last children stay. */
  readonly isStill: boolean
  readonly children: ReactNode
}

const Still = memo(
  ({ children }: StillProps) => children,
  (_, next) => next.isStill,
)

/** A small sheet beside its control: the bell's list, the reaction grid. */
export function Popover({ trigger, open, children, ...props }: PopoverProps) {
  const { onOpenChange } = props
  const id = useId()
  const anchor = useRef<HTMLButtonElement>(null)
  const [isByTouch, setByTouch] = useState(false)
  // The press is answered first: drawing the sheet takes a slow phone a tenth of a second.
  const isShown = useDeferredValue(open)
  const { ref, onClick, onKeyDown, onBlur } = trigger.props
  const attach = useCallback(
    (element: HTMLButtonElement | null) => keep(element, anchor, ref),
    [ref],
  )
  return (
    <>
      {/* Its handlers read the ref, not the drawing. */}
      {/* oxlint-disable-next-line react/refs */}
      {cloneElement(trigger, {
        ref: attach,
        'aria-haspopup': 'dialog',
        'aria-expanded': open,
        'aria-controls': open ? id : undefined,
        onClick: (event) => {
          onClick?.(event)
          setByTouch((event.nativeEvent as PointerEvent).pointerType === 'touch')
          // Safari does not focus a pressed button, but closing returns the focus to where it was.
          event.currentTarget.focus({ preventScroll: true })
          onOpenChange(!open)
        },
        // Base UI hears keys only once the focus is in the popover.
        onKeyDown: (event) => {
          onKeyDown?.(event)
          if (!open || event.key !== 'Escape') return
          event.stopPropagation()
          onOpenChange(false)
        },
        onBlur: (event) => {
          onBlur?.(event)
          if (open && isLeaving(event.relatedTarget, id)) onOpenChange(false)
        },
      })}
      {isShown && (
        <PopoverLayer {...props} id={id} anchor={anchor} isByTouch={isByTouch}>
          {/* The effect of a press is not drawn into a sheet that goes: it would change its size. */}
          <Still isStill={!open}>{children}</Still>
        </PopoverLayer>
      )}
    </>
  )
}

type Attached = HTMLButtonElement | null

function keep(element: Attached, anchor: { current: Attached }, ref: TriggerProps['ref']) {
  anchor.current = element
  if (typeof ref === 'function') return ref(element)
  // oxlint-disable-next-line react/immutability
  if (ref !== null && ref !== undefined) ref.current = element
  return undefined
}

/**
 * True where the focus goes neither into the popover (Base UI's guards lead there) nor to a toast, nor
 * to the dialog that stands for a missing popover.
 */
function isLeaving(next: EventTarget | null, id: string): boolean {
  if (!(next instanceof Element)) return false
  if (document.getElementById(id)?.contains(next) === true) return false
  return next.closest('[data-base-ui-focus-guard], [data-toasts], dialog') === null
}
