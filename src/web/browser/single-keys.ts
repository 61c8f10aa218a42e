import { localSiteStorage } from './site-storage.ts'

const offKey = 'tagebuch.single-keys-off'

/** False where this device's person has switched the shortcuts of one key off. */
export function areSingleKeysOn(): boolean {
  return localSiteStorage.getItem(offKey) === null
}

export function switchSingleKeys(isOn: boolean): void {
  if (isOn) localSiteStorage.removeItem(offKey)
  else localSiteStorage.setItem(offKey, 'yes')
}
