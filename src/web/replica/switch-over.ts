import { liveQuery, type Subscription } from 'dexie'

import type { PartnerId } from '../../domain/ids.ts'
import {
  addBelongings,
  readBelongings,
  readCopy,
  watchBelongings,
  writeCopy,
  type TableRows,
} from './copy/carry-over.ts'
import { createDatabase, type ReplicaDatabase } from './copy/database.ts'
import { readTimeoutMs, storesAgain } from './copy/faulty-device.ts'
import {
  dropMemoryCopy,
  holdsUnsaved,
  memoryCopyOf,
  rememberMemoryCopy,
} from './copy/memory-copies.ts'
import { outsideLiveQueries } from './copy/outside-live-queries.ts'
import { releaseDeletions } from './outbox/deletions.ts'
import {
  StorageError,
  storageFaultOf,
  withStorageErrors,
  type StorageFault,
} from './copy/storage-error.ts'
import type { StorageState, StorageWatch } from './copy/storage-watch.ts'
import type { JournalInUse } from './switching-journal.ts'
import type { TabCopy } from './tab-copy.ts'
import { tryAgain } from './outbox/trouble.ts'
import { isWipeAnnounced } from './copy/wipe.ts'
import { withTimeout } from '../browser/with-timeout.ts'

/** Milliseconds after which an opening without an answer is given up; the page has 3 s to say so. */
const defaultOpenTimeoutMs = 2000
export interface SwitchOverOptions {
  readonly me: PartnerId
  readonly now: () => number
  /** Puts a database to use; `onFault` is called with the errors of its machinery. */
  readonly use: (database: ReplicaDatabase, onFault: (cause: unknown) => void) => TabCopy
  readonly onFault: (cause: unknown) => void
  readonly openTimeoutMs?: number | undefined
}

/** The copy on the device, or the one in memory that has taken its place. */
export interface SwitchOver extends JournalInUse, StorageWatch {
  /** As `run`, on the copy's database. */
  readonly runOnDatabase: <Value>(
    work: (database: ReplicaDatabase) => Promise<Value>,
  ) => Promise<Value>
  /** Resolves once a copy is in use; rejects with `StorageError` where none could be had. */
  open(): Promise<void>
  wake(): void
  close(): Promise<void>
}

/**
 * Keeps the journal going when the device's storage fails: at the start, where it is missing,
 * refuses or never answers, and under the open page, where it is full, deleted or broken. What can
 * be read goes along into memory; the page goes on without a reload and sends from there.
 *
 * A copy that is wiped by a wanted sign-out in another tab is none of these: it just ends.
 */
