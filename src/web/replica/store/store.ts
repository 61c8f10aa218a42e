import type { EntryId, PartnerId } from '../../../domain/ids.ts'
import { nextTask } from '../../browser/next-task.ts'
import { Disk, type DiskOptions } from '../disk/disk.ts'
import { databaseName } from '../disk/schema.ts'
import type { StorageState, StorageWatch } from '../disk/storage-watch.ts'
import type { Guard } from '../disk/write-changes.ts'
import { JournalMemory } from '../memory/journal-memory.ts'
import { keyOf, largeTables, ownTables, tableNames, type TableName } from '../memory/tables.ts'
import { isEmpty, type TableChanges, type Transaction } from '../memory/transaction.ts'
import { TabChannel } from './tab-channel.ts'
import { resolveLostRows } from './lost-rows.ts'
import { clearMirror, versionsHeld } from './rebuild.ts'
import { rollBack, mergeChanges, mergeRows, mergeTable, type Reading } from './merge-rows.ts'

/** The result of a change, and a promise that resolves once it is stored. */
export interface Changed<Value> {
  readonly value: Value
  /** Resolves once it is on the disk, or cannot be; rejects with `Superseded` alone. */
  readonly stored: Promise<void>
}

/** The tables of which another tab may finish or replace a row without a newer version. */
const sharedTables = [...ownTables, 'sentEdits', 'journal', 'progress'] as const

/** Memory that the disk does not hold, by person: while its page is open, and for when they sign in again on it. */
const unstored = new Map<PartnerId, JournalMemory>()

/**
 * One person's journal on this device: in memory, where all is read and changed; on the disk behind it; and in
 * step with the other tabs.
 */
export class Store implements StorageWatch {
  readonly person: PartnerId
  readonly memory: JournalMemory
  readonly disk: Disk
  readonly #tabs: TabChannel
  readonly #now: () => number
  readonly #onSignedOut: () => void
  #isOver = false
  #written: Promise<void> = Promise.resolve()

