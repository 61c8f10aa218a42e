import type { EntryId, PartnerId } from '../../../domain/ids.ts'
import { withTimeout } from '../../browser/with-timeout.ts'
import { ownTables, type LargeTable, type OwnTable, type TableName } from '../memory/tables.ts'
import { isEmpty, type TableChanges } from '../memory/transaction.ts'
import { HeldRows } from './held-rows.ts'
import { openDatabase } from './open-database.ts'
import {
  readEntry,
  readFirst,
  readMirrored,
  readQueue,
  readPiece,
  type Piece,
  type QueueRows,
  type QueueTable,
  type Readable,
  type ReadRows,
} from './read-rows.ts'
import type { CopyDatabase, Swapped } from './schema.ts'
import { StorageError, storageFaultOf, type StorageFault } from './storage-error.ts'
import type { StorageState } from './storage-watch.ts'
import { UnreadableRows } from './unreadable-rows.ts'
import { isMarkedForWipe } from './wipe.ts'
import { Superseded, writeChanges, type Guard } from './write-changes.ts'

export interface DiskOptions {
  readonly person: PartnerId
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Milliseconds after which an opening without an answer is given up. */
  readonly openTimeoutMs: number
  /** The copy says that its person has signed out. */
  readonly onSignedOut: () => void
}

/**
 * One person's copy in IndexedDB, where memory's changes are stored behind the screens. Once it has failed, nothing
 * more is stored, and what the copy held stays; nothing here rejects for that.
 *
 *     opening ──> open ──> failed     a connection that the system closed is opened again once
 *        └─ no answer for 2 s ─> failed ──> open, if it answers after all
 */
export class Disk {
  readonly unreadable = new UnreadableRows()
  readonly #options: DiskOptions
  readonly #listeners = new Set<() => void>()
  readonly #held = new HeldRows()
  #database: CopyDatabase | undefined
  #opening: Promise<void> | undefined
  #state: StorageState = { kind: 'on-device' }
  #wasOpen = false
  #isOver = false

  constructor(options: DiskOptions) {
    this.#options = options
  }

