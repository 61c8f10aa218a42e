import type { PostgrestClient } from '@supabase/postgrest-js'
import * as v from 'valibot'

import type { Entry, EntryEdit } from '../../domain/entry.ts'
import type {
  CustomQuoteId,
  EntryId,
  Instant,
  PartnerId,
  QuoteLikeId,
  ReactionId,
} from '../../domain/ids.ts'
import type { QuoteKey } from '../../domain/quote.ts'
import type { Reaction, ReactionEmoji } from '../../domain/reaction.ts'
import { failure, failureCode, success, type Result } from './result.ts'
import {
  parseCursor,
  parseJournalRow,
  parseRow,
  type Cursor,
  type CustomQuoteRow,
  type JournalRow,
  type LastLookRow,
  type QuoteLikeRow,
  type RowOf,
  type SyncedTable,
} from './rows.ts'

/** What a new entry carries to the server; everything else the server decides. */
export interface EntryInsert extends EntryEdit {
  readonly id: EntryId
  readonly createdAt: Instant
}

export interface PageRequest {
  /** Rows strictly beyond this key; from the edge of the table when absent. */
  readonly from?: Cursor
  /** `newer` walks from old to new, `older` from new to old. */
  readonly direction: 'newer' | 'older'
  /** At most 1,000: a hosted project returns no more, silently. */
  readonly limit: number
}

export interface Page<Table extends SyncedTable> {
  readonly rows: readonly RowOf<Table>[]
  /** Rows that were not of the agreed form and left out. */
  readonly skipped: number
  readonly first: Cursor | undefined
  readonly last: Cursor | undefined
  /** True when another page may follow. */
  readonly full: boolean
}

/**
 * A write's answer: the row as the server now holds it. `undefined` means that no row came back:
 * there is none, or row level security hides it, which the protocol does not tell apart.
 */
export type Written<Row> = Promise<Result<Row | undefined>>

/**
 * The backend's tables as one person may call them (product-spec section 7, D23). Every call is
 * refused as `unauthorized` while the session on this device is not this person's, so one
 * person's outbox can never be sent in the name of the other.
 */
export interface Calls {
  /** `undefined` when the row is missing, invisible or unreadable. */
  readJournal(): Promise<Result<JournalRow | undefined>>
  readPage<Table extends SyncedTable>(
    table: Table,
    request: PageRequest,
  ): Promise<Result<Page<Table>>>
  readRow<Table extends SyncedTable>(table: Table, id: string): Written<RowOf<Table>>
  /** True when `removals` names this row as deleted. */
  wasDeleted(table: SyncedTable, id: string): Promise<Result<boolean>>

  insertEntry(entry: EntryInsert): Written<Entry>
  /** Changes nothing, and returns no row, unless the entry still has `baseVersion`. */
  updateEntry(id: EntryId, edit: EntryEdit, baseVersion: number): Written<Entry>
  updateCompletion(id: EntryId, completedAt: Instant | null): Written<Entry>
  /** The number of rows deleted: 0 or 1. */
  deleteEntry(id: EntryId): Promise<Result<number>>
  insertReaction(reaction: NewReaction): Written<Reaction>
  deleteReaction(id: ReactionId): Promise<Result<number>>
  insertLike(like: NewQuote<QuoteLikeId>): Written<QuoteLikeRow>
  deleteLike(quote: QuoteKey): Promise<Result<number>>
  insertCustomQuote(quote: NewQuote<CustomQuoteId>): Written<CustomQuoteRow>
  deleteCustomQuote(id: CustomQuoteId): Promise<Result<number>>
  updateLastLook(seenUntil: Instant): Written<LastLookRow>
}

export interface NewReaction {
  readonly id: ReactionId
  readonly entryId: EntryId
  readonly emoji: ReactionEmoji
  readonly createdAt: Instant
}

export interface NewQuote<Id> extends QuoteKey {
  readonly id: Id
  readonly createdAt: Instant
}

/** PostgREST's answer as far as we read it. */
interface Answer {
  readonly data: unknown
  readonly error: { readonly code?: string } | null
  readonly status: number
}

type Request = (client: PostgrestClient) => PromiseLike<Answer>
/** Runs one request and reads its rows; an answer that is no list is not our backend's. */
type Run = (request: Request) => Promise<Result<readonly unknown[]>>

const rowList = v.array(v.unknown())

function runner(client: () => Promise<PostgrestClient>): Run {
  return async (request) => {
    // Without a network the client package itself may be missing: its chunk loads on demand.
    const loaded = await client().catch(() => undefined)
    if (loaded === undefined) return failure('network')
    const answer = await request(loaded)
    if (answer.error !== null) return failure(failureCode(answer.status, answer.error.code))
    const rows = v.safeParse(rowList, answer.data)
    return rows.success ? success(rows.output) : failure('server')
  }
}

function editColumns(edit: EntryEdit) {
  return {
    category: edit.category,
    content: edit.content,
    is_private: edit.isPrivate,
    scheduled_date: edit.scheduledDate,
  }
}

function quoteColumns(person: PartnerId, quote: QuoteKey) {
  return { user_id: person, quote_text: quote.text, quote_author: quote.author }
}

