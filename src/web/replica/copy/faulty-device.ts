import type { ReplicaDatabase } from './database.ts'
import { withTimeout } from '../../browser/with-timeout.ts'

/** How long a faulty device has for a read. */
export const readTimeoutMs = 1500

/** True when the device stores again: a single transaction may fail without a lasting fault. */
export async function storesAgain(database: ReplicaDatabase): Promise<boolean> {
  const name = 'trial'
  try {
    const trial = database.transaction('rw', database.leases, async () => {
      await database.leases.put({ name, owner: '', until: 0 })
      await database.leases.delete(name)
    })
    await withTimeout(readTimeoutMs, Promise.resolve(trial))
    return true
  } catch {
    return false
  }
}
