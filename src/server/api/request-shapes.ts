import * as v from 'valibot'
import { syncedTables, type JournalTable } from '../../domain/journal-tables.ts'
import { mostPhotos } from '../../domain/limits.ts'
import { pictureSizes } from '../../domain/photo.ts'

/**
 * A refusal as the message of a schema: PostgREST's or PostgreSQL's code before the sentence. A refusal
 * without a code is `PGRST100`, PostgREST's for a query that it cannot read.
 */
const uuid = v.pipe(v.string(), v.uuid('22P02 invalid input syntax for type uuid'))
const integer = v.pipe(
  v.string(),
  v.regex(/^-?\d{1,20}$/, '22P02 invalid input syntax for type integer'),
)
const day = v.pipe(v.string(), v.isoDate('22007 invalid input syntax for type date'))
const text = v.string()
const whole = v.pipe(v.number(), v.integer())
const uuidList = v.pipe(
  v.string(),
  v.regex(/^\([^()]*\)$/, 'This list is not accepted'),
  v.transform((list) => (list === '()' ? [] : list.slice(1, -1).split(','))),
  v.array(uuid),
)
const isNull = v.pipe(
  v.literal('null', 'This value is not accepted'),
  v.transform(() => null),
)

export type FilterValue = string | string[] | null
/** The values that a filter takes, by operator. */
export type Operators = Readonly<
  Partial<Record<'eq' | 'gt' | 'in' | 'is', v.GenericSchema<string, FilterValue>>>
>
/** Columns that are filtered together; a part of a key would look at rows of others, and its time tell of them. */
export type Filters = Readonly<Record<string, Operators>>

const id = { id: { eq: uuid } }
const quote = { quote_text: { eq: text }, quote_author: { eq: text } }
const removed = { row_id: { eq: uuid }, table_name: { eq: text } }
const byEntry = [id, { ...id, edit_version: { eq: integer } }]
const byReaction = [id, { user_id: { eq: uuid }, entry_id: { eq: uuid }, emoji: { eq: text } }]
const byQuote = [id, { user_id: { eq: uuid }, ...quote }]
const byMark = [
  id,
  { user_id: { eq: uuid }, entry_id: { eq: uuid }, until: { eq: day, is: isNull } },
]

/** The requests for a table that are answered. What is not here is refused, also if the database would allow it. */
export interface TableShapes {
  readonly read?: {
    readonly filters?: readonly Filters[]
    /** Besides the order of a pull's pages. */
    readonly orders?: readonly string[]
    /** Whether the name of the person in `user_id` can be read along. */
    readonly withProfile?: true
  }
  /** The columns that an insert may name. */
  readonly insert?: readonly string[]
  readonly update?: { readonly columns: readonly string[]; readonly filters: readonly Filters[] }
  readonly delete?: readonly Filters[]
}

const quoteShapes: TableShapes = {
  read: { filters: [...byQuote, quote], orders: ['created_at.desc'] },
  insert: ['id', 'user_id', 'quote_text', 'quote_author', 'created_at'],
  delete: byQuote,
}
const entryColumns = [
  'category',
  'content',
  'completed',
  'completed_at',
  'is_private',
  'scheduled_date',
]

/** Every request for rows that the server answers: allow-list, router and documentation (docs/protocol.md). */
export const tableShapes: Readonly<Record<JournalTable, TableShapes>> = {
  journal: { read: {} },
  profiles: { read: { filters: [{ id: { eq: uuid, in: uuidList } }] } },
  entries: {
    read: { filters: [id], orders: ['created_at.desc'], withProfile: true },
    insert: ['id', 'user_id', ...entryColumns, 'created_at'],
    update: { columns: entryColumns, filters: byEntry },
    delete: byEntry,
  },
  reactions: {
    read: { filters: byReaction, withProfile: true },
    insert: ['id', 'entry_id', 'user_id', 'emoji', 'created_at'],
    delete: byReaction,
  },
  replies: {
    read: { filters: [id] },
    insert: ['id', 'entry_id', 'user_id', 'content', 'created_at'],
    update: { columns: ['content'], filters: [id] },
    delete: [id],
  },
  photos: {
    read: { filters: [id] },
    update: { columns: ['description'], filters: [id] },
    delete: [id],
  },
  // A function answers with the bytes of one.
  photo_files: {},
  quote_likes: quoteShapes,
  custom_quotes: quoteShapes,
  memory_marks: {
    read: { filters: byMark },
    insert: ['id', 'user_id', 'entry_id', 'until', 'created_at'],
    delete: byMark,
  },
  story_links: { read: { filters: [id] }, insert: ['id', 'user_id', 'idea_id', 'created_at'] },
  reviews: {
    read: { filters: [id] },
    insert: ['id', 'user_id', 'entry_id', 'direction', 'grade', 'words_hash', 'created_at'],
  },
  removals: {
    read: { filters: [id, removed, { ...removed, kind: { eq: text } }] },
  },
  last_looks: { read: { filters: [id] }, update: { columns: ['seen_until'], filters: [id] } },
  server_starts: {
    read: {
      filters: [{ start_id: { eq: uuid } }, { ordinal: { gt: integer } }],
      orders: ['ordinal.asc'],
    },
  },
}

/** Whether a table is pulled in pages, in the order of (`updated_at`, `id`). */
export function isPulled(table: JournalTable): boolean {
  return syncedTables.some((name) => name === table)
}

/** The database functions that may be called, with their arguments. */
export const functionShapes = {
  delete_unseen: v.strictObject({ entry: uuid }),
  delete_entry: v.strictObject({
    entry: uuid,
    seen_version: v.nullable(whole),
    seen_replies: v.nullable(v.string()),
  }),
  add_photo: v.strictObject({
    photo: uuid,
    entry: uuid,
    placeholder: text,
    description: text,
    written_at: text,
    width: whole,
    height: whole,
    preview: text,
    full_picture: text,
  }),
  order_photos: v.strictObject({
    entry: uuid,
    photos: v.pipe(v.array(uuid), v.maxLength(mostPhotos)),
  }),
  photo_picture: v.strictObject({ photo: uuid, size: v.picklist(pictureSizes) }),
} as const
export type FunctionName = keyof typeof functionShapes

export function isFunctionName(name: string): name is FunctionName {
  return Object.hasOwn(functionShapes, name)
}
