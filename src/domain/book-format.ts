import type { GenericSchema, InferOutput } from 'valibot'
import { derivedId, type Instant } from './ids.ts'
import { journalTables, tables, type KeyedTable, type TableWith } from './journal-tables.ts'

/**
 * The JSON parts of a journal that was taken along (docs/book-format.md). A change that older readers cannot follow
 * raises the version; a new part or field does not: readers skip what they do not know.
 */
export const bookFormat = 'unser-tagebuch'
export const bookVersion = 2

/** A person's place in `BookHeader.people`. */
export type PersonIndex = 0 | 1

export interface BookPerson {
  readonly name: string
  /** By this a person is found again; ids of accounts are not in the file. */
  readonly identifier: string
}

/** The first part. */
export interface BookHeader {
  readonly format: typeof bookFormat
  readonly version: number
  readonly title: string
  /** An IANA name. */
  readonly timeZone: string
  readonly people: readonly [BookPerson, BookPerson]
  /** The person who made the file. */
  readonly by: PersonIndex
  readonly madeAt: Instant
  /** True if that person's own private notes are in it. */
  readonly withPrivate: boolean
  /** Given where the copy was unfinished: what changed since then is in it. */
  readonly since?: Instant
  /** Given where a journal with its photos takes several files: which of them this is, from 1 on. */
  readonly volume?: { readonly number: number; readonly of: number }
}

/** The tables whose rows are in the file, in the order in which they can come back. Each is a part of it, any number of times. */
export type BookTable = TableWith<{ readonly inBook: 'visible' | 'own' }>
export const bookTables = journalTables.filter(
  (name): name is BookTable => tables[name].inBook !== 'none',
)

/**
 * The columns that this database alone gives a row. An id that derives from the row stays behind, too: accounts are
 * in it (D15).
 */
const leftColumns = ['updated_at', 'visible_since', 'edit_version'] as const
type LeftColumn<Table> = (typeof leftColumns)[number] | (Table extends KeyedTable ? 'id' : never)

/** The columns of a table that are in the file: all that rows of the app have, but for those that stay behind. */
export const bookColumns = byBookTable((table) =>
  Object.entries(tables[table].columns)
    .filter(([, schema]) => schema !== null)
    .map(([column]) => column)
    .filter((column) => !(leftColumns as readonly string[]).includes(column))
    .filter((column) => column !== 'id' || tables[table].naturalKey === null),
)

type Columns<Table extends BookTable> = (typeof tables)[Table]['columns']
type Row<Table extends BookTable> = {
  readonly [
    Column in Exclude<
      keyof Columns<Table>,
      LeftColumn<Table>
    > as Columns<Table>[Column] extends null ? never : Column
  ]: Column extends 'user_id'
    ? PersonIndex
    : Columns<Table>[Column] extends GenericSchema
      ? InferOutput<Columns<Table>[Column]>
      : never
}

/** A row by the columns of its table, with a person's place as `user_id`. What is null or false is absent. */
export type BookRow<Table extends BookTable> = Sparse<Row<Table>> &
  // True if the server had not confirmed all of it when the file was made.
  (Table extends 'entries' ? { readonly is_unsent?: true } : unknown)

type Sparse<Whole> = Omit<Whole, MayLack<Whole>> & Partial<Pick<Whole, MayLack<Whole>>>
type MayLack<Whole> = {
  [Key in keyof Whole]: Whole[Key] extends boolean ? Key : null extends Whole[Key] ? Key : never
}[keyof Whole]

/** A value for each table of the file. */
export function byBookTable<Value>(make: (table: BookTable) => Value) {
  return Object.fromEntries(bookTables.map((table) => [table, make(table)])) as Readonly<
    Record<BookTable, Value>
  >
}

/** Fixed forever: another namespace would give the same part another digest. */
const digestNamespace = '5d0f6a52-3a0c-4a43-9b0e-8f1c2a7d4e61'

/** Tells whether a part is as it was written: the UUID v5 of its JSON, without spaces between values. */
export function digestOf(value: unknown): string {
  return derivedId(digestNamespace, JSON.stringify(value))
}

/** The characters that a browser, an editor or a reader of lines could take for markup, a line's end or nothing. */
const unsafe = /[<>&\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/**
 * An element that no browser runs, on a line of its own, and that no text inside can end. The last part, `end`, says how
 * many rows of each table there are, and the digest of each part before it; a file without it was cut off.
 *
 * @param id by which the page finds it
 */
export function bookPart(
  part: BookTable | 'header' | 'pictures' | 'end',
  value: unknown,
  id?: string,
) {
  const json = JSON.stringify(value).replace(unsafe, (character) =>
    Array.from(character.split(''), (unit) => {
      const code = unit.charCodeAt(0).toString(16).padStart(4, '0')
      return String.raw`\u${code}`
    }).join(''),
  )
  const attribute = id === undefined ? '' : ` id="${id}"`
  return {
    line: `<script type="application/json" data-part="${part}"${attribute}>${json}</script>\n`,
    digest: digestOf(value),
  }
}
