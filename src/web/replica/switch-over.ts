import type { PartnerId } from '../../domain/ids.ts'
import { withTimeout } from '../browser/with-timeout.ts'
import { addBelongings, readBelongings, watchBelongings, writeCopy } from './copy/carry-over.ts'
import { createDatabase, type ReplicaDatabase } from './copy/database.ts'
import { storesAgain } from './copy/faulty-device.ts'
import { LastBelongings, type LiveQuery } from './copy/last-belongings.ts'
import {
  dropMemoryCopy,
  holdsUnsaved,
  memoryCopyOf,
  rememberMemoryCopy,
} from './copy/memory-copies.ts'
import {
  StorageError,
  storageFaultOf,
  withStorageErrors,
  type StorageFault,
} from './copy/storage-error.ts'
import type { StorageState, StorageWatch } from './copy/storage-watch.ts'
import { isMarkedForWipe } from './copy/wipe.ts'
import type { Journal } from './journal.ts'
import { releaseDeletions } from './outbox/deletions.ts'
import { tryAgain } from './outbox/trouble.ts'
import { SwitchGate } from './switch-gate.ts'
import type { JournalInUse } from './switching-journal.ts'
import type { TabCopy } from './tab-copy.ts'

/** In milliseconds; the page has 3 s to say that nothing opens. */
const defaultOpenTimeoutMs = 2000

export interface SwitchOverOptions {
  readonly me: PartnerId
  readonly now: () => number
  /** Puts a database to use; `onFault` is called with the errors of its machinery. */
  readonly use: (database: ReplicaDatabase, onFault: (cause: unknown) => void) => TabCopy
  /** The copy says that its person has signed out: it ends, unread. */
  readonly onSignedOut: () => void
  readonly onFault: (cause: unknown) => void
  /** By which it follows what is to be carried over. */
  readonly liveQuery: LiveQuery
  readonly openTimeoutMs?: number | undefined
}

/**
 * The copy on the device, or the one in memory that takes its place when the device's storage fails, at the
 * start or under the open page. A copy whose person signed out in another tab just ends.
 */
export class SwitchOver implements JournalInUse, StorageWatch {
  readonly #options: SwitchOverOptions
  readonly #device: TabCopy
  readonly #gate = new SwitchGate()
  readonly #lastSeen: LastBelongings
  readonly #listeners = new Set<() => void>()
  #inUse: TabCopy
  #storage: StorageState = { kind: 'on-device' }
  #wasOpen = false
  #isDeleted = false
  #isStuck = false
  #isOver = false

