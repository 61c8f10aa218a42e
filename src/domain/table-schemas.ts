import * as v from 'valibot'

import { categories } from './category.ts'
import {
  instantSchema as instant,
  uuidSchema as id,
  type CustomQuoteId,
  type EntryId,
  type Epoch,
  type Instant,
  type MemoryMarkId,
  type PartnerId,
  type QuoteLikeId,
  type ReactionId,
  type ReplyId,
  type ReviewId,
  type ServerStart,
  type WordsHash,
} from './ids.ts'
import { journalDaySchema } from './journal-day.ts'
import { journalTables, type JournalTable } from './journal-tables.ts'
import { grades } from './practice/grade.ts'
import { directions } from './translation.ts'
import { reactionEmoji } from './reaction.ts'
import { specialDaysSchema, timeZoneSchema } from './settings.ts'
import { safeParse } from './parse.ts'

/** A column that may be read and that no row of the app has. */
const unused = null

/**
 * Every column that a signed-in person may read, by table, with its schema: what the migrations grant (D9).
 * The access tests compare the columns with the grants, and the grants with each table's columns.
 * A column that older servers lack has a default.
 */
const columns = {
  journal: {
    id: unused,
    epoch: id<Epoch>(),
    time_zone: timeZoneSchema,
    special_days: specialDaysSchema,
    days_counter_from: journalDaySchema,
    /** The server's last start; `null` on a hosted project, which records none. */
    server_start: v.nullish(id<ServerStart>(), null),
    /** When the server's last good backup was taken; `null` if unknown. */
    backed_up_at: v.nullish(instant, null),
    /** True while a disk of the server is nearly full. */
    disk_low: v.optional(v.boolean(), false),
    /** True while the server's backups do not go into the folder of last time. */
    backup_folder_changed: v.optional(v.boolean(), false),
    /** The time of the backup that was restored last; `null` if none was, or if unknown. */
    restored_to: v.nullish(instant, null),
    updated_at: instant,
  },
  profiles: { id: id<PartnerId>(), name: v.string(), updated_at: instant },
  entries: {
    id: id<EntryId>(),
    user_id: id<PartnerId>(),
    category: v.picklist(categories),
    content: v.string(),
    completed: v.boolean(),
    completed_at: v.nullable(instant),
    is_private: v.boolean(),
    /** Only for `ideen`; exactly midnight in the journal's time zone means "no time" (D14). */
    scheduled_date: v.nullable(instant),
    created_at: instant,
    visible_since: instant,
    /** Random; the server draws another one when text, category, date or privacy change (decision 0012). */
    edit_version: v.number(),
    updated_at: instant,
  },
  reactions: {
    id: id<ReactionId>(),
    entry_id: id<EntryId>(),
    user_id: id<PartnerId>(),
    emoji: v.picklist(reactionEmoji),
    created_at: instant,
    visible_since: instant,
    updated_at: instant,
    /** The author of the entry while it is private. */
    only_for: unused,
  },
  replies: {
    id: id<ReplyId>(),
    entry_id: id<EntryId>(),
    user_id: id<PartnerId>(),
    content: v.string(),
    created_at: instant,
    visible_since: instant,
    updated_at: instant,
    /** The author of the entry while it is private. */
    only_for: unused,
  },
  quote_likes: {
    id: id<QuoteLikeId>(),
    user_id: id<PartnerId>(),
    quote_text: v.string(),
    quote_author: v.string(),
    created_at: instant,
    updated_at: instant,
  },
  custom_quotes: {
    id: id<CustomQuoteId>(),
    user_id: id<PartnerId>(),
    quote_text: v.string(),
    quote_author: v.string(),
    created_at: instant,
    updated_at: instant,
  },
  /** Someone does not want to be reminded of an entry. */
  memory_marks: {
    id: id<MemoryMarkId>(),
    user_id: id<PartnerId>(),
    entry_id: id<EntryId>(),
    /** The last day of it; `null` if it lasts forever. */
    until: v.nullable(journalDaySchema),
    created_at: instant,
    updated_at: instant,
  },
  /** The idea that a story tells of. */
  story_links: {
    /** The story. */
    id: id<EntryId>(),
    user_id: id<PartnerId>(),
    idea_id: id<EntryId>(),
    created_at: instant,
    updated_at: instant,
    /** The one person who sees both entries, while one of them is private. */
    only_for: unused,
  },
  /** Someone practised a translation in one direction; only added, and deleted with its entry. */
  reviews: {
    id: id<ReviewId>(),
    user_id: id<PartnerId>(),
    entry_id: id<EntryId>(),
    direction: v.picklist(directions),
    grade: v.picklist(grades),
    /** Of the words that were asked for, which an edit may have changed since. */
    words_hash: id<WordsHash>(),
    created_at: instant,
    updated_at: instant,
    /** True while the entry is the other person's private one: then this person reads neither. */
    is_hidden: unused,
  },
  /** What disappeared (docs/architecture.md "Pull"); `updated_at` is the time of removal. */
  removals: {
    id: id<string>(),
    table_name: v.string(),
    row_id: id<string>(),
    readers: unused,
    kind: v.picklist(['deleted', 'hidden']),
    removed_at: unused,
    updated_at: instant,
    /** The version of an entry's text that the person who deleted it had not seen (D26). */
    unseen_version: v.nullish(v.number(), null),
  },
  /** A person's read marker (D7); `id` is the person. */
  last_looks: { id: id<PartnerId>(), seen_until: instant, updated_at: instant },
  /** A start of the server as one person may read it. */
  server_starts: {
    start_id: unused,
    person: unused,
    ordinal: v.number(),
    /** The newest version of any row that the person could see when the server started. */
    newest: instant,
    /** No version assigned since then is older. */
    started_at: instant,
  },
} as const satisfies Readonly<
  Record<JournalTable, Readonly<Record<string, v.GenericSchema | null>>>
