import { isInstalled } from './installed.ts'

/**
 * How the app gets onto the home screen here: by the browser's own question (`prompt`), or by hand
 * through the share sheet of an iPhone or iPad (`share-sheet`). Undefined where it is installed already,
 * or the browser has not said that it can be.
 */
export type InstallWay = 'prompt' | 'share-sheet' | undefined

/** The browser's question, which it lets the page ask later; TypeScript does not know it. */
interface InstallQuestion extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>
}

let question: InstallQuestion | undefined
const listeners = new Set<() => void>()

function keep(next: InstallQuestion | undefined): void {
  question = next
  for (const changed of listeners) changed()
}

/** Keeps the browser's question from being asked by itself; at the start, because it is offered once. */
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
  // Safari on iPhone and iPad alone has this word.
  return 'standalone' in navigator ? 'share-sheet' : undefined
}

/** Calls `changed` when there may be another way; the returned function ends it. */
export function subscribeInstallWay(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/** Asks; a browser lets that be done once, and only while a press is answered. */
export async function askToInstall(): Promise<void> {
  const asked = question
  keep(undefined)
  await asked?.prompt().catch(() => undefined)
}