  constructor(options: SwitchOverOptions) {
    this.#options = options
    this.#lastSeen = new LastBelongings(options.liveQuery)
    this.#device = this.#use(createDatabase(options.me))
    this.#inUse = this.#device
    const { database } = this.#device
    database.on('versionchange', ({ newVersion }: IDBVersionChangeEvent) => {
      void this.#giveWay(newVersion === null)
      return false
    })
    // Every read waits for this.
    database.on('ready', async () => this.#refuseSignedOut())
    database.on('populate', () => {
      if (!this.#wasOpen) return
      this.#isDeleted = true
      void this.#takeOver('closed')
      throw new Error('the copy on this device was deleted')
    })
  }

  /** Resolves once a copy is in use; rejects with `StorageError` without one. */
  async open(): Promise<void> {
    const left = memoryCopyOf(this.#options.me)
    if (left !== undefined) return this.#goOn(this.#use(left.database), left.state)
    const opening = withStorageErrors(async () => this.#openDevice())
    const timeoutMs = this.#options.openTimeoutMs ?? defaultOpenTimeoutMs
    try {
      // Some browsers never answer an opening.
      await withTimeout(timeoutMs, opening, () => new StorageError('unavailable'))
    } catch (cause) {
      if (this.#isOver) return
      if (!(await this.#takeOver(storageFaultOf(cause) ?? 'broken'))) throw cause
      opening.then(
        () => void this.#returnToDevice(),
        () => undefined,
      )
      return
    }
    if (this.#isOver) return
    this.#follow()
    this.#device.start()
  }

  journal(): Journal {
    return this.#inUse.journal
  }

  async run<Value>(work: (journal: Journal) => Promise<Value>): Promise<Value> {
    return this.#run(async (copy) => work(copy.journal))
  }

  /** As `run`, on the copy's database. */
  async runOnDatabase<Value>(work: (database: ReplicaDatabase) => Promise<Value>): Promise<Value> {
    return this.#run(async (copy) => work(copy.database))
  }

  current(): StorageState {
    return this.#storage
  }

  subscribe(changed: () => void): () => void {
    this.#listeners.add(changed)
    return () => this.#listeners.delete(changed)
  }

  wouldLose(): boolean {
    return this.#isStuck || holdsUnsaved()
  }

  wake(): void {
    this.#inUse.wake()
  }

  async close(): Promise<void> {
    this.#end()
    await this.#gate.settled()
    await this.#inUse.stop()
    this.#device.database.close()
  }

  #use(database: ReplicaDatabase): TabCopy {
    const copy = this.#options.use(database, (cause) => void this.#noteFault(copy, cause))
    return copy
  }

  async #refuseSignedOut(): Promise<void> {
    if (!(await isMarkedForWipe(this.#device.database, this.#options.now()))) return
    this.#end()
    this.#options.onSignedOut()
    throw new StorageError('closed')
  }

  async #openDevice(): Promise<void> {
    const { database } = this.#device
    await database.open()
    await releaseDeletions(database, this.#options.now())
    await tryAgain(database)
  }

  #follow(): void {
    this.#wasOpen = true
    this.#lastSeen.follow(this.#device.database)
  }

  /** Another connection deletes the copy or brings it to a newer version: it waits for this one. */
  async #giveWay(isDeletion: boolean): Promise<void> {
    const { database } = this.#device
    if (this.#isOver || this.#inUse !== this.#device) {
      if (isDeletion) memoryCopyOf(this.#options.me)?.belongings.deviceIsEmpty()
      database.close()
      return
    }
    await this.#switch(async () => {
      if (isDeletion && (await isMarkedForWipe(database, this.#options.now()))) {
        this.#end()
        return database.close()
      }
      this.#isDeleted = isDeletion
      try {
        await this.#moveIntoMemory('closed')
      } finally {
        database.close()
      }
    })
  }

  async #takeOver(fault: StorageFault): Promise<boolean> {
    if (this.#isOver) return false
    if (this.#inUse !== this.#device) return true
    return this.#switch(async () => {
      const mayPass = fault === 'broken' && this.#wasOpen
      if (mayPass && (await storesAgain(this.#device.database))) return
      await this.#moveIntoMemory(fault)
    })
  }

  /** Lets all calls wait for `work`; true when it came to an end. */
  async #switch(work: () => Promise<void>): Promise<boolean> {
    return this.#gate.switch(async () => {
      try {
        await work()
        return !this.#isOver
      } catch (cause) {
        this.#isStuck = !this.#isOver
        this.#tell()
        this.#options.onFault(cause)
        return false
      }
    })
  }

  async #moveIntoMemory(fault: StorageFault): Promise<void> {
    const { me } = this.#options
    const device = this.#device.database
    const { createMemoryDevice } = await import('./copy/memory-device.ts')
    const database = createDatabase(me, createMemoryDevice())
    await database.open()
    void this.#device.stop()
    const rows = await this.#lastSeen.readCopy(device)
    await writeCopy(database, rows)
    if (this.#isOver) return database.close()
    this.#lastSeen.stop()
    this.#isStuck = false
    const belongings = watchBelongings(database, device, this.#isDeleted ? new Map() : rows)
    const state = this.#memoryState(fault)
    rememberMemoryCopy(me, { database, belongings, state })
    this.#goOn(this.#use(database), state)
    if (this.#isDeleted) device.close()
  }

  #memoryState(fault: StorageFault): StorageState {
    // What was there when the page opened, and is not any more, was taken away.
    const isLost = this.#isDeleted || (this.#wasOpen && fault === 'unavailable')
    return { kind: 'in-memory', fault: isLost ? 'closed' : fault, isFromStart: !this.#wasOpen }
  }

  /** The device answers after all: it takes over, with what was made in memory meanwhile. */
  async #returnToDevice(): Promise<void> {
    await this.#gate.settled()
    const memory = this.#inUse
    if (this.#isOver || memory === this.#device) return
    await this.#switch(async () => {
      const { database } = this.#device
      try {
        await addBelongings(database, await readBelongings(memory.database))
      } catch {
        // It opens and stores nothing: the page goes on as it is.
        return database.close()
      }
      this.#follow()
      this.#goOn(this.#device, { kind: 'on-device' })
      void memory.stop().then(async () => dropMemoryCopy(this.#options.me))
    })
  }

  async #run<Value>(work: (copy: TabCopy) => Promise<Value>): Promise<Value> {
    if (this.#gate.isSwitching) return this.#gate.after(async () => work(this.#inUse))
    const copy = this.#inUse
    try {
      return await work(copy)
    } catch (cause) {
      if (!(await this.#isReplaced(copy, storageFaultOf(cause)))) throw cause
      return this.#gate.after(async () => work(this.#inUse))
    }
  }

  /** True when what failed on a copy can be done again: on another, or the device works again. */
  async #isReplaced(copy: TabCopy, fault: StorageFault | undefined): Promise<boolean> {
    if (fault === undefined) return false
    if (copy !== this.#inUse) return !this.#isOver
    return copy === this.#device && this.#takeOver(fault)
  }

  #goOn(copy: TabCopy, next: StorageState): void {
    this.#inUse = copy
    this.#storage = next
    copy.start()
    this.#tell()
  }

  #tell(): void {
    for (const changed of this.#listeners) changed()
  }

  async #noteFault(copy: TabCopy, cause: unknown): Promise<void> {
    // A copy that was closed or wiped while it was in use is no fault.
    if (this.#isOver || copy !== this.#inUse) return
    const fault = storageFaultOf(cause)
    if (fault === undefined) this.#options.onFault(cause)
    else if (copy === this.#device) {
      await this.#takeOver(fault)
      if (this.#inUse === this.#device && !this.#isOver) this.#options.onFault(cause)
    } else if (fault !== 'closed') this.#options.onFault(cause)
  }

  #end(): void {
    this.#isOver = true
    this.#lastSeen.stop()
  }
}