>

type Columns = typeof columns

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

/** What only the signed-in may know of the settings (D2). */
export type JournalSettings = Pick<
  Rows['journal'],
  'timeZone' | 'specialDays' | 'daysCounterFrom' | 'updatedAt'
>

/** The columns of each table that a signed-in person may read. */
export const readableColumns = byTable((table) => Object.keys(columns[table]))

const schemas = byTable((table) => {
  const used = Object.entries<v.GenericSchema | null>(columns[table]).filter(
    (column): column is [string, v.GenericSchema] => column[1] !== unused,
  )
  return v.object(Object.fromEntries(used))
})

function byTable<Value>(make: (table: JournalTable) => Value) {
  return Object.fromEntries(journalTables.map((table) => [table, make(table)])) as Readonly<
    Record<JournalTable, Value>
  >
}

function fieldOf(column: string): string {
  if (column in otherNames) return otherNames[column as keyof typeof otherNames]
  return column.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())
}

/** One row of a table as the domain knows it, or `undefined` when it is not of the agreed form. */
export function parseRow<Table extends JournalTable>(
  table: Table,
  raw: unknown,
): RowOf<Table> | undefined {
  const parsed = safeParse(schemas[table], raw)
  if (!parsed.success) return undefined
  const fields = Object.entries(parsed.output).map(([column, value]) => [fieldOf(column), value])
  return Object.fromEntries(fields) as RowOf<Table>
}

/** These fields of a row as the server names its columns. */
export function columnsOf<Table extends JournalTable>(
  table: Table,
  fields: Partial<RowOf<Table>>,
): Readonly<Record<string, unknown>> {
  const given: Readonly<Record<string, unknown>> = fields
  const named = Object.keys(columns[table]).filter((column) => fieldOf(column) in given)
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
  const parsed = safeParse(key, raw)
  return parsed.success ? { updatedAt: parsed.output.updated_at, id: parsed.output.id } : undefined
}
