import { isOfferPassing, toast } from '../ui/toast.tsx'
import { isLayerOpen } from '../ui/use-back-closes.ts'
import { wouldAskBeforeClosing } from './ask-before-closing.ts'
import { appTexts } from './app-texts.ts'

/** How often a postponed reload is tried again, in milliseconds. */
const retryMs = 1000
const textFields =
  'textarea, input:not([type]), input[type="text"], input[type="password"], input[type="search"]'

/**
 * True if a reload would lose nothing: no layer open, no undo offered, no typed text, everything
 * stored (D12).
 */
export function mayReload(): boolean {
  if (isLayerOpen() || isOfferPassing() || wouldAskBeforeClosing()) return false
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(textFields)
  return [...fields].every((field) => field.value === '')
}

let waiting = false

/** Loads the new version now, or as soon as that can lose nothing, and offers it until then (D12). */
export function adoptNewVersion(): void {
  if (mayReload()) {
    location.reload()
    return
  }
  toast({
    id: 'new-version',
    title: appTexts.newVersion,
    duration: Number.POSITIVE_INFINITY,
    pinned: true,
    action: { label: appTexts.update, onClick: () => location.reload() },
  })
  if (waiting) return
  waiting = true
  setInterval(() => {
    if (mayReload()) location.reload()
  }, retryMs)
}