  /** Opens the copy. Resolves to false where there is none to use, and calls `onLate` if it opens after that. */
  async open(onLate: () => void): Promise<boolean> {
    const opening = this.#open()
    try {
      // Some browsers never answer an opening.
      const timedOut = () => new StorageError('unavailable')
      await withTimeout(this.#options.openTimeoutMs, opening, timedOut)
      return !this.#isOver
    } catch (cause) {
      this.#fail(storageFaultOf(cause))
      opening.then(onLate, () => undefined)
      return false
    }
  }

  /** The copy that answered late is used from here on. */
  resume(): void {
    this.#state = { kind: 'on-device' }
    this.#notify()
  }

  current(): StorageState {
    return this.#state
  }

  subscribe(changed: () => void): () => void {
    this.#listeners.add(changed)
    return () => this.#listeners.delete(changed)
  }

  /** True where the copy holds this row of an own table as it is now. */
  isStored(name: TableName, key: string): boolean {
    return this.#held.isCurrent(name, key)
  }

  /** The rows of the first screen, with all that is small. */
  async readFirst(): Promise<ReadRows> {
    const rows = await this.#readRows(async (...on) => readFirst(...on, this.#options.now()))
    for (const name of ownTables) this.#held.recordRows(name, rows?.[name] ?? [])
    // Without it everything is read from the server again, and what cannot be read must not stand against that.
    if (rows?.journal?.length === 0) await this.dropBroken()
    return rows ?? {}
  }

  /** The rows of a table after a key, in the order of keys; undefined where nothing can be read. */
  async readPiece(name: LargeTable, after: string | undefined): Promise<Piece | undefined> {
    return this.#readRows(async (...on) => readPiece(...on, name, after))
  }

  /** All rows of the large tables; undefined where they cannot be read. */
  async readMirrored(): Promise<ReadRows | undefined> {
    return this.#readRows(readMirrored)
  }

  /** The writes or photos that wait, of all tabs; undefined if nothing can be read. */
  async readQueue<Name extends QueueTable>(name: Name): Promise<QueueRows<Name> | undefined> {
    return this.#readRows(async (...on) => readQueue(...on, name))
  }

  async readEntry(id: EntryId): Promise<ReadRows> {
    return (await this.#readRows(async (...on) => readEntry(...on, id))) ?? {}
  }

  /** Removes rows of the server that could not be read and were not replaced since, once all is read from it again. */
  async dropBroken(): Promise<void> {
    await this.#read(async (database) => this.unreadable.dropBroken(database))
  }

  /**
   * Stores what changed; resolves once it is stored or cannot be. Rejects with `Superseded` alone, where the guard
   * does not hold.
   */
  async write(changes: TableChanges, guard?: Guard): Promise<void> {
    if (this.#isOver || isEmpty(changes)) return
    if (this.#state.kind === 'in-memory') return this.#forget(changes)
    try {
      await this.#withDatabase(async (database) => writeChanges(database, changes, guard))
      this.#held.record(changes)
    } catch (cause) {
      if (cause instanceof Superseded) throw cause
      if (this.#isOver) return
      this.#fail(storageFaultOf(cause))
      await this.#forget(changes)
    }
  }

  /**
   * Compares and sets in one transaction, so that of two tabs one succeeds; true where there is nothing that
   * could be shared.
   */
  async swap<Name extends keyof Swapped>(
    name: Name,
    key: string,
    next: (held: Swapped[Name] | undefined) => Swapped[Name] | 'keep' | 'delete',
  ): Promise<boolean> {
    const swapped = await this.#read(async (database) => {
      const transaction = database.begin([name], 'readwrite')
      const store = transaction.objectStore(name)
      const row = next((await store.get(key)) as Swapped[Name] | undefined)
      if (row === 'delete') await store.delete(key)
      else if (row !== 'keep') await store.put(row)
      await transaction.done
      return row !== 'keep'
    })
    return swapped ?? true
  }

  /** Does work on pictures; rejects where that fails, which ends nothing else. */
  async withPictures<Value>(work: (database: CopyDatabase) => Promise<Value>): Promise<Value> {
    if (this.#isOver) throw new StorageError('closed')
    if (this.#state.kind === 'in-memory') throw new StorageError(this.#state.fault)
    return this.#withDatabase(work)
  }

  /** The page is left, and may be kept for Back: with an open connection, WebKit would store nothing more then. */
  leave(shown: Promise<void>): void {
    const left = this.#database
    if (left === undefined) return
    left.leave()
    this.#database = undefined
    this.#openAgain(left, shown).catch(() => undefined)
  }

  close(): void {
    this.#isOver = true
    this.#database?.close()
  }

  async #open(mayCreate = true): Promise<void> {
    const { person, now, onSignedOut } = this.#options
    const database = await openDatabase(person, {
      mayCreate,
      now,
      onWanted: (newVersion) => void this.#closeForOther(newVersion === null),
      onTerminated: () => {
        if (this.#database === database) this.#database = undefined
      },
    })
    if (this.#isOver) return database.close()
    if (await isMarkedForWipe(database, now())) {
      this.close()
      database.close()
      return onSignedOut()
    }
    this.#database = database
    this.#wasOpen = true
  }

  /** A connection that the system has closed, or that fails, is opened again once. */
  async #withDatabase<Value>(work: (database: CopyDatabase) => Promise<Value>): Promise<Value> {
    const used = this.#database
    try {
      return await work(this.#opened())
    } catch (cause) {
      if (cause instanceof Superseded || storageFaultOf(cause) === 'full' || this.#isOver)
        throw cause
      await this.#openAgain(used)
      return work(this.#opened())
    }
  }

  /** Together for all that failed on the same connection. Nothing opens it before `after`. */
  async #openAgain(used: CopyDatabase | undefined, after?: Promise<void>): Promise<void> {
    if (this.#database !== undefined && this.#database !== used) return
    this.#database?.close()
    // A copy that was deleted is not made again under the open page.
    this.#opening ??= Promise.resolve(after)
      .then(async () => this.#open(false))
      .finally(() => {
        this.#opening = undefined
      })
    await this.#opening
  }

  #opened(): CopyDatabase {
    if (this.#database === undefined) throw new StorageError('closed')
    return this.#database
  }

  async #readRows<Value>(
    work: (database: CopyDatabase, readable: Readable) => Promise<Value>,
  ): Promise<Value | undefined> {
    return this.#read(async (database) => work(database, this.unreadable.readable))
  }

  /** Undefined where it cannot be read. */
  async #read<Value>(work: (database: CopyDatabase) => Promise<Value>): Promise<Value | undefined> {
    if (this.#isOver || this.#state.kind === 'in-memory') return undefined
    try {
      return await this.#withDatabase(work)
    } catch (cause) {
      if (!this.#isOver) this.#fail(storageFaultOf(cause))
      return undefined
    }
  }

  /** Another connection deletes the copy or brings it to a newer version: it waits for this one. */
  async #closeForOther(isDeletion: boolean): Promise<void> {
    const database = this.#database
    if (database === undefined) return
    const isSignedOut = isDeletion && (await isMarkedForWipe(database, this.#options.now()))
    database.close()
    if (this.#isOver) return
    if (isDeletion) this.#held.clear()
    if (!isSignedOut) return this.#fail('closed')
    this.#isOver = true
    this.#options.onSignedOut()
  }

  #fail(fault: StorageFault): void {
    if (this.#state.kind === 'in-memory') return
    // A copy that was there when the page opened, and is not any more, was taken away.
    const isLost = this.#wasOpen && fault === 'unavailable'
    const isFromStart = !this.#wasOpen
    this.#state = { kind: 'in-memory', fault: isLost ? 'closed' : fault, isFromStart }
    this.#notify()
  }

  /**
   * Deletes from the copy, as far as that is possible, the rows that were finished after the failure (sent, shown,
   * discarded), so that the next start neither sends nor offers them again.
   */
  async #forget(changes: TableChanges): Promise<void> {
    // If even this fails, the ids made here keep it from being stored twice.
    for (const [name, key] of this.#held.outdate(changes))
      await this.#deleteRow(name, key).catch(() => undefined)
  }

  async #deleteRow(name: OwnTable, key: string): Promise<void> {
    await this.#database?.begin([name], 'readwrite').objectStore(name).delete(key)
  }

  /** Another tab has stored this. */
  recordFromTab(changes: TableChanges): void {
    if (this.#state.kind === 'on-device') this.#held.record(changes)
  }

  #notify(): void {
    for (const changed of this.#listeners) changed()
  }
}
