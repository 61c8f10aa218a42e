/**
 * - `unavailable`: the browser offers no IndexedDB here (some private windows, blocked site data)
 * - `full`: the device has no room left; nothing of the attempted write is stored
 * - `closed`: the copy was wiped or closed meanwhile, by a sign-out in another tab for example
 * - `newer`: a newer version of the app wrote the copy; it stays as it is
 * - `broken`: any other fault of the device's storage
 */
export type StorageFault = 'unavailable' | 'full' | 'closed' | 'newer' | 'broken'

/** The device could not store or read. */
export class StorageError extends Error {
  override readonly name = 'StorageError'
  readonly code: StorageFault

  constructor(code: StorageFault, cause?: unknown) {
    super(`The journal's copy on this device: ${code}`, { cause })
    this.code = code
  }
}

const codes: Readonly<Record<string, StorageFault>> = {
  SecurityError: 'unavailable',
  InvalidStateError: 'unavailable',
  QuotaExceededError: 'full',
  VersionError: 'newer',
}

/** The fault of the device's storage that an error means. */
export function storageFaultOf(cause: unknown): StorageFault {
  if (cause instanceof StorageError) return cause.code
  // A browser without IndexedDB has no such name.
  if (cause instanceof ReferenceError || cause instanceof TypeError) return 'unavailable'
  return cause instanceof Error ? (codes[cause.name] ?? 'broken') : 'broken'
}
