import { useState, useSyncExternalStore } from 'react'
import { installWay, subscribeInstallWay, type InstallWay } from '../browser/install.ts'
import { localSiteStorage } from '../browser/site-storage.ts'
import { ownEntries, subscribeOwnEntries } from './own-entries.ts'

const dismissedKey = 'tagebuch.install-dismissed'
/** A new visitor is not asked. */
const offeredFrom = 2

export interface InstallOfferState {
  readonly way: InstallWay
  /** True from the second entry written on this device, until it is dismissed, which is permanent. */
  readonly isOffered: boolean
  readonly dismiss: () => void
}

export function useInstallOffer(): InstallOfferState {
  const way = useSyncExternalStore(subscribeInstallWay, installWay)
  const written = useSyncExternalStore(subscribeOwnEntries, ownEntries)
  const [isDismissed, setDismissed] = useState(
    () => localSiteStorage.getItem(dismissedKey) !== null,
  )
  return {
    way,
    isOffered: way !== undefined && written >= offeredFrom && !isDismissed,
    dismiss() {
      localSiteStorage.setItem(dismissedKey, 'yes')
      setDismissed(true)
    },
  }
}
