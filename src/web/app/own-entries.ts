import { hasHomeScreen, isSevenDayTab } from '../browser/installed.ts'
import { askForLasting } from '../browser/lasting-storage.ts'
import { localSiteStorage } from '../browser/site-storage.ts'
import { toast } from '../ui/toast.tsx'
import { appTexts } from './app-texts.ts'

const countKey = 'tagebuch.own-entries'
/** In milliseconds; long, because the toast is shown only once. */
const sentenceMs = 12_000

const listeners = new Set<() => void>()

/** Calls `changed` with each entry that is noted; the returned function ends it. */
export function subscribeOwnEntries(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/** How many entries were written on this device; two means two or more. */
export function ownEntries(): number {
  return Number(localSiteStorage.getItem(countKey)) || 0
}

/**
 * An entry was written on this device. With the first one there is something to lose, so the app
 * asks the browser to keep it; never at the start of a page, because some browsers show a prompt.
 * In a Safari tab that does not promise it, the app explains once what that means.
 */
export function noteOwnEntry(): void {
  const before = ownEntries()
  if (before < 2) localSiteStorage.setItem(countKey, String(before + 1))
  for (const changed of listeners) changed()
  if (before > 0) return
  void askForLasting().then((lasting) => {
    if (lasting !== 'promised' && isSevenDayTab())
      toast({ title: appTexts.sevenDays(hasHomeScreen()), duration: sentenceMs })
  })
}
