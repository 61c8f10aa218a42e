import type { GenericSchema } from 'valibot'
import type { JournalTable, SyncedTable } from '../../../domain/journal-tables.ts'
import { byTable, fieldSchemas, type RowOf } from '../../../domain/table-schemas.ts'

/**
 * Why a stored row cannot be used: a newer app has stored a word that this one does not know, or it is not of the
 * agreed form.
 */
export type RowFault = 'unknown-word' | 'broken'

/** The part of a schema that says which values it stores. */
interface Described {
  readonly type: string
  readonly pipe?: readonly [Described, ...unknown[]]
  readonly wrapped?: Described
  readonly options?: readonly unknown[]
  readonly default?: unknown
}

interface FieldCheck {
  readonly field: string
  readonly types: ReadonlySet<string>
  /** The only values, where there are few. */
  readonly words: ReadonlySet<unknown> | undefined
  /** The value of a row without the field. */
  readonly missing: unknown
}

/** How the kinds of schemas that columns have are stored. */
const typesOf: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  boolean: 'boolean',
  array: 'object',
  object: 'object',
}
const absent: Readonly<Record<string, readonly string[]>> = {
  nullable: ['null'],
  optional: ['undefined'],
  nullish: ['null', 'undefined'],
}

/** The stored form of a field. Its text was checked when it came from the server, so here its type is enough. */
function checkOf(field: string, schema: Described): FieldCheck {
  const { type, pipe, wrapped, options } = schema
  if (pipe !== undefined) return checkOf(field, pipe[0])
  if (wrapped !== undefined) {
    const inner = checkOf(field, wrapped)
    const types = new Set([...inner.types, ...(absent[type] ?? [])])
    return { ...inner, types, missing: schema.default }
  }
  if (options !== undefined) {
    const types = new Set<string>(options.map((word) => typeof word))
    return { field, types, words: new Set(options), missing: undefined }
  }
  const stored = typesOf[type]
  if (stored === undefined) throw new Error(`no stored form of ${field}: ${type}`)
  return { field, types: new Set([stored]), words: undefined, missing: undefined }
}

const checks = byTable((table): readonly FieldCheck[] =>
  fieldSchemas[table].map(([field, schema]) => checkOf(field, schema as GenericSchema & Described)),
)

/**
 * One stored row of a server's table: what is missing in it is filled in, and fields of a newer app stay.
 *
 * @param raw what the device's copy holds, by the names of fields
 */
export function readFields<Table extends JournalTable>(
  table: Table,
  raw: unknown,
): RowOf<Table> | RowFault {
  if (typeof raw !== 'object' || raw === null) return 'broken'
  let row = raw as Readonly<Record<string, unknown>>
  let hasUnknownWord = false
  for (const { field, types, words, missing } of checks[table]) {
    if (row[field] === undefined && missing !== undefined) row = { ...row, [field]: missing }
    const value = row[field]
    if (!types.has(value === null ? 'null' : typeof value)) return 'broken'
    if (words !== undefined && value !== null && !words.has(value)) hasUnknownWord = true
  }
  return hasUnknownWord ? 'unknown-word' : (row as RowOf<Table>)
}

/** The columns and words of a table that this app knows. A copy made by other ones reads the table again. */
export function shapeOf(table: SyncedTable): string {
  return checks[table]
    .map(({ field, words }) => (words === undefined ? field : `${field}(${[...words].join()})`))
    .join(' ')
}
