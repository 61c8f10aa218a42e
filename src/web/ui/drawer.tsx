import { Drawer as BaseDrawer } from '@base-ui/react/drawer'
import { classNames } from './class-names.ts'
import type { DialogProps } from './dialog.tsx'
import { isPressOnToast } from './overlay-dismissal.ts'
import { uiTexts } from './ui-texts.ts'
import { useBackCloses } from './use-back-closes.ts'

/**
 * A drawer from the phone's lower edge: dragged down, Back, Escape or a press beside it close it.
 * With the keyboard open it ends above the keyboard, its footer in view (docs/look.md "Phone").
 * Features use `ResponsiveDialog` instead.
 */
export function Drawer(props: DialogProps) {
  const { open, onOpenChange, children } = props
  useBackCloses(open, () => onOpenChange(false))
  return (
    <BaseDrawer.Root
      open={open}
      onOpenChange={(next, details) => {
        if (!isPressOnToast(details)) onOpenChange(next)
      }}
    >
      <BaseDrawer.VirtualKeyboardProvider>
        <BaseDrawer.Portal>
          <BaseDrawer.Backdrop className="fixed inset-0 z-40 bg-scrim opacity-[calc(1-var(--drawer-swipe-progress,0))] transition-opacity duration-300 ease-drawer data-ending-style:opacity-0 data-starting-style:opacity-0 data-swiping:duration-0" />
          <BaseDrawer.Viewport className="fixed inset-0 z-40 flex items-end justify-center pb-(--drawer-keyboard-inset,0px)">
            <Sheet {...props}>{children}</Sheet>
          </BaseDrawer.Viewport>
        </BaseDrawer.Portal>
      </BaseDrawer.VirtualKeyboardProvider>
    </BaseDrawer.Root>
  )
}

function Sheet({ title, description, children, footer, initialFocus, className }: DialogProps) {
  return (
    <BaseDrawer.Popup
      {...(initialFocus === undefined ? {} : { initialFocus })}
      className={classNames(
        'flex max-h-[calc(100%-var(--safe-top)-var(--spacing)*6)] w-full touch-auto flex-col rounded-t-xl border-t border-line bg-card shadow-float outline-none',
        'transform-[translateY(var(--drawer-swipe-movement-y,0px))] transition-transform duration-300 ease-drawer',
        'data-ending-style:transform-[translateY(100%)] data-starting-style:transform-[translateY(100%)] data-swiping:duration-0 data-swiping:select-none',
        'motion-reduce:data-ending-style:opacity-0 motion-reduce:data-starting-style:opacity-0',
        className,
      )}
    >
      <div className="shrink-0 cursor-grab px-6 pt-3">
        <span aria-hidden="true" className="mx-auto block h-1.5 w-11 rounded-full bg-line" />
        <BaseDrawer.Title className="mt-3 text-center font-serif text-lg font-semibold tight:mt-1 cramped:text-base">
          {title}
        </BaseDrawer.Title>
        {description !== undefined && (
          <BaseDrawer.Description className="mt-1 text-center text-sm text-ink-soft">
            {description}
          </BaseDrawer.Description>
        )}
      </div>
      {/* Where letters are large, the buttons scroll with the content: both would not fit. */}
      <BaseDrawer.Content className="flex min-h-0 grow flex-col cramped:block cramped:scroll-pb-3 cramped:overflow-y-auto cramped:overscroll-contain">
        <div
          className={classNames(
            'min-h-0 grow overflow-y-auto overscroll-contain px-5 pt-4 cramped:overflow-visible',
            footer === undefined ? 'pb-[calc(1.5rem+var(--safe-bottom))]' : 'pb-4',
          )}
        >
          {children}
        </div>
        {footer !== undefined && (
          <div className="flex shrink-0 gap-3 cramped:flex-wrap border-t border-line px-5 pt-3 pb-[calc(0.75rem+var(--safe-bottom))] *:grow">
            {footer}
          </div>
        )}
      </BaseDrawer.Content>
      {/* A swipe is no way for everyone: the same for keyboard and screen reader. */}
      <BaseDrawer.Close className="sr-only focus:not-sr-only focus:mx-auto focus:p-3">
        {uiTexts.close}
      </BaseDrawer.Close>
    </BaseDrawer.Popup>
  )
}
