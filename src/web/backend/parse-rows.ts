import * as v from 'valibot'

import { categories } from '../../domain/category.ts'
import type { Entry } from '../../domain/entry.ts'
import {
  instantSchema as instant,
  uuidSchema as id,
  type CustomQuoteId,
  type EntryId,
  type Epoch,
  type MemoryMarkId,
  type PartnerId,
  type QuoteLikeId,
  type ReactionId,
  type ServerStart,
} from '../../domain/ids.ts'
import { journalDaySchema } from '../../domain/journal-day.ts'
import type { SyncedTable } from '../../domain/journal-tables.ts'
import type { MemoryMark } from '../../domain/memory-days.ts'
import { reactionEmoji, type Reaction } from '../../domain/reaction.ts'
import { specialDaysSchema, timeZoneSchema } from '../../domain/settings.ts'
import type {
  Cursor,
  CustomQuoteRow,
  JournalRow,
  LastLookRow,
  ProfileRow,
  QuoteLikeRow,
  RemovalRow,
  RowOf,
} from './rows.ts'

const quote = { id: id<string>(), user_id: id<PartnerId>(), quote_text: v.string() }
const quoteRow = v.object({
  ...quote,
  quote_author: v.string(),
  created_at: instant,
  updated_at: instant,
})

function quoteFields(row: v.InferOutput<typeof quoteRow>) {
  return {
    userId: row.user_id,
    text: row.quote_text,
    author: row.quote_author,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

const entry = v.pipe(
  v.object({
    id: id<EntryId>(),
    user_id: id<PartnerId>(),
    category: v.picklist(categories),
    content: v.string(),
    completed: v.boolean(),
    completed_at: v.nullable(instant),
    is_private: v.boolean(),
    scheduled_date: v.nullable(instant),
    created_at: instant,
    visible_since: instant,
    edit_version: v.number(),
    updated_at: instant,
  }),
  v.transform((row): Entry => ({
    id: row.id,
    userId: row.user_id,
    category: row.category,
    content: row.content,
    completed: row.completed,
    completedAt: row.completed_at,
    isPrivate: row.is_private,
    scheduledDate: row.scheduled_date,
    createdAt: row.created_at,
    visibleSince: row.visible_since,
    editVersion: row.edit_version,
    updatedAt: row.updated_at,
  })),
)

const reaction = v.pipe(
  v.object({
    id: id<ReactionId>(),
    entry_id: id<EntryId>(),
    user_id: id<PartnerId>(),
    emoji: v.picklist(reactionEmoji),
    created_at: instant,
    visible_since: instant,
    updated_at: instant,
  }),
  v.transform((row): Reaction => ({
    id: row.id,
    entryId: row.entry_id,
    userId: row.user_id,
    emoji: row.emoji,
    createdAt: row.created_at,
    visibleSince: row.visible_since,
    updatedAt: row.updated_at,
  })),
)

const schemas = {
  profiles: v.pipe(
    v.object({ id: id<PartnerId>(), name: v.string(), updated_at: instant }),
    v.transform((row): ProfileRow => ({ id: row.id, name: row.name, updatedAt: row.updated_at })),
  ),
  entries: entry,
  reactions: reaction,
  quote_likes: v.pipe(
    quoteRow,
    v.transform((row): QuoteLikeRow => ({ id: row.id as QuoteLikeId, ...quoteFields(row) })),
  ),
  custom_quotes: v.pipe(
    quoteRow,
    v.transform((row): CustomQuoteRow => ({ id: row.id as CustomQuoteId, ...quoteFields(row) })),
  ),
  memory_marks: v.pipe(
    v.object({
      id: id<MemoryMarkId>(),
      user_id: id<PartnerId>(),
      entry_id: id<EntryId>(),
      until: v.nullable(journalDaySchema),
      created_at: instant,
      updated_at: instant,
    }),
    v.transform((row): MemoryMark => ({
      id: row.id,
      userId: row.user_id,
      entryId: row.entry_id,
      until: row.until,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    })),
  ),
  last_looks: v.pipe(
    v.object({ id: id<PartnerId>(), seen_until: instant, updated_at: instant }),
    v.transform((row): LastLookRow => ({
      id: row.id,
      seenUntil: row.seen_until,
      updatedAt: row.updated_at,
    })),
  ),
  removals: v.pipe(
    v.object({
      id: id<string>(),
      table_name: v.string(),
      row_id: id<string>(),
      kind: v.picklist(['deleted', 'hidden']),
      unseen_version: v.nullish(v.number(), null),
      updated_at: instant,
    }),
    v.transform((row): RemovalRow => ({
      id: row.id,
      tableName: row.table_name,
      rowId: row.row_id,
      kind: row.kind,
      unseenVersion: row.unseen_version,
      updatedAt: row.updated_at,
    })),
  ),
} satisfies { [Table in SyncedTable]: v.GenericSchema<unknown, RowOf<Table>> }

const journal = v.pipe(
  v.object({
    epoch: id<Epoch>(),
    time_zone: timeZoneSchema,
    special_days: specialDaysSchema,
    days_counter_from: journalDaySchema,
    server_start: v.nullish(id<ServerStart>(), null),
    backed_up_at: v.nullish(instant, null),
    disk_low: v.optional(v.boolean(), false),
    backup_folder_changed: v.optional(v.boolean(), false),
    updated_at: instant,
  }),
  v.transform((row): JournalRow => ({
    epoch: row.epoch,
    timeZone: row.time_zone,
    specialDays: row.special_days,
    daysCounterFrom: row.days_counter_from,
    serverStart: row.server_start,
    backedUpAt: row.backed_up_at,
    diskLow: row.disk_low,
    backupFolderChanged: row.backup_folder_changed,
    updatedAt: row.updated_at,
  })),
)

/** One row of a table as the domain knows it, or `undefined` when it is not of the agreed form. */
export function parseRow<Table extends SyncedTable>(
  table: Table,
  raw: unknown,
): RowOf<Table> | undefined {
  const parsed = v.safeParse(
    schemas[table] as unknown as v.GenericSchema<unknown, RowOf<Table>>,
    raw,
  )
  return parsed.success ? parsed.output : undefined
}

/** The single row of table `journal`, or `undefined` when it is not of the agreed form. */
export function parseJournalRow(raw: unknown): JournalRow | undefined {
  const parsed = v.safeParse(journal, raw)
  return parsed.success ? parsed.output : undefined
}

const key = v.object({ id: id<string>(), updated_at: instant })

/** The page key of a row, also of one whose other columns are unreadable. */
export function parseCursor(raw: unknown): Cursor | undefined {
  const parsed = v.safeParse(key, raw)
  return parsed.success ? { updatedAt: parsed.output.updated_at, id: parsed.output.id } : undefined
}
