import { bookTables, type BookTable } from '../../src/domain/book-format.ts'
import type { ImportRow } from '../../src/domain/book-rows.ts'
import { loadGiven, planImport, type ImportPlan } from '../../src/server/operator/import-plan.ts'
import { addInOneTransaction } from '../../src/server/operator/import-rows.ts'
import type { UsedServer } from './server.ts'

/* Rows of a file as `npm run import` adds them. */

export const long = '2019-03-01T10:00:00.123456+00:00'

type GivenRow = ImportRow & { readonly id: string; readonly user_id: string }
export type GivenRows = Partial<Readonly<Record<BookTable, readonly ImportRow[]>>>

/** A row of this person by the columns of its table; what is not given is sound. */
export function rowsOf(person: string) {
  const row = (columns: object, over: object): GivenRow => ({
    id: crypto.randomUUID(),
    created_at: long,
    user_id: person,
    ...columns,
    ...over,
  })
  const words = { quote_text: 'Alles fließt', quote_author: 'Heraklit' }
  return {
    entry: (over: object = {}) => {
      const kind = { category: 'gedanken', content: 'Wir waren am Meer', is_private: false }
      const state = { completed: false, completed_at: null, scheduled_date: null }
      return row({ ...kind, ...state }, over)
    },
    reaction: (entry_id: string, over: object = {}) => row({ entry_id, emoji: '❤️' }, over),
    reply: (entry_id: string, over: object = {}) => row({ entry_id, content: 'Ja!' }, over),
    mark: (entry_id: string, over: object = {}) => row({ entry_id, until: null }, over),
    story: (id: string, idea_id: string) => row({ idea_id }, { id }),
    quote: (over: object = {}) => row(words, over),
    review: (entry_id: string, over: object = {}) =>
      row({ entry_id, direction: 'de-hr', grade: 3, words_hash: crypto.randomUUID() }, over),
  }
}

/** As they are loaded. */
export const byTable = (given: GivenRows) =>
  bookTables.map((table) => [table, given[table] ?? []] as const)

/** The rows that an import of these has added by table, without zeros, and those that it left out. */
export async function imported(server: UsedServer, given: GivenRows) {
  return server.pool().session(async (session) => {
    await loadGiven(session, byTable(given))
    const { refused, ...added } = await addInOneTransaction(session)
    return { ...withoutZeros(added), refused }
  })
}

/** The answer to the question beforehand. */
export async function missing(server: UsedServer, given: GivenRows) {
  return server.pool().session(async (session) => {
    await loadGiven(session, byTable(given))
    await session.run('begin read only')
    const plan = await planImport(session)
    await session.run('commit')
    return { ...withoutZeros(plan), refused: [] }
  })
}

function withoutZeros({ counts, deleted, withoutEntry }: ImportPlan) {
  const added = Object.entries(counts).filter(([, count]) => count > 0)
  return { added: Object.fromEntries(added), deleted, withoutEntry }
}

export const answer = (added: object, deleted = 0, withoutEntry = 0) => ({
  added,
  deleted,
  withoutEntry,
  refused: [],
})
