import { toast } from '../../ui/toast.tsx'
import { toastTexts } from './entries-texts.ts'

/** Copies a text and says so. */
export async function copyAndSay(text: string): Promise<void> {
  const isCopied = await copyText(text)
  if (isCopied) toast({ title: toastTexts.copied, tone: 'success' })
  else toast({ title: toastTexts.notCopied, tone: 'error' })
}

/**
 * Puts a text on the clipboard and says whether it worked. Over plain HTTP on the home network a
 * browser has no `navigator.clipboard`; there the old command copies from a field of its own.
 */
async function copyText(text: string): Promise<boolean> {
  // Missing in insecure contexts, although the type says otherwise.
  const clipboard = navigator.clipboard as Clipboard | undefined
  try {
    if (clipboard === undefined) return copyFromField(text)
    await clipboard.writeText(text)
    return true
  } catch {
    return copyFromField(text)
  }
}

function copyFromField(text: string): boolean {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'sr-only'
  // Inside the open dialog, whose focus trap would take the selection back otherwise.
  const place = focused?.closest('[role="dialog"]') ?? document.body
  place.append(field)
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return done
}
