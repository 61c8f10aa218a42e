import { Drawer as BaseDrawer } from '@base-ui/react/drawer'
import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { classNames } from './class-names.ts'
import { IconButton } from './icon-button.tsx'
import { isPressOnToast } from './overlay-dismissal.ts'
import { uiTexts } from './ui-texts.ts'
import { useBackCloses } from './use-back-closes.ts'
import { useBlurAtEnd } from './use-blur-at-end.ts'
import { useOpenAfterMount } from './use-open-after-mount.ts'
import { useScrollLock } from './use-scroll-lock.ts'

export interface DialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly title: string
  readonly description?: string | undefined
  readonly children: ReactNode
  /** Buttons; they stay in view while the content scrolls. */
  readonly footer?: ReactNode
  /** Of the footer; one that may shrink leaves its room to the content. */
  readonly footerClassName?: string | undefined
  /** Takes the focus at opening; otherwise the first control of a window or the drawer itself does. */
  readonly initialFocus?: RefObject<HTMLElement | null>
  readonly className?: string
}

interface LayoutProps {
  /** True for a window in the middle of the screen, false for a drawer at its lower edge. */
  readonly isWindow: boolean
}

/** A window comes with a fade and goes at once: the press in it has been answered. */
export const scrimClass =
  'fixed inset-0 z-40 bg-scrim transition-opacity duration-200 data-starting-style:opacity-0'

const drawerScrimClass =
  'fixed inset-0 z-40 bg-scrim opacity-[calc(1-var(--drawer-swipe-progress,0))] transition-opacity duration-300 ease-drawer data-ending-style:opacity-0 data-starting-style:opacity-0 data-swiping:duration-0'

/**
 * A window on the desktop or a drawer on a phone, which is dragged down, too; with the keyboard open it ends above
 * the keyboard, its footer in view (docs/look.md "Phone"). Where the screen turns, one becomes the other and keeps
 * its elements: a field keeps its caret and what can be undone in it. Features use `ResponsiveDialog` instead.
 */
export function Dialog(props: DialogProps & LayoutProps) {
  const { onOpenChange, isWindow } = props
  const open = useOpenAfterMount(props.open)
  useScrollLock(isWindow)
  useBackCloses(open, () => onOpenChange(false))
  return (
    <BaseDrawer.Root
      // A window is all of a modal one but its lock of the scrolling.
      modal={isWindow ? 'trap-focus' : true}
      open={open}
      onOpenChange={(next, details) => {
        if (!isPressOnToast(details)) onOpenChange(next)
      }}
    >
      <BaseDrawer.VirtualKeyboardProvider>
        <BaseDrawer.Portal>
          <BaseDrawer.Backdrop className={isWindow ? scrimClass : drawerScrimClass} />
          <BaseDrawer.Viewport
            // A window is not dragged.
            data-base-ui-swipe-ignore={isWindow ? '' : undefined}
            className={classNames(
              'fixed inset-0 z-40 flex justify-center [container:dialog/size]',
              isWindow
                ? 'items-center pt-(--visible-top) pb-(--keyboard-inset)'
                : 'items-end pb-(--drawer-keyboard-inset,0px)',
            )}
          >
            <Popup {...props} />
          </BaseDrawer.Viewport>
        </BaseDrawer.Portal>
      </BaseDrawer.VirtualKeyboardProvider>
    </BaseDrawer.Root>
  )
}

const popupClass =
  'flex touch-auto flex-col border-line bg-card shadow-float dark:border-field-line low:m-0! low:max-h-full!'
const windowClass =
  'm-4 max-h-[min(44rem,calc(100%-2rem))] w-full max-w-lg min-w-0 rounded-xl border transition duration-200 data-starting-style:scale-97 data-starting-style:opacity-0'
const drawerClass =
  'max-h-[calc(100%-var(--safe-top)-var(--spacing)*6)] w-full rounded-t-xl border-t outline-none transform-[translateY(var(--drawer-swipe-movement-y,0px))] transition-transform duration-300 ease-drawer data-ending-style:transform-[translateY(100%)] data-starting-style:transform-[translateY(100%)] data-swiping:duration-0 data-swiping:select-none motion-reduce:data-ending-style:opacity-0 motion-reduce:data-starting-style:opacity-0'