function toPage<Table extends SyncedTable>(
  table: Table,
  raw: readonly unknown[],
  limit: number,
): Page<Table> | undefined {
  const keys = raw.map(parseCursor).filter((key) => key !== undefined)
  if (raw.length > 0 && keys.length === 0) return undefined
  const rows = raw.map((row) => parseRow(table, row)).filter((row) => row !== undefined)
  return {
    rows,
    skipped: raw.length - rows.length,
    first: keys[0],
    last: keys.at(-1),
    full: raw.length >= limit,
  }
}

function selectPage(client: PostgrestClient, table: SyncedTable, request: PageRequest) {
  const ascending = request.direction === 'newer'
  const compare = ascending ? 'gt' : 'lt'
  const all = client.from(table).select('*')
  const { from } = request
  const beyond =
    from === undefined
      ? all
      : all.or(
          `updated_at.${compare}.${from.updatedAt},` +
            `and(updated_at.eq.${from.updatedAt},id.${compare}.${from.id})`,
        )
  return beyond.order('updated_at', { ascending }).order('id', { ascending }).limit(request.limit)
}

async function written<Table extends SyncedTable>(
  run: Run,
  table: Table,
  request: Request,
): Written<RowOf<Table>> {
  const rows = await run(request)
  return rows.ok ? success(parseRow(table, rows.value[0])) : rows
}

async function counted(run: Run, request: Request): Promise<Result<number>> {
  const rows = await run(request)
  return rows.ok ? success(rows.value.length) : rows
}

/** The calls of one person over a PostgREST client whose requests carry that person's token. */
export function createCalls(client: () => Promise<PostgrestClient>, person: PartnerId): Calls {
  const run = runner(client)
  return { ...reads(run), ...entryWrites(run, person), ...otherWrites(run, person) }
}

function reads(run: Run) {
  return {
    async readJournal() {
      const rows = await run((client) => client.from('journal').select('*').limit(1))
      return rows.ok ? success(parseJournalRow(rows.value[0])) : rows
    },
    async readPage(table, request) {
      const rows = await run((client) => selectPage(client, table, request))
      if (!rows.ok) return rows
      const page = toPage(table, rows.value, request.limit)
      return page === undefined ? failure('server') : success(page)
    },
    readRow: async (table, id) =>
      written(run, table, (client) => client.from(table).select('*').eq('id', id).limit(1)),
    async wasDeleted(table, id) {
      const match = { row_id: id, table_name: table, kind: 'deleted' }
      const found = await counted(run, (client) =>
        client.from('removals').select('id').match(match).limit(1),
      )
      return found.ok ? success(found.value > 0) : found
    },
  } satisfies Partial<Calls>
}

function entryWrites(run: Run, person: PartnerId) {
  return {
    async insertEntry(entry) {
      const row = {
        id: entry.id,
        user_id: person,
        ...editColumns(entry),
        completed: false,
        completed_at: null,
        created_at: entry.createdAt,
      }
      return written(run, 'entries', (client) => client.from('entries').insert(row).select('*'))
    },
    updateEntry: async (id, edit, baseVersion) =>
      written(run, 'entries', (client) => {
        const update = client.from('entries').update(editColumns(edit))
        return update.eq('id', id).eq('edit_version', baseVersion).select('*')
      }),
    async updateCompletion(id, completedAt) {
      const columns = { completed: completedAt !== null, completed_at: completedAt }
      return written(run, 'entries', (client) =>
        client.from('entries').update(columns).eq('id', id).select('*'),
      )
    },
    deleteEntry: async (id) =>
      counted(run, (client) => client.from('entries').delete().eq('id', id).select('id')),
  } satisfies Partial<Calls>
}

function otherWrites(run: Run, person: PartnerId) {
  return {
    async insertReaction(reaction) {
      const row = {
        id: reaction.id,
        entry_id: reaction.entryId,
        user_id: person,
        emoji: reaction.emoji,
        created_at: reaction.createdAt,
      }
      return written(run, 'reactions', (client) => client.from('reactions').insert(row).select('*'))
    },
    deleteReaction: async (id) =>
      counted(run, (client) => client.from('reactions').delete().eq('id', id).select('id')),
    ...quoteWrites(run, person),
    updateLastLook: async (seenUntil) =>
      written(run, 'last_looks', (client) =>
        client.from('last_looks').update({ seen_until: seenUntil }).eq('id', person).select('*'),
      ),
  } satisfies Partial<Calls>
}

function quoteWrites(run: Run, person: PartnerId) {
  return {
    async insertLike(like) {
      const row = { id: like.id, ...quoteColumns(person, like), created_at: like.createdAt }
      return written(run, 'quote_likes', (client) =>
        client.from('quote_likes').insert(row).select('*'),
      )
    },
    async deleteLike(quote) {
      const match = quoteColumns(person, quote)
      return counted(run, (client) => client.from('quote_likes').delete().match(match).select('id'))
    },
    async insertCustomQuote(quote) {
      const row = { id: quote.id, ...quoteColumns(person, quote), created_at: quote.createdAt }
      return written(run, 'custom_quotes', (client) =>
        client.from('custom_quotes').insert(row).select('*'),
      )
    },
    deleteCustomQuote: async (id) =>
      counted(run, (client) => client.from('custom_quotes').delete().eq('id', id).select('id')),
  } satisfies Partial<Calls>
}
