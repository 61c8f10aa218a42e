import { bookTables, type BookTable } from '../../domain/book-format.ts'
import { tables } from '../../domain/journal-tables.ts'

/** The facts about a table that an import needs beside its columns. */
export interface ImportTable {
  readonly name: BookTable
  /** The columns that name an entry. */
  readonly entries: readonly string[]
  /** Two rows of one person are the same if they agree in these. */
  readonly sameBy: readonly string[]
  /** Rows that only their person sees have ids of that person: the other may have the same ones (D9). */
  readonly hasIdPerPerson: boolean
}

/** In the order in which foreign keys let them be filled. */
export const importTables: readonly ImportTable[] = bookTables.map((name) => {
  const { belongsTo, naturalKey, inBook } = tables[name]
  const sameBy = naturalKey?.filter((column: string) => column !== 'user_id') ?? ['id']
  return { name, entries: belongsTo, sameBy, hasIdPerPerson: inBook === 'own' }
})

/** A row is found by the id that it has in its file; a link of a story has that of the story. */
export const hasOwnId = ({ sameBy, entries, hasIdPerPerson }: ImportTable) =>
  sameBy[0] === 'id' && !entries.includes('id') && !hasIdPerPerson
