import { useRef, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import { uiTexts } from './ui-texts.ts'
import type { QueuedToast, ToastOptions } from './toast-queue.ts'
import { ToastStore } from './toast-store.ts'
import { useToastKeys } from './use-toast-keys.ts'

export type { ToastOptions } from './toast-queue.ts'

const store = new ToastStore((action, milliseconds) => {
  const timer = setTimeout(action, milliseconds)
  return () => clearTimeout(timer)
})

const subscribe = (changed: () => void) => store.subscribe(changed)
const list = () => store.list()

/** Shows a toast and returns its id; callable from anywhere. */
export function toast(options: ToastOptions): string {
  return store.show(options)
}

/** Takes a toast off the screen, if it is there. */
export function hideToast(id: string): void {
  store.dismiss(id)
}

/** True while a toast offers something for a limited time only, such as to undo a deletion. */
export function isOfferPassing(): boolean {
  return store
    .list()
    .some((one) => one.action !== undefined && one.duration !== Number.POSITIVE_INFINITY)
}

/** Below the header and its quiet line; on a wide screen beside the windows in its middle. */
const placeClass =
  'top-[calc(5.25rem+var(--safe-top)+var(--quiet-line,0px))] min-[72rem]:top-auto min-[72rem]:right-6 min-[72rem]:bottom-6 min-[72rem]:left-auto min-[72rem]:mx-0 min-[72rem]:max-w-[min(28rem,calc(50vw-19rem))] min-[72rem]:px-0'

/** The place where toasts appear: put once, at the app's root. */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribe, list)
  const shown = toasts.filter((one) => one.shown)
  const region = useRef<HTMLElement>(null)
  useToastKeys(region, shown, press)
  // Beside the dialogs, not inside the app below them: a form's message must be above its scrim.
  return createPortal(
    // Pausing the toasts' timers is not an interaction.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={region}
      data-toasts=""
      // Base UI hides all but live regions from assistive technology while a dialog is open.
      aria-live="polite"
      aria-relevant="additions"
      aria-label={uiTexts.toasts}
      className={classNames(
        'pointer-events-none fixed inset-x-0 z-50 mx-auto flex w-full max-w-md flex-col gap-2 px-4',
        placeClass,
      )}
      // Not `onPointerEnter`: a toast also comes under a pointer that rests.
      onPointerMove={() => store.hold(true)}
      onPointerLeave={() => store.hold(false)}
      onFocus={() => store.hold(true)}
      onBlur={() => store.hold(false)}
    >
      {shown.map((one) => (
        <ToastCard key={one.id} toast={one} />
      ))}
    </section>,
    document.body,
  )
}

const toneDots = {
  default: 'bg-accent',
  success: 'bg-success',
  error: 'bg-danger',
} as const

function ToastCard({ toast: one }: { readonly toast: QueuedToast }) {
  const tone = one.tone ?? 'default'
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      aria-atomic="true"
      className="pointer-events-auto flex items-center gap-3 rounded-lg border border-line bg-raised py-2 pr-2 pl-4 shadow-float"
    >
      <span
        aria-hidden="true"
        className={classNames(
          'my-1 min-h-9 w-1 shrink-0 self-stretch rounded-full',
          toneDots[tone],
        )}
      />
      <div className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-2 py-1.5">
        <div className="min-w-0 grow basis-44">
          <p className={classNames('font-bold', tone === 'error' && 'text-danger')}>{one.title}</p>
          {one.description !== undefined && (
            <p className="text-sm text-ink-soft">{one.description}</p>
          )}
        </div>
        {one.action !== undefined && <ToastAction toast={one} />}
      </div>
      <button
        type="button"
        aria-label={uiTexts.hideToast}
        onClick={() => store.dismiss(one.id)}
        className="grid size-target shrink-0 place-items-center rounded-full text-ink-soft transition hover:bg-paper-deep hover:text-ink"
      >
        <Icon name="close" className="size-4.5" />
      </button>
    </div>
  )
}

/** The effect of a press on the toast's button. */
function press({ id, action }: QueuedToast): void {
  store.dismiss(id)
  action?.onClick()
}

function ToastAction({ toast: one }: { readonly toast: QueuedToast }) {
  return (
    <button
      type="button"
      data-undo={one.action?.undoes === true ? '' : undefined}
      onClick={() => press(one)}
      className="min-h-target shrink-0 rounded-full bg-accent-soft px-4 forced-colors:border text-sm font-bold text-accent-ink transition hover:brightness-[0.97] dark:hover:brightness-110"
    >
      {one.action?.label}
    </button>
  )
}