  constructor(options: DiskOptions) {
    this.person = options.person
    this.#now = options.now
    this.#onSignedOut = options.onSignedOut
    this.memory = unstored.get(this.person) ?? new JournalMemory(this.person)
    this.disk = new Disk({ ...options, onSignedOut: () => this.#endSignedOut() })
    this.disk.subscribe(() => {
      if (this.current().kind === 'in-memory') unstored.set(this.person, this.memory)
    })
    this.#tabs = new TabChannel(databaseName(this.person), (changes) => this.#mergeTab(changes))
  }

  /** Reads what the first screen shows; resolves once that is in memory. */
  async open(): Promise<void> {
    const wasLeft = this.memory.state().isRead
    const isOpen = await this.disk.open(() => void this.#resume())
    if (this.#isOver) return
    if (isOpen && wasLeft) return this.#resume()
    if (isOpen) {
      const read = await this.disk.readFirst()
      this.memory.change((rows) => mergeRows(rows, read))
    }
    const isWhole =
      this.disk.current().kind === 'in-memory' || this.memory.state().journal === undefined
    this.memory.setReadState({ isRead: true, isWhole })
    if (isWhole) this.#resolveUnreadable()
  }

  /** Reads everything else, in pieces between which input and drawing go first. */
  async readRest(): Promise<void> {
    for (const name of largeTables) {
      let after: string | undefined
      for (;;) {
        const piece = await this.disk.readPiece(name, after)
        if (this.#isOver) return
        if (piece === undefined) return this.#pullAll()
        this.memory.change((rows) => mergeRows(rows, piece.rows))
        after = piece.last
        if (!piece.isFull) break
        await nextTask()
      }
    }
    this.memory.setReadState({ isWhole: true })
    this.#resolveUnreadable()
  }

  /** Says what cannot be read of this device's own work; what the server has is read from it again. */
  #resolveUnreadable(): void {
    const unreadable = this.disk.unreadable.own()
    if (unreadable !== this.memory.state().unreadable) this.memory.setReadState({ unreadable })
    if (this.disk.unreadable.foundBroken()) this.change((rows) => forgetProgress(rows))
  }

  /** The rest of the copy cannot be read: the server has it. */
  #pullAll(): void {
    this.memory.change((rows) => forgetProgress(rows))
    this.memory.setReadState({ isWhole: true })
  }

  /** Brings an entry into memory that may not have been read yet. */
  async readEntry(id: EntryId): Promise<void> {
    if (this.memory.state().isWhole || this.memory.rows('entries').has(id)) return
    const read = await this.disk.readEntry(id)
    this.memory.change((rows) => mergeRows(rows, read))
  }

  /** Changes memory at once, all or nothing; the disk and the other tabs follow. */
  change<Value>(work: (rows: Transaction) => Value, guard?: Guard): Changed<Value> {
    const { value, changes } = this.memory.change((rows) => {
      const yielded = work(rows)
      if (this.memory.state().isWhole) resolveLostRows(rows, this.#now())
      return yielded
    })
    if (isEmpty(changes) || this.#isOver) return { value, stored: Promise.resolve() }
    const stored = this.disk.write(changes, guard).then(
      () => {
        // The others would take for stored what is not.
        if (this.disk.current().kind === 'on-device') this.#tabs.send(changes)
      },
      (cause: unknown) => {
        // A change that the disk does not take must not be shown either.
        this.memory.change((rows) => rollBack(rows, changes))
        throw cause
      },
    )
    // Changes of different tables end in any order.
    const before = this.#written
    // A caller that does not wait for it has lost nothing: it is in memory.
    this.#written = stored.catch(() => undefined).then(async () => before)
    return { value, stored }
  }

  /** Resolves once all changes so far are on the disk, or cannot be. */
  async written(): Promise<void> {
    return this.#written
  }

  /** Learns what other tabs have queued and sent, however late their messages are. */
  async readQueue(name: 'outbox' | 'unsentPhotos'): Promise<void> {
    const reading = this.#reading(name)
    const held = await this.disk.readQueue(name)
    if (held === undefined || this.#isOver) return
    this.memory.change((rows) => mergeTable(rows, name, held, reading))
  }

  /** Reads what other tabs have stored, after a time without their messages. */
  async readAgain(): Promise<void> {
    const readings = sharedTables.map((name) => [name, this.#reading(name)] as const)
    const outdated = versionsHeld(this.memory)
    const read = await this.disk.readFirst()
    // A row that cannot be read was not finished by another tab.
    if (this.#isOver || this.current().kind === 'in-memory') return
    const { journal } = this.memory.state()
    const isRebuilt = read.journal?.[0]?.rebuilt !== journal?.rebuilt
    const mirrored = isRebuilt ? await this.disk.readMirrored() : undefined
    if (this.#isOver || (isRebuilt && mirrored === undefined)) return
    this.memory.change((rows) => {
      for (const [name, reading] of readings) mergeTable(rows, name, read[name] ?? [], reading)
      // Rows of before another tab's rebuild may be newer, and gone.
      if (isRebuilt) clearMirror(rows, outdated)
      mergeRows(rows, { ...read, ...mirrored })
    })
    if (!isRebuilt) await this.readRest()
  }

  #reading(name: TableName): Reading {
    const isOwn = (ownTables as readonly string[]).includes(name)
    return {
      before: new Map(this.memory.rows(name)),
      isStored: (key) => !isOwn || this.disk.isStored(name, key),
    }
  }

  current(): StorageState {
    return this.disk.current()
  }

  subscribe(changed: () => void): () => void {
    return this.disk.subscribe(changed)
  }

  wouldLose(): boolean {
    return this.current().kind === 'in-memory' && this.#unstoredRows() > 0
  }

  close(): void {
    if (!this.wouldLose()) unstored.delete(this.person)
    this.#isOver = true
    this.#tabs.close()
    this.disk.close()
  }

  #unstoredRows(): number {
    return ownTables.reduce(
      (count, name) =>
        count +
        [...this.memory.rows(name).keys()].filter((key) => !this.disk.isStored(name, key)).length,
      0,
    )
  }

  #mergeTab(changes: TableChanges): void {
    if (this.#isOver) return
    this.memory.change((rows) => mergeChanges(rows, changes))
    this.disk.recordFromTab(changes)
  }

  /** The disk answers after all: what it holds comes into memory, and what was made meanwhile onto it. */
  async #resume(): Promise<void> {
    if (this.#isOver) return
    unstored.delete(this.person)
    this.memory.setReadState({ isWhole: false })
    this.disk.resume()
    const read = await this.disk.readFirst()
    if (this.#isOver) return
    this.change((rows) => {
      const made = ownTables.map((name) => [name, rows.all(name)] as const)
      mergeRows(rows, read)
      // Tables that memory has pulled meanwhile are pulled again, for the disk.
      for (const row of rows.all('progress')) rows.remove('progress', row.table)
      for (const row of read.progress ?? []) rows.put('progress', row)
      for (const [name, list] of made) for (const row of list) rows.put(name, { ...row })
    })
    await this.readRest()
  }

  /** The person has signed out: nothing of the journal stays in memory. */
  #endSignedOut(): void {
    if (this.#isOver) return
    this.memory.change((rows) => {
      for (const name of tableNames)
        for (const row of rows.all(name)) rows.remove(name, keyOf(name, row))
    })
    this.close()
    this.#onSignedOut()
  }
}

/** Lets the next pull read every table again. */
function forgetProgress(rows: Transaction): void {
  for (const { table } of rows.all('progress')) rows.remove('progress', table)
}

/** Throws away what is left in memory of a person's journal. */
export function forgetUnstored(person: PartnerId): void {
  unstored.delete(person)
}

/** The rest in memory of a person's journal that could not be stored. */
export function unstoredMemory(person: PartnerId): JournalMemory | undefined {
  return unstored.get(person)
}
