import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { useRef, type ReactNode, type RefObject } from 'react'
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
  /** Takes the focus at opening; otherwise the first control does. */
  readonly initialFocus?: RefObject<HTMLElement | null>
  readonly className?: string
}

/** A window comes with a fade and goes at once: the press in it has been answered. */
export const scrimClass =
  'fixed inset-0 z-40 bg-scrim transition-opacity duration-200 data-starting-style:opacity-0'

/** A window in the middle of the desktop, as long as it is mounted. Features use `ResponsiveDialog` instead. */
export function Dialog(props: Omit<DialogProps, 'open'>) {
  const { onOpenChange, title, description, children, footer, initialFocus, className } = props
  const open = useOpenAfterMount(true)
  const popup = useRef<HTMLDivElement>(null)
  useBlurAtEnd(popup)
  useScrollLock()
  useBackCloses(open, () => onOpenChange(false))
  return (
    <BaseDialog.Root
      // All of a modal window but its lock of the scrolling.
      modal="trap-focus"
      open={open}
      onOpenChange={(next, details) => {
        if (!isPressOnToast(details)) onOpenChange(next)
      }}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={scrimClass} />
        <BaseDialog.Viewport className="fixed inset-0 z-40 grid place-items-center px-4 pt-[calc(1rem+var(--visible-top))] pb-[calc(1rem+var(--keyboard-inset))]">
          <BaseDialog.Popup
            ref={popup}
            {...(initialFocus === undefined ? {} : { initialFocus })}
            className={classNames(
              'flex max-h-[min(44rem,calc(100dvh-2rem-var(--visible-top)-var(--keyboard-inset)))] w-full max-w-lg flex-col rounded-xl border border-line bg-card shadow-float',
              'transition duration-200 data-starting-style:scale-97 data-starting-style:opacity-0',
              className,
            )}
          >
            <div className="flex items-start gap-3 pt-5 pr-4 pl-6">
              <div className="min-w-0 grow pt-1.5">
                <BaseDialog.Title className="font-serif text-lg font-semibold">
                  {title}
                </BaseDialog.Title>
                {description !== undefined && (
                  <BaseDialog.Description className="mt-1 text-sm text-ink-soft">
                    {description}
                  </BaseDialog.Description>
                )}
              </div>
              <BaseDialog.Close render={<IconButton icon="close" label={uiTexts.close} />} />
            </div>
            <div className="min-h-0 grow overflow-y-auto overscroll-contain px-6 pt-3 pb-6">
              {children}
            </div>
            {footer !== undefined && (
              <div className="flex justify-end gap-3 cramped:flex-wrap border-t border-line px-6 py-4">
                {footer}
              </div>
            )}
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}
