import type { Timers } from '../../browser/timers.ts'
import { webLocks } from '../../browser/web-locks.ts'
import type { Disk } from '../disk/disk.ts'
import { databaseName } from '../disk/schema.ts'
import type { Store } from '../store/store.ts'

/**
 * Runs `work` while this tab is the only sender; `false` when another tab is sending and the work was
 * not run. `renew` is asked before each request: false means the right is lost.
 */
export type SenderLock = (
  work: (renew: () => Promise<boolean>) => Promise<void>,
) => Promise<boolean>

/** Longer than any request may take, so a lease never ends under a request. */
const leaseTime = 60_000
const leaseName = 'sender'

/**
 * Over plain HTTP a browser has no Web Locks: the right to send is a row with an end. A tab that
 * crashed is succeeded when its lease ends; one that closes properly gives it back.
 */
export function leaseLock(disk: Disk, owner: string, timers: Timers): SenderLock {
  const take = async () =>
    disk.swap('leases', leaseName, (lease) => {
      const now = timers.now()
      // An end further away than a lease lasts comes from a clock that has been set back.
      const standing = lease !== undefined && lease.until > now && lease.until <= now + leaseTime
      if (standing && lease.owner !== owner) return 'keep'
      return { name: leaseName, owner, until: now + leaseTime }
    })
  const giveBack = async () =>
    disk.swap('leases', leaseName, (lease) => (lease?.owner === owner ? 'delete' : 'keep'))

  return async (work) => {
    if (!(await take())) return false
    try {
      await work(take)
    } finally {
      await giveBack()
    }
    return true
  }
}

/** The best lock this browser has: the browser frees a Web Lock of a tab that closes or crashes. */
export function createSenderLock(
  { disk, person }: Store,
  owner: string,
  timers: Timers,
): SenderLock {
  const locks = webLocks()
  const lease = leaseLock(disk, owner, timers)
  if (locks === undefined) return lease
  return async (work) => {
    let isAnswered = false
    try {
      // Not queued for: the tab that sends takes this tab's mutations along, and a tab that is
      // to close must not wait for another one's request.
      const options = { ifAvailable: true }
      return await locks.request(`${databaseName(person)}-sender`, options, async (lock) => {
        isAnswered = true
        if (lock !== null) await work(async () => true)
        return lock !== null
      })
    } catch (cause) {
      if (isAnswered) throw cause
      // Where site data is blocked the browser has Web Locks and refuses to give one.
      return lease(work)
    }
  }
}
