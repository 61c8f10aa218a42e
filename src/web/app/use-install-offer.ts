import { useState, useSyncExternalStore } from 'react'
import { installWay, subscribeInstallWay } from '../browser/install.ts'
import { localSiteStorage } from '../browser/site-storage.ts'
import { ownEntries, subscribeOwnEntries } from './own-entries.ts'

const dismissedKey = 'tagebuch.install-dismissed'
/** A new visitor is not asked. */
const offeredFrom = 2

export function useInstallOffer() {
  const way = useSyncExternalStore(subscribeInstallWay, installWay)
  const written = useSyncExternalStore(subscribeOwnEntries, ownEntries)
  const [isDismissed, setDismissed] = useState(
    () => localSiteStorage.getItem(dismissedKey) !== null,
  )
  return {
    way,
    /** True from the second entry written on this device, until it is dismissed, which is permanent. */
    isOffered: way !== undefined && written >= offeredFrom && !isDismissed,
    dismiss: () => {
      localSiteStorage.setItem(dismissedKey, 'yes')
      setDismissed(true)
    },
  }
}
