import sql from 'sql-template-tag'
import type { Queries } from '../database/pool.ts'
import { bookParts } from '../../domain/book-format.ts'
import type { Book } from '../../domain/book-reader.ts'
import { importRowsOf } from '../../domain/book-rows.ts'
import type { PartnerId } from '../../domain/ids.ts'
import {
  importedSchema,
  nothingImported,
  sumOfImports,
  type Imported,
} from '../../domain/imported.ts'
import { parseOrThrow } from '../../domain/parse.ts'

/** The most rows that `private.import_rows` accepts per call. */
const batchLength = 500

/** Both people's rows, entries first, because the others need them. */
export async function importBook(
  transaction: Queries,
  book: Book,
  people: readonly [PartnerId, PartnerId],
): Promise<Imported> {
  let total = nothingImported
  for (const part of bookParts)
    for (const by of [0, 1] as const) {
      const rows = importRowsOf(book, part, by, people[by])
      for (let from = 0; from < rows.length; from += batchLength) {
        const batch = { [part]: rows.slice(from, from + batchLength) }
        total = sumOfImports(total, await importBatch(transaction, people[by], batch))
      }
    }
  return total
}

async function importBatch(
  transaction: Queries,
  person: PartnerId,
  batch: object,
): Promise<Imported> {
  const [row] = await transaction.query<{ answer: unknown }>(sql`
    select private.import_rows(${person}, ${JSON.stringify(batch)}::text::jsonb, true) as answer`)
  return parseOrThrow(importedSchema, row?.answer)
}
