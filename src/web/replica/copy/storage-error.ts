/**
 * - `unavailable`: the browser offers no IndexedDB here (some private windows, blocked site data)
 * - `full`: the device has no room left; nothing of the attempted write is stored
 * - `closed`: the copy was wiped or closed meanwhile, by a sign-out in another tab for example
 * - `newer`: a newer version of the app wrote the copy; it stays as it is
 * - `broken`: any other fault of the device's storage
 */
export type StorageFault = 'unavailable' | 'full' | 'closed' | 'newer' | 'broken'

/**
 * The device could not store or read. A write that rejects with this is not stored, so the
 * screen keeps the typed text in its form (D26).
 */
export class StorageError extends Error {
  override readonly name = 'StorageError'
  readonly code: StorageFault

  constructor(code: StorageFault, cause?: unknown) {
    super(`The journal's copy on this device: ${code}`, { cause })
    this.code = code
  }
}

const codes: Readonly<Record<string, StorageFault>> = {
  MissingAPIError: 'unavailable',
  OpenFailedError: 'unavailable',
  SecurityError: 'unavailable',
  InvalidStateError: 'unavailable',
  QuotaExceededError: 'full',
  NewerCopyError: 'newer',
  DatabaseClosedError: 'closed',
  UnknownError: 'broken',
  AbortError: 'broken',
  NotReadableError: 'broken',
}

/** Dexie wraps the browser's error; the inner one is the more telling. */
function namesOf(cause: unknown): string[] {
  if (!(cause instanceof Error)) return []
  const inner: unknown = 'inner' in cause ? cause.inner : cause.cause
  return [...namesOf(inner), cause.name]
}

/** What failed about the device's storage; undefined for anything else, a bug of ours included. */
export function storageFaultOf(cause: unknown): StorageFault | undefined {
  const name = namesOf(cause).find((known) => codes[known] !== undefined)
  if (name !== undefined) return codes[name]
  return cause instanceof StorageError && cause.cause === undefined ? cause.code : undefined
}

function faultOf(cause: unknown): StorageFault {
  return storageFaultOf(cause) ?? 'broken'
}

/** Runs storage work and gives its failures our codes. */
export async function withStorageErrors<Value>(work: () => PromiseLike<Value>): Promise<Value> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof StorageError) throw cause
    throw new StorageError(faultOf(cause), cause)
  }
}
