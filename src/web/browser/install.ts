import { isInstalled } from './installed.ts'

/**
 * How the app gets onto the home screen here: by the browser's install prompt (`prompt`), or by
 * hand through the share sheet of an iPhone or iPad (`share-sheet`). Undefined if it is installed
 * already, or the browser has not offered to install it.
 */
export type InstallWay = 'prompt' | 'share-sheet' | undefined

/** The browser's install prompt, which a page may show later; TypeScript does not know it. */
interface InstallQuestion extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>
}

let question: InstallQuestion | undefined
const listeners = new Set<() => void>()

function keep(next: InstallQuestion | undefined): void {
  question = next
  for (const changed of listeners) changed()
}

/** Keeps the browser from showing its install prompt; at the start, because the event comes once. */
export function keepInstallQuestion(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    keep(event as InstallQuestion)
  })
  window.addEventListener('appinstalled', () => keep(undefined))
}

export function installWay(): InstallWay {
  if (isInstalled()) return undefined
  if (question !== undefined) return 'prompt'
  // Only Safari on iPhone and iPad has this property.
  return 'standalone' in navigator ? 'share-sheet' : undefined
}

/** Calls `changed` when the way to install may have changed; the returned function ends it. */
export function subscribeInstallWay(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/** Shows the prompt; browsers allow this once, and only in a press. */
export async function askToInstall(): Promise<void> {
  const asked = question
  keep(undefined)
  await asked?.prompt().catch(() => undefined)
}
