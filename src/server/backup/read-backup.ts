import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import type * as v from 'valibot'
import { errorLabel } from '../error-code.ts'
import { StartupError } from '../settings/startup-error.ts'
import {
  backupTables,
  backupVersion,
  endLine,
  headerLine,
  longestLine,
  rowLine,
  tableLine,
  versionLine,
  type BackupCounts,
  type BackupHeader,
} from './format.ts'
import { parseIfValid } from '../../domain/parse.ts'

/** The receiver of a backup's rows, in the file's order. */
export interface BackupReceiver {
  table(name: string, columns: readonly string[]): Promise<void>
  /** One row as the JSON text that the database wrote. */
  row(text: string): Promise<void>
}

export interface BackupSummary {
  readonly header: BackupHeader
  readonly counts: BackupCounts
}

const nowhere: BackupReceiver = { table: async () => undefined, row: async () => undefined }

/**
 * Reads a backup to its end, a row at a time, and checks everything: compression, form, tables and
 * columns, counts and checksum. Throws `StartupError` when anything is wrong, which may be after
 * the last row; a receiver must then undo what it did.
 */
export async function readBackup(
  file: string,
  receiver: BackupReceiver = nowhere,
): Promise<BackupSummary> {
  const reading = new Reading(file, receiver)
  try {
    for await (const line of linesOf(textOf(file), file)) await reading.take(line)
  } catch (error) {
    if (error instanceof StartupError) throw error
    throw fileFailure(error, file)
  }
  return reading.end()
}

/** The unzipped text of a backup; a file that someone has unzipped before is read as it is. */
async function* textOf(file: string): AsyncGenerator<Buffer> {
  const handle = await open(file)
  const unzip = createGunzip()
  try {
    const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0)
    const source = handle.createReadStream({ start: 0, autoClose: false })
    const isZipped = buffer[0] === 0x1f && buffer[1] === 0x8b
    source.once('error', (error) => unzip.destroy(error))
    yield* isZipped ? source.pipe(unzip) : source
  } finally {
    unzip.destroy()
    await handle.close()
  }
}

function fileFailure(error: unknown, file: string): unknown {
  const code = errorLabel(error)
  if (code.startsWith('Z_')) return damaged(file, 'it is not a complete gzip file')
  if (error instanceof Error && 'syscall' in error)
    return new StartupError(`The backup ${file} cannot be read (${code}).`)
  return error
}

export function damaged(file: string, how: string): StartupError {
  return new StartupError(`The backup ${file} is damaged or not one of ours: ${how}.`)
}

/** The first line of a backup alone; undefined if the file cannot be read or is not one of ours. */
export async function readHeader(file: string): Promise<BackupHeader | undefined> {
  try {
    for await (const line of linesOf(textOf(file), file))
      return parseIfValid(headerLine, line.toString('utf8'))
    return undefined
  } catch {
    return undefined
  }
}

/** Splits at line ends; a last line without one is an error, because the file is truncated. */
async function* linesOf(source: AsyncIterable<Buffer>, file: string): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of source) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let from = 0
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10, from)) {
      yield rest.subarray(from, end)
      from = end + 1
    }
    rest = rest.subarray(from)
    if (rest.length > longestLine) throw damaged(file, 'a line is too long')
  }
  if (rest.length > 0) throw damaged(file, 'its end is missing')
}

/** The state of reading: the parts so far, and those that may come next. */
class Reading {
  readonly #file: string
  readonly #receiver: BackupReceiver
  readonly #hash = createHash('sha256')
  readonly #counts: Record<string, number> = {}
  #header: BackupHeader | undefined
  #table: { readonly name: string; readonly columns: ReadonlySet<string> } | undefined
  /** The number of the last table in `backupTables`. */
  #last = -1
  #finished = false

  constructor(file: string, receiver: BackupReceiver) {
    this.#file = file
    this.#receiver = receiver
  }

  async take(line: Buffer): Promise<void> {
    const text = line.toString('utf8')
    if (this.#finished) throw this.#damaged('something follows its end')
    if (this.#header === undefined) this.#header = this.#readHeader(text)
    else if (text.startsWith('{"table":')) await this.#startTable(text)
    else if (text.startsWith('{"counts":')) return this.#checkEnd(text)
    else await this.#takeRow(text)
    this.#hash.update(line).update('\n')
  }

  end(): BackupSummary {
    if (this.#header === undefined || !this.#finished) throw this.#damaged('its end is missing')
    return { header: this.#header, counts: this.#counts }
  }

  #readHeader(text: string): BackupHeader {
    const version = parseIfValid(versionLine, text)?.version ?? backupVersion
    if (version !== backupVersion)
      throw new StartupError(
        `The backup ${this.#file} has version ${version}, and this program reads ` +
          `version ${backupVersion}; update the program first.`,
      )
    return this.#parse(headerLine, text, 'its first line')
  }

  async #startTable(text: string): Promise<void> {
    const { table, columns } = this.#parse(tableLine, text, 'the line of a table')
    // A table that is newer than the backup is missing in it.
    const at = backupTables.findIndex(({ name }) => name === table)
    if (at <= this.#last) throw this.#damaged('its tables are not in order')
    this.#last = at
    const expected = backupTables[at]
    // Other columns of an account would be rights that no backup of ours contains.
    if (!columns.every((column) => expected?.columns?.includes(column) ?? true))
      throw this.#damaged(`${table} has columns that no backup has`)
    this.#counts[table] = 0
    this.#table = { name: table, columns: new Set(columns) }
    await this.#receiver.table(table, columns)
  }

  async #takeRow(text: string): Promise<void> {
    const row = Object.keys(this.#parse(rowLine, text, 'a row'))
    const table = this.#table
    if (table === undefined) throw this.#damaged('a row comes before its table')
    if (row.length !== table.columns.size || !row.every((name) => table.columns.has(name)))
      throw this.#damaged(`a row of ${table.name} has other columns than its table`)
    this.#counts[table.name] = (this.#counts[table.name] ?? 0) + 1
    await this.#receiver.row(text)
  }

  #checkEnd(text: string): void {
    const { counts, sha256 } = this.#parse(endLine, text, 'its last line')
    if (sha256 !== this.#hash.digest('hex')) throw this.#damaged('its checksum is wrong')
    const names = new Set([...Object.keys(counts), ...Object.keys(this.#counts)])
    if (![...names].every((name) => this.#counts[name] === counts[name]))
      throw this.#damaged('rows are missing')
    this.#finished = true
  }

  #parse<Schema extends v.GenericSchema>(
    schema: Schema,
    text: string,
    what: string,
  ): v.InferOutput<Schema> {
    const parsed = parseIfValid(schema, text)
    if (parsed === undefined) throw this.#damaged(`${what} is not understood`)
    return parsed
  }

  #damaged(how: string): StartupError {
    return damaged(this.#file, how)
  }
}
