import type { StorageFault } from './storage-error.ts'

/**
 * - `on-device`: the copy is in the browser's storage and outlives the page
 * - `in-memory`: the storage failed, and the copy lives as long as the page is open
 */
export type StorageState =
  | { readonly kind: 'on-device' }
  | {
      readonly kind: 'in-memory'
      readonly fault: StorageFault
      /** True where the page found no storage when it opened. */
      readonly isFromStart: boolean
    }

/** The present place of the copy. A state is replaced, never altered: compare by identity. */
export interface StorageWatch {
  current(): StorageState
  /** Calls `changed` after each change; the returned function ends it. */
  subscribe(changed: () => void): () => void
  /** True while closing the page would lose something a person has made. */
  wouldLose(): boolean
}