function Popup(props: DialogProps & LayoutProps) {
  const { isWindow, children, footer, footerClassName, initialFocus, className } = props
  const popup = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  useBlurAtEnd(popup)
  useFocusedInView(content)
  return (
    <BaseDrawer.Popup
      ref={popup}
      // By touch none takes it: a text field would open the keyboard.
      initialFocus={initialFocus ?? ((way) => (isWindow && way !== 'touch' ? true : popup.current))}
      className={classNames(popupClass, isWindow ? windowClass : drawerClass, className)}
    >
      {isWindow ? <WindowHead {...props} /> : <DrawerHead {...props} />}
      {/* If letters are large, the buttons of a drawer scroll with the content: both would not fit. */}
      <BaseDrawer.Content
        className={classNames(
          'flex min-h-0 grow flex-col',
          !isWindow &&
            'narrow:block narrow:scroll-pb-3 narrow:overflow-y-auto narrow:overscroll-contain',
        )}
      >
        <div
          ref={content}
          className={classNames(
            'min-h-0 grow overflow-y-auto overscroll-contain low:pt-2!',
            isWindow ? 'px-6 pt-3 pb-6' : 'px-5 pt-4 narrow:overflow-visible',
            !isWindow && (footer === undefined ? 'pb-[calc(1.5rem+var(--safe-bottom))]' : 'pb-4'),
            footer !== undefined && 'low:pb-2!',
          )}
        >
          {children}
        </div>
        {footer !== undefined && (
          <div
            className={classNames(
              'flex shrink-0 gap-3 border-t border-line cramped:flex-wrap low:pt-1! low:pb-1!',
              isWindow
                ? 'justify-end px-6 py-4'
                : 'px-5 pt-3 pb-[calc(0.75rem+var(--safe-bottom))] *:grow',
              footerClassName,
            )}
          >
            {footer}
          </div>
        )}
      </BaseDrawer.Content>
      {/* A swipe is no way for everyone: the same for keyboard and screen reader. */}
      {!isWindow && (
        <BaseDrawer.Close className="sr-only focus:not-sr-only focus:mx-auto focus:p-3">
          {uiTexts.close}
        </BaseDrawer.Close>
      )}
    </BaseDrawer.Popup>
  )
}

type HeadProps = Pick<DialogProps, 'title' | 'description'>

function WindowHead({ title, description }: HeadProps) {
  return (
    <div className="flex shrink-0 items-start gap-3 pt-5 pr-4 pl-6 low:pt-1">
      <div className="min-w-0 grow pt-1.5">
        <BaseDrawer.Title className="font-serif text-lg font-semibold">{title}</BaseDrawer.Title>
        {description !== undefined && (
          <BaseDrawer.Description className="mt-1 text-sm text-ink-soft">
            {description}
          </BaseDrawer.Description>
        )}
      </div>
      <BaseDrawer.Close render={<IconButton icon="close" label={uiTexts.close} />} />
    </div>
  )
}

function DrawerHead({ title, description }: HeadProps) {
  return (
    <div className="shrink-0 cursor-grab px-6 pt-3 low:pt-1">
      <span aria-hidden="true" className="mx-auto block h-1.5 w-11 rounded-full bg-line" />
      <BaseDrawer.Title className="mt-3 text-center font-serif text-lg font-semibold tight:mt-1 cramped:text-base low:sr-only">
        {title}
      </BaseDrawer.Title>
      {description !== undefined && (
        <BaseDrawer.Description className="mt-1 text-center text-sm text-ink-soft low:sr-only">
          {description}
        </BaseDrawer.Description>
      )}
    </div>
  )
}

/** The focused element stays in sight if its scrolling box becomes smaller: the screen turns, or a keyboard comes. */
function useFocusedInView(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = box.current
    if (element === null) return undefined
    const observer = new ResizeObserver(() => {
      const focused = document.activeElement
      if (element.contains(focused)) focused?.scrollIntoView({ block: 'nearest' })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
}
