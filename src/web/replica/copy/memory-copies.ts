import type { PartnerId } from '../../../domain/ids.ts'
import type { Belongings } from './carry-over.ts'
import type { ReplicaDatabase } from './database.ts'
import type { StorageState } from './storage-watch.ts'

/** A copy in this page's memory, which has taken the place of the one on the device. */
export interface MemoryCopy {
  readonly database: ReplicaDatabase
  readonly belongings: Belongings
  readonly state: StorageState
}

/**
 * By person, for as long as the page is open: no name leads to such a copy, as it does on the
 * device, and signing in again after a lost session must find it.
 */
const copies = new Map<PartnerId, MemoryCopy>()

export function memoryCopyOf(person: PartnerId): MemoryCopy | undefined {
  return copies.get(person)
}

export function rememberMemoryCopy(person: PartnerId, copy: MemoryCopy): void {
  copies.set(person, copy)
}

/** Throws away what is left of a person's copy in memory. */
export async function dropMemoryCopy(person: PartnerId): Promise<void> {
  const copy = copies.get(person)
  copies.delete(person)
  copy?.belongings.stop()
  await copy?.database.delete()
}

/** True while closing the page would lose something a person has made. */
export function holdsUnsaved(): boolean {
  return [...copies.values()].some((copy) => copy.belongings.wouldLose())
}
