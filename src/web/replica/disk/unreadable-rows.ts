import { keyOf, keyPaths, ownTables, type StoredRows, type TableName } from '../memory/tables.ts'
import type { Readable } from './read-rows.ts'
import type { CopyDatabase, StoreKey } from './schema.ts'
import { readStored } from './read-stored.ts'

interface Unreadable {
  readonly name: TableName
  readonly key: StoreKey
  /** False where the row has a word of a newer app: then it is hidden, and stays. */
  readonly isBroken: boolean
}

/**
 * The rows on the disk that cannot be used. A row that only this device has stays there: it is neither sent nor
 * removed. A row that the server has too is left out, and read from it again.
 */
export class UnreadableRows {
  readonly #rows = new Map<string, Unreadable>()
  #isBrokenNew = false

  /** Leaves out the rows that this app cannot use, and notes them. */
  readonly readable: Readable = (name, rows) => {
    const good: (typeof rows)[number][] = []
    for (const raw of rows) {
      const row = readStored(name, raw)
      if (typeof row === 'string') this.#record(name, raw, row === 'broken')
      else good.push(row)
    }
    return good
  }

  /** How many rows are of this person's own work. */
  own(): number {
    return [...this.#rows.values()].filter(({ name }) => isOwn(name)).length
  }

  /** True where rows of the server cannot be read that have not been asked about: they have to come from it again. */
  foundBroken(): boolean {
    const found = this.#isBrokenNew
    this.#isBrokenNew = false
    return found
  }

  /** Deletes rows of the server that are still broken. */
  async dropBroken(database: CopyDatabase): Promise<void> {
    for (const [place, { name, key, isBroken }] of this.#rows) {
      if (isOwn(name) || !isBroken) continue
      const transaction = database.begin([name], 'readwrite')
      const store = transaction.objectStore(name)
      const held = await store.get(key)
      if (held !== undefined && readStored(name, held) === 'broken') await store.delete(key)
      await transaction.done
      this.#rows.delete(place)
    }
  }

  #record<Name extends TableName>(name: Name, row: StoredRows[Name], isBroken: boolean): void {
    const place = `${name} ${keyOf(name, row)}`
    if (this.#rows.has(place)) return
    this.#rows.set(place, { name, key: keyInStore(name, row), isBroken })
    if (isBroken && !isOwn(name)) this.#isBrokenNew = true
  }
}

/** True where no server has what is lost here. */
function isOwn(name: TableName): boolean {
  return name === 'sentEdits' || (ownTables as readonly string[]).includes(name)
}

function keyInStore<Name extends TableName>(name: Name, row: StoredRows[Name]): StoreKey {
  const path: unknown = keyPaths[name]
  const fields: Readonly<Record<string, unknown>> = { ...row }
  const key = Array.isArray(path)
    ? path.map((field) => fields[String(field)])
    : fields[String(path)]
  return key as StoreKey
}
