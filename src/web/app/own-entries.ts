import { isSevenDayTab } from '../browser/installed.ts'
import { askForLasting } from '../browser/lasting-storage.ts'
import { localSiteStorage } from '../browser/site-storage.ts'
import { toast } from '../ui/toast.tsx'
import { appTexts } from './texts.ts'

const countKey = 'tagebuch.own-entries'
/** In milliseconds; a sentence of this length is said once and never again. */
const sentenceMs = 12_000

const listeners = new Set<() => void>()

/** Calls `changed` with each entry that is noted; the returned function ends it. */
export function subscribeOwnEntries(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/** How many entries were written on this device; two stands for that and more. */
export function ownEntries(): number {
  return Number(localSiteStorage.getItem(countKey)) || 0
}

/**
 * An entry was written on this device. With the first one there is something to lose here, so the
 * browser is asked to keep it: some show a question of their own, so never at the start of a page.
 * A tab of Safari that does not promise it says once what that means.
 */
export function noteOwnEntry(): void {
  const before = ownEntries()
  if (before < 2) localSiteStorage.setItem(countKey, String(before + 1))
  for (const changed of listeners) changed()
  if (before > 0) return
  void askForLasting().then((lasting) => {
    if (lasting !== 'promised' && isSevenDayTab())
      toast({ title: appTexts.sevenDays, duration: sentenceMs })
  })
}
