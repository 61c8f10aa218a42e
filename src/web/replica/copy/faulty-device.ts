import type { ReplicaDatabase } from './database.ts'
import { within } from './with-timeout.ts'

/** Milliseconds for what a faulty device still yields. */
export const readPatience = 1500

/** True when the device stores again: a single transaction may fail without a lasting fault. */
export async function storesAgain(database: ReplicaDatabase): Promise<boolean> {
  const name = 'trial'
  try {
    const trial = database.transaction('rw', database.leases, async () => {
      await database.leases.put({ name, owner: '', until: 0 })
      await database.leases.delete(name)
    })
    await within(readPatience, Promise.resolve(trial))
    return true
  } catch {
    return false
  }
}
