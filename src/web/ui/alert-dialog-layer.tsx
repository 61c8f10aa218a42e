import { AlertDialog as BaseAlertDialog } from '@base-ui/react/alert-dialog'
import { Button } from './button.tsx'
import { scrimClass } from './dialog.tsx'
import { uiTexts } from './ui-texts.ts'
import { useBackCloses } from './use-back-closes.ts'
import { useOpenAfterMount } from './use-open-after-mount.ts'

export interface AlertDialogLayerProps {
  readonly onOpenChange: (open: boolean) => void
  readonly title: string
  readonly description: string
  readonly confirmLabel: string
  readonly danger?: boolean
  /** Called on the confirming press; the dialog then closes. */
  readonly onConfirm: () => void
}

/** A question that must be answered, as long as it is mounted; the focus starts on the answer that changes nothing. */
export function AlertDialogLayer(props: AlertDialogLayerProps) {
  const open = useOpenAfterMount(true)
  const { onOpenChange, title, description, confirmLabel, danger = false } = props
  useBackCloses(open, () => onOpenChange(false))
  return (
    <BaseAlertDialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <BaseAlertDialog.Portal>
        <BaseAlertDialog.Backdrop className={scrimClass} />
        {/* On a phone its buttons are below the toasts. */}
        <BaseAlertDialog.Viewport className="fixed inset-0 z-40 grid place-items-center p-4 max-desktop:items-end max-desktop:pb-[calc(1rem+var(--safe-bottom))]">
          <BaseAlertDialog.Popup className="w-full max-w-md rounded-xl border border-line bg-card p-6 shadow-float dark:border-field-line transition duration-200 data-starting-style:scale-97 data-starting-style:opacity-0">
            <BaseAlertDialog.Title className="font-serif text-lg font-semibold">
              {title}
            </BaseAlertDialog.Title>
            <BaseAlertDialog.Description className="mt-2 text-ink-soft">
              {description}
            </BaseAlertDialog.Description>
            <div className="mt-6 flex flex-wrap justify-end gap-3 max-desktop:*:grow">
              <BaseAlertDialog.Close render={<Button variant="outline" />}>
                {uiTexts.cancel}
              </BaseAlertDialog.Close>
              <BaseAlertDialog.Close
                render={<Button variant={danger ? 'danger' : 'primary'} />}
                onClick={props.onConfirm}
              >
                {confirmLabel}
              </BaseAlertDialog.Close>
            </div>
          </BaseAlertDialog.Popup>
        </BaseAlertDialog.Viewport>
      </BaseAlertDialog.Portal>
    </BaseAlertDialog.Root>
  )
}
