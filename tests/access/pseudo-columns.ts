import { inShort } from '../support/quick.ts'

/** A request of the REST API, below its root. */
export interface Question {
  readonly path: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** Every table of the api. */
export const tables =
  'entries reactions replies photos journal profiles quote_likes custom_quotes memory_marks story_links reviews removals last_looks server_starts'.split(
    ' ',
  )

/** The names to which PostgreSQL answers as columns although no table declares them. */
const pseudoColumns =
  'ctid xmin xmax cmin cmax tableoid oid to_json row_to_json to_jsonb hash_record pg_typeof age text'.split(
    ' ',
  )

const places = [
  'select=id,COLUMN',
  'select=alias:COLUMN',
  'select=*&order=COLUMN.desc',
  'select=*&COLUMN=not.is.null',
  'select=*&and=(id.not.is.null,COLUMN.not.is.null)',
]

/** Each pseudo column, and each table's own name, at every place of a column; in short of the entries' only. */
export const pseudoReads: Question[] = tables.flatMap((table) => {
  const asked = table === 'entries' ? places : inShort(1, places)
  return [...pseudoColumns, table].flatMap((column) =>
    asked.map((place) => ({ path: `${table}?${place.replace('COLUMN', column)}` })),
  )
})
