import { atPageLeave } from '../../browser/page-end.ts'
import { localSiteStorage } from '../../browser/site-storage.ts'
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
/** The purposes of the right; the names are stored on devices. */
type LeaseName = 'sender' | 'photo-sender'

/**
 * Over plain HTTP a browser has no Web Locks: the right to send is a row with an end. A tab that
 * crashed is succeeded when its lease ends; one that is left, reloaded or closed gives it up, and takes it
 * again if it comes back and no other has it.
 */
export function leaseLock(
  disk: Disk,
  owner: string,
  timers: Timers,
  leaseName: LeaseName = 'sender',
): SenderLock {
  // In `localStorage`, which has it at once: the tab that was left while it held the lease.
  const leftKey = `tagebuch.${leaseName}-left`
  const take = async () => {
    const isTaken = await disk.swap('leases', leaseName, (lease) => {
      const now = timers.now()
      // An end further away than a lease lasts comes from a clock that has been set back.
      const standing = lease !== undefined && lease.until > now && lease.until <= now + leaseTime
      const isLeft = lease?.owner === localSiteStorage.getItem(leftKey)
      if (standing && !isLeft && lease.owner !== owner) return 'keep'
      return { name: leaseName, owner, until: now + leaseTime }
    })
    if (isTaken) localSiteStorage.removeItem(leftKey)
    return isTaken
  }
  const giveBack = async () =>
    disk.swap('leases', leaseName, (lease) => (lease?.owner === owner ? 'delete' : 'keep'))

  return async (work) => {
    const stop = atPageLeave(() => localSiteStorage.setItem(leftKey, owner))
    try {
      const isOurs = await take()
      if (isOurs) await work(take)
      return isOurs
    } finally {
      // A page may end before it is given back: WebKit cuts off the requests first.
      await giveBack().finally(stop)
    }
  }
}

/** The best lock this browser has: the browser frees a Web Lock of a tab that closes or crashes. */
export function createSenderLock(
  { disk, person }: Store,
  owner: string,
  timers: Timers,
  name: LeaseName = 'sender',
): SenderLock {
  const locks = webLocks()
  const lease = leaseLock(disk, owner, timers, name)
  if (locks === undefined) return lease
  return async (work) => {
    let isAnswered = false
    let isTakenBack = false
    let working: Promise<void> | undefined
    try {
      // Not queued for: the tab that sends takes this tab's mutations along, and a tab that is
      // to close must not wait for another one's request.
      const options = { ifAvailable: true }
      return await locks.request(`${databaseName(person)}-${name}`, options, async (lock) => {
        isAnswered = true
        working = lock === null ? undefined : work(async () => !isTakenBack)
        await working
        return lock !== null
      })
    } catch (cause) {
      // WebKit takes the lock back from a page that is left, and goes on with the work as it returns.
      if (isAnswered && cause instanceof DOMException && cause.name === 'AbortError') {
        isTakenBack = true
        await working
        return false
      }
      if (isAnswered) throw cause
      // If site data is blocked, the browser has Web Locks and refuses to give one.
      return lease(work)
    }
  }
}
