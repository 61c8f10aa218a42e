import type { PostgrestClient } from '@supabase/postgrest-js'
import * as v from 'valibot'

import type { EntryEdit } from '../../domain/entry.ts'
import type { EntryId, PartnerId } from '../../domain/ids.ts'
import { importedSchema } from '../../domain/imported.ts'
import type { SyncedTable } from '../../domain/journal-tables.ts'
import type { QuoteKey } from '../../domain/quote.ts'
import type { ReactionEmoji } from '../../domain/reaction.ts'
import type { Calls, Deleted, Written } from './calls.ts'
import { selectPage, toPage } from './page.ts'
import { failure, success } from './result.ts'
import { parseRow, type RowOf } from '../../domain/table-schemas.ts'
import { createRun, type Request, type Run } from './run.ts'
import { readStartsAfter } from './server-starts.ts'

const idList = v.array(
  v.pipe(
    v.object({ id: v.string() }),
    v.transform(({ id }) => id),
  ),
)

function editColumns(edit: EntryEdit) {
  return {
    category: edit.category,
    content: edit.content,
    is_private: edit.isPrivate,
    scheduled_date: edit.scheduledDate,
  }
}

function reactionColumns(person: PartnerId, entryId: EntryId, emoji: ReactionEmoji) {
  return { entry_id: entryId, user_id: person, emoji }
}

function quoteColumns(person: PartnerId, quote: QuoteKey) {
  return { user_id: person, quote_text: quote.text, quote_author: quote.author }
}

async function written<Table extends SyncedTable>(
  run: Run,
  table: Table,
  request: Request,
): Written<RowOf<Table>> {
  const rows = await run(request)
  return rows.ok ? success(parseRow(table, rows.value[0])) : rows
}

async function deleted(run: Run, request: Request): Deleted {
  const rows = await run(request)
  if (!rows.ok) return rows
  const ids = v.safeParse(idList, rows.value)
  return ids.success ? success(ids.output) : failure('server')
}

/** The calls of one person over a PostgREST client whose requests carry that person's token. */
export function createCalls(client: () => Promise<PostgrestClient>, person: PartnerId): Calls {
  const run = createRun(client)
  return { ...reads(run, person), ...entryWrites(run, person), ...otherWrites(run, person) }
}

function reads(run: Run, person: PartnerId) {
  return {
    async readJournal() {
      const rows = await run((client) => client.from('journal').select('*').limit(1))
      return rows.ok ? success(parseRow('journal', rows.value[0])) : rows
    },
    readStartsAfter: async (seen) => readStartsAfter(run, seen),
    async readPage(table, request) {
      const rows = await run((client) => selectPage(client, table, request))
      if (!rows.ok) return rows
      const page = toPage(table, rows.value, request.limit)
      return page === undefined ? failure('server') : success(page)
    },
    readRow: async (table, id) =>
      written(run, table, (client) => client.from(table).select('*').eq('id', id).limit(1)),
    async readReaction(entryId, emoji) {
      const match = reactionColumns(person, entryId, emoji)
      return written(run, 'reactions', (client) =>
        client.from('reactions').select('*').match(match).limit(1),
      )
    },
    async readLike(quote) {
      const match = quoteColumns(person, quote)
      return written(run, 'quote_likes', (client) =>
        client.from('quote_likes').select('*').match(match).limit(1),
      )
    },
    readMemoryMark: async (entryId, until) =>
      written(run, 'memory_marks', (client) =>
        client
          .from('memory_marks')
          .select('*')
          .match({ user_id: person, entry_id: entryId })
          .filter('until', until === null ? 'is' : 'eq', until)
          .limit(1),
      ),
    async wasRemoved(table, id) {
      const match = { row_id: id, table_name: table }
      const found = await run((client) =>
        client.from('removals').select('id').match(match).limit(1),
      )
      return found.ok ? success(found.value.length > 0) : found
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
    deleteEntry: async (id, version) =>
      deleted(run, (client) => {
        const deletion = client.from('entries').delete()
        return deletion.eq('id', id).eq('edit_version', version).select('id')
      }),
    deleteUnseen: async (id) =>
      deleted(run, (client) => client.rpc('delete_unseen', { entry: id })),
  } satisfies Partial<Calls>
}

function otherWrites(run: Run, person: PartnerId) {
  return {
    async insertReaction(reaction) {
      const { id, entryId, emoji, createdAt } = reaction
      const row = { id, ...reactionColumns(person, entryId, emoji), created_at: createdAt }
      return written(run, 'reactions', (client) => client.from('reactions').insert(row).select('*'))
    },
    async deleteReaction(entryId, emoji) {
      const match = reactionColumns(person, entryId, emoji)
      return deleted(run, (client) => client.from('reactions').delete().match(match).select('id'))
    },
    ...quoteWrites(run, person),
    ...markWrites(run, person),
    async importRows(batch, trial) {
      // As text, because the two backends pass on JSON differently.
      const given = { batch: JSON.stringify(batch), trial }
      const rows = await run((client) => client.rpc('import_rows', given))
      if (!rows.ok) return rows
      const answer = v.safeParse(importedSchema, rows.value[0])
      return answer.success ? success(answer.output) : failure('server')
    },
    updateLastLook: async (seenUntil) =>
      written(run, 'last_looks', (client) =>
        client.from('last_looks').update({ seen_until: seenUntil }).eq('id', person).select('*'),
      ),
  } satisfies Partial<Calls>
}

function markWrites(run: Run, person: PartnerId) {
  return {
    async insertMemoryMark({ id, entryId, until, createdAt }) {
      const row = { id, user_id: person, entry_id: entryId, until, created_at: createdAt }
      return written(run, 'memory_marks', (client) =>
        client.from('memory_marks').insert(row).select('*'),
      )
    },
    deleteMemoryMark: async (entryId, until) =>
      deleted(run, (client) =>
        client
          .from('memory_marks')
          .delete()
          .match({ user_id: person, entry_id: entryId })
          .filter('until', until === null ? 'is' : 'eq', until)
          .select('id'),
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
      return deleted(run, (client) => client.from('quote_likes').delete().match(match).select('id'))
    },
    async insertCustomQuote(quote) {
      const row = { id: quote.id, ...quoteColumns(person, quote), created_at: quote.createdAt }
      return written(run, 'custom_quotes', (client) =>
        client.from('custom_quotes').insert(row).select('*'),
      )
    },
    deleteCustomQuote: async (id) =>
      deleted(run, (client) => client.from('custom_quotes').delete().eq('id', id).select('id')),
  } satisfies Partial<Calls>
}
