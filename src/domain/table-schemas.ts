import * as v from 'valibot'

import { instantSchema as instant, uuidSchema as id, type EntryId, type Instant } from './ids.ts'
import { journalTables, tables, type JournalTable } from './journal-tables.ts'
import { parseIfValid } from './parse.ts'
import { unused } from './tables/define-table.ts'

type Columns = { readonly [Table in JournalTable]: (typeof tables)[Table]['columns'] }

/** Columns whose field is not named after them. */
const otherNames = { quote_text: 'text', quote_author: 'author' } as const

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name

type FieldOf<Column extends string> = Column extends keyof typeof otherNames
  ? (typeof otherNames)[Column]
  : CamelCase<Column>

type ParsedRows = {
  readonly [Table in JournalTable]: {
    readonly [
      Column in keyof Columns[Table] & string as Columns[Table][Column] extends null
        ? never
        : FieldOf<Column>
    ]: Columns[Table][Column] extends v.GenericSchema
      ? v.InferOutput<Columns[Table][Column]>
      : never
  }
}

/** The parsed row of each table; an interface, so that a row of any table is known to have what all of them have. */
export interface Rows extends ParsedRows {}
export type RowOf<Table extends JournalTable> = Rows[Table]

export type Reaction = Rows['reactions']
export type StoryLink = Rows['story_links']
export type Reply = Rows['replies']

/** The settings that only the signed-in may know (D2). */
export type JournalSettings = Pick<
  Rows['journal'],
  'timeZone' | 'specialDays' | 'daysCounterFrom' | 'updatedAt'
>

/** The columns of each table that a signed-in person may read. */
export const readableColumns = byTable((table) => Object.keys(tables[table].columns))

/** The columns of each table that a row of the app has, with their schemas. */
const usedColumns = byTable((table) =>
  Object.entries<v.GenericSchema | null>(tables[table].columns).filter(
    (column): column is [string, v.GenericSchema] => column[1] !== unused,
  ),
)

const schemas = byTable((table) => v.object(Object.fromEntries(usedColumns[table])))

/** A value for each table. */
export function byTable<Value>(make: (table: JournalTable) => Value) {
  return Object.fromEntries(journalTables.map((table) => [table, make(table)])) as Readonly<
    Record<JournalTable, Value>
  >
}

/** The field that a column is in a parsed row. */
export function fieldOf(column: string): string {
  if (column in otherNames) return otherNames[column as keyof typeof otherNames]
  return column.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())
}

/** The fields that say which row of a table is meant: those of its natural key, or the id. */
export const keyFields = byTable((table) => (tables[table].naturalKey ?? ['id']).map(fieldOf))

const entryFields = byTable((table) => tables[table].belongsTo.map(fieldOf))

/** The used columns of each table, as fields. */
export const fieldSchemas = byTable((table) =>
  usedColumns[table].map(([column, schema]) => [fieldOf(column), schema] as const),
)

/** The entries without which a row cannot be there: one, for a link the story and the idea, or none. */
export function entriesOf<Table extends JournalTable>(
  table: Table,
  row: RowOf<Table>,
): readonly EntryId[] {
  const fields: Readonly<Record<string, unknown>> = row
  return entryFields[table].map((field) => fields[field] as EntryId)
}

/** One row of a table as the domain knows it, or `undefined` when it is not of the agreed form. */
export function parseRow<Table extends JournalTable>(
  table: Table,
  raw: unknown,
): RowOf<Table> | undefined {
  const parsed = parseIfValid(schemas[table], raw)
  if (parsed === undefined) return undefined
  const fields = Object.entries(parsed).map(([column, value]) => [fieldOf(column), value])
  return Object.fromEntries(fields) as RowOf<Table>
}

/** These fields of a row as the server names its columns. */
export function columnsOf<Table extends JournalTable>(
  table: Table,
  fields: Partial<RowOf<Table>>,
): Readonly<Record<string, unknown>> {
  const given: Readonly<Record<string, unknown>> = fields
  const named = Object.keys(tables[table].columns).filter((column) => fieldOf(column) in given)
  return Object.fromEntries(named.map((column) => [column, given[fieldOf(column)]]))
}

/** The key by which pull pages: every synced table is ordered by (`updated_at`, `id`). */
export interface Cursor {
  readonly updatedAt: Instant
  readonly id: string
}

const key = v.object({ id: id<string>(), updated_at: instant })

/** The page key of a row, also of one whose other columns are unreadable. */
export function parseCursor(raw: unknown): Cursor | undefined {
  const parsed = parseIfValid(key, raw)
  return parsed && { updatedAt: parsed.updated_at, id: parsed.id }
}