export function createSwitchOver(options: SwitchOverOptions): SwitchOver {
  const { me, onFault } = options
  const device = options.use(createDatabase(me), (cause) => void noteFault(device, cause))
  const listeners = new Set<() => void>()
  const waiting: (() => void)[] = []
  let inUse = device
  let storage: StorageState = { kind: 'on-device' }
  let switching: Promise<boolean> | undefined
  /** The belongings as last seen on the device, for when it lets nothing be read any more. */
  let lastSeen: TableRows = new Map()
  let watching: Subscription | undefined
  let wasOpen = false
  let isDeleted = false
  let isStuck = false
  let isOver = false

  device.database.on('versionchange', ({ newVersion }: IDBVersionChangeEvent) => {
    void giveWay(newVersion === null)
    return false
  })
  device.database.on('populate', () => {
    if (!wasOpen) return
    // The browser evicted the copy and creates an empty one, which would forget what was here.
    isDeleted = true
    void takeOver('closed')
    throw new Error('the copy on this device was deleted')
  })

  async function open(): Promise<void> {
    const left = memoryCopyOf(me)
    if (left !== undefined) return goOn(memoryInUse(left.database), left.state)
    const opening = withStorageErrors(async () => {
      await device.database.open()
      await releaseDeletions(device.database, options.now())
      await tryAgain(device.database)
    })
    const timeoutMs = options.openTimeoutMs ?? defaultOpenTimeoutMs
    try {
      // Some browsers never answer an opening.
      await withTimeout(timeoutMs, opening, () => new StorageError('unavailable'))
    } catch (cause) {
      if (isOver) return
      if (!(await takeOver(storageFaultOf(cause) ?? 'broken'))) throw cause
      opening.then(returnToDevice, () => undefined)
      return
    }
    if (isOver) return
    follow()
    device.start()
  }

  function follow(): void {
    wasOpen = true
    watching = liveQuery(async () => readBelongings(device.database)).subscribe({
      next: (rows) => {
        lastSeen = rows
      },
      error: () => undefined,
    })
  }

  /** Another connection deletes the copy or brings it to a newer version: it waits for this one. */
  async function giveWay(isDeletion: boolean): Promise<void> {
    if (isOver || inUse !== device) {
      if (isDeletion) memoryCopyOf(me)?.belongings.deviceIsEmpty()
      device.database.close()
      return
    }
    await change(async () => {
      if (isDeletion && (await isWipeAnnounced(device.database, options.now()))) {
        end()
        return device.database.close()
      }
      isDeleted = isDeletion
      try {
        await moveIntoMemory('closed')
      } finally {
        device.database.close()
      }
    })
  }

  async function takeOver(fault: StorageFault): Promise<boolean> {
    if (isOver) return false
    if (inUse !== device) return true
    return change(async () => {
      if (fault === 'broken' && wasOpen && (await storesAgain(device.database))) return
      await moveIntoMemory(fault)
    })
  }

  /** Lets all calls wait for `work`; true when it came to an end. One at a time. */
  async function change(work: () => Promise<void>): Promise<boolean> {
    switching ??= outsideLiveQueries(work)
      .then(
        () => !isOver,
        (cause: unknown) => {
          isStuck = !isOver
          tell()
          onFault(cause)
          return false
        },
      )
      .finally(() => {
        switching = undefined
        for (const resume of waiting.splice(0)) resume()
      })
    return switching
  }

  async function moveIntoMemory(fault: StorageFault): Promise<void> {
    const { createMemoryDevice } = await import('./copy/memory-device.ts')
    const database = createDatabase(me, createMemoryDevice())
    await database.open()
    void device.stop()
    const rows = await rowsToCarry()
    await writeCopy(database, rows)
    if (isOver) return database.close()
    watching?.unsubscribe()
    isStuck = false
    const belongings = watchBelongings(database, device.database, isDeleted ? new Map() : rows)
    // What was there when the page opened, and is not any more, was taken away.
    const isLost = isDeleted || (wasOpen && fault === 'unavailable')
    const lasting = isLost ? 'closed' : fault
    const state = { kind: 'in-memory', fault: lasting, isFromStart: !wasOpen } as const
    rememberMemoryCopy(me, { database, belongings, state })
    goOn(memoryInUse(database), state)
    if (isDeleted) device.database.close()
  }

  function memoryInUse(database: ReplicaDatabase): TabCopy {
    const copy = options.use(database, (cause) => void noteFault(copy, cause))
    return copy
  }

  async function rowsToCarry(): Promise<TableRows> {
    if (!device.database.isOpen()) return lastSeen
    return withTimeout(readTimeoutMs, readCopy(device.database)).catch(() => lastSeen)
  }

  /** The device answers after all: it takes over, with what was made in memory meanwhile. */
  async function returnToDevice(): Promise<void> {
    await switching
    if (isOver || inUse === device) return
    const { database } = inUse
    await change(async () => {
      const memory = inUse
      try {
        await addBelongings(device.database, await readBelongings(database))
      } catch {
        // It opens and stores nothing: the page goes on as it is.
        return device.database.close()
      }
      follow()
      goOn(device, { kind: 'on-device' })
      void memory.stop().then(async () => dropMemoryCopy(me))
    })
  }

  async function run<Value>(work: (copy: TabCopy) => Promise<Value>): Promise<Value> {
    if (switching !== undefined) return afterSwitch(work)
    const copy = inUse
    try {
      return await work(copy)
    } catch (cause) {
      if (!(await isReplaced(copy, storageFaultOf(cause)))) throw cause
      return afterSwitch(work)
    }
  }

  /** Outside the live query that may have asked, see `outsideLiveQueries`. */
  async function afterSwitch<Value>(work: (copy: TabCopy) => Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      const go = () => void work(inUse).then(resolve, reject)
      if (switching === undefined) setTimeout(go, 0)
      else waiting.push(go)
    })
  }

  /** True when what failed on a copy can be done again: on another, or the device works again. */
  async function isReplaced(copy: TabCopy, fault: StorageFault | undefined): Promise<boolean> {
    if (fault === undefined) return false
    if (copy !== inUse) return !isOver
    return copy === device && takeOver(fault)
  }

  function goOn(copy: TabCopy, next: StorageState): void {
    inUse = copy
    storage = next
    copy.start()
    tell()
  }

  function tell(): void {
    for (const changed of listeners) changed()
  }

  async function noteFault(copy: TabCopy, cause: unknown): Promise<void> {
    // A copy that was closed or wiped under the machinery is no fault.
    if (isOver || copy !== inUse) return
    const fault = storageFaultOf(cause)
    if (fault === undefined) onFault(cause)
    else if (copy === device) {
      await takeOver(fault)
      if (inUse === device && !isOver) onFault(cause)
    } else if (fault !== 'closed') onFault(cause)
  }

  function end(): void {
    isOver = true
    watching?.unsubscribe()
  }

  return {
    open,
    journal: () => inUse.journal,
    run: async (work) => run(async (copy) => work(copy.journal)),
    runOnDatabase: async (work) => run(async (copy) => work(copy.database)),
    current: () => storage,
    subscribe(changed) {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    wouldLose: () => isStuck || holdsUnsaved(),
    wake: () => inUse.wake(),
    async close() {
      end()
      await switching
      await inUse.stop()
      // A copy in memory stays: it is found again when the person signs in again.
      device.database.close()
    },
  }
}
