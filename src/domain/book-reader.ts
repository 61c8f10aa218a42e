import * as v from 'valibot'
import {
  bookColumns,
  bookFormat,
  bookTables,
  bookVersion,
  byBookTable,
  digestOf,
  type BookHeader,
  type BookTable,
  type PersonIndex,
} from './book-format.ts'
import { endOfVersion1, partOfVersion1, rowOfVersion1 } from './book-version-1.ts'
import { elementsIn, partOf } from './book-elements.ts'
import { bookPicturesSchema, mostBookPhotos } from './book-pictures.ts'
import { instantSchema } from './ids.ts'
import { isIdentifier } from './identifier.ts'
import { isTimeZone, journalDaySchema } from './journal-day.ts'
import { tables } from './journal-tables.ts'
import { contentLimit, photoDescriptionLimit, quoteAuthorLimit, quoteTextLimit } from './limits.ts'
import { isPlannable } from './schedule.ts'
import { lengthOf, normalise } from './text.ts'
import { safeParse } from './parse.ts'

/**
 * Why a file is not taken, and then nothing of it is:
 *
 * - `foreign`: not a file of this journal's program
 * - `newer`: of a newer program
 * - `cut-off`: its end is missing, or not as many rows as the end says
 * - `broken`: a part is not of the agreed form, says what cannot be, or is not as it was written
 */
export type BookProblem = 'foreign' | 'newer' | 'cut-off' | 'broken'

/** A row of a file by the columns of its table, with null where it says nothing. */
export type ReadRow = Readonly<Record<string, string | number | boolean | null>> & {
  readonly user_id: PersonIndex
}

export interface Book {
  readonly header: BookHeader
  readonly rows: Readonly<Record<BookTable, readonly ReadRow[]>>
  /** The photos whose pictures are in the file; these are read once they are needed (`picturesIn`). */
  readonly pictures: ReadonlySet<string>
  /** False for a file of before there were digests: whether a text in it was changed is not known. */
  readonly isProven: boolean
}

/** A text as the journal stores it; anything that could be markup is a text like any other. */
function text(limit: number) {
  return v.pipe(
    v.string(),
    v.check((given) => given !== '' && normalise(given) === given && lengthOf(given) <= limit),
  )
}

/** Everything was written after 1970, and nothing in the future. */
function past(now: number) {
  return v.pipe(
    instantSchema,
    v.check((instant) => instant >= '1970' && Date.parse(instant) <= now),
  )
}

const person = v.picklist([0, 1])
const markedUntil = v.pipe(
  journalDaySchema,
  v.check((day) => day >= '1970' && day < '9999'),
)

type RowSchema = v.GenericSchema<unknown, ReadRow>

/** A row of each table, by the schemas of its columns, or by stricter ones where a text or a time could be another. */
function rowSchemas(now: number): Readonly<Record<BookTable, RowSchema>> {
  const checked: Readonly<Record<string, v.GenericSchema>> = {
    user_id: person,
    content: text(contentLimit),
    quote_text: text(quoteTextLimit),
    quote_author: text(quoteAuthorLimit),
    description: v.union([v.literal(''), text(photoDescriptionLimit)]),
    created_at: past(now),
    completed_at: v.nullable(past(now)),
    scheduled_date: v.nullable(v.pipe(instantSchema, v.check(isPlannable))),
    until: v.nullable(markedUntil),
  }
  return byBookTable((table) => {
    const columns: Readonly<Record<string, v.GenericSchema | null>> = tables[table].columns
    const used = bookColumns[table].map((name) => [name, checked[name] ?? columns[name]])
    return v.pipe(
      v.object(Object.fromEntries(used)),
      v.check((row) => row['category'] === 'ideen' || (row['scheduled_date'] ?? null) === null),
      v.check((row) => row['completed'] !== ((row['completed_at'] ?? null) === null)),
    ) as unknown as RowSchema
  })
}

/** The columns that a row may leave out, with their value then: null, or false if it cannot be null. */
const absent = byBookTable((table) => {
  const columns: Readonly<Record<string, v.GenericSchema | null>> = tables[table].columns
  return bookColumns[table].flatMap((name) => {
    const value = [null, false].find((one) => v.is(columns[name] ?? v.never(), one))
    return value === undefined ? [] : [[name, value] as const]
  })
})

const claim = v.object({ format: v.literal(bookFormat), version: v.number() })

const bookPerson = v.object({
  name: v.string(),
  identifier: v.pipe(v.string(), v.check(isIdentifier)),
})

const headerSchema = v.pipe(
  v.object({
    format: v.literal(bookFormat),
    version: v.picklist([1, bookVersion]),
    title: v.string(),
    timeZone: v.pipe(v.string(), v.check(isTimeZone)),
    people: v.tuple([bookPerson, bookPerson]),
    by: person,
    madeAt: instantSchema,
    withPrivate: v.boolean(),
    since: v.exactOptional(instantSchema),
    volume: v.exactOptional(v.object({ number: v.number(), of: v.number() })),
  }),
  v.check(({ people: [one, other] }) => one.identifier !== other.identifier),
) satisfies v.GenericSchema<unknown, BookHeader>

/** With the number of rows of each part. */
const endSchema = v.looseObject({ digests: v.optional(v.array(v.string())) })

/** A hundred times what a journal of a hundred thousand entries has: each part takes memory. */
const mostParts = 20_000

/** Characters of all rows, of which a journal of a hundred thousand entries has 40 million: they are in memory together. */
const mostOfRows = 256 * 1024 * 1024

/** Takes what stands between each `<` of a file and the next; no part has one inside (docs/book-format.md). */
export class BookReader {
  readonly #schemas: ReturnType<typeof rowSchemas>
  readonly #rows = byBookTable((): ReadRow[] => [])
  #header: BookHeader | undefined
  #end: v.InferOutput<typeof endSchema> | undefined
  readonly #digests: string[] = []
  readonly #pictures = new Set<string>()
  #lengthOfRows = 0
  #problem: BookProblem | undefined

  /** @param now the clock in milliseconds since 1970: nothing in the file is newer */
  constructor(now: number) {
    this.#schemas = rowSchemas(now)
  }

  /** False once the file is not to be taken, and reading on is no use. */
  take(element: string): boolean {
    const part = partOf(element)
    if (part !== undefined && this.#problem === undefined)
      try {
        this.#problem = this.#takePart(part.name, part.json)
      } catch (error) {
        // Nested more deeply than a program can follow.
        if (!(error instanceof RangeError)) throw error
        this.#problem = this.tooLong()
      }
    return this.#problem === undefined
  }

  /** The problem of a text that is too long to be a part of ours. */
  tooLong(): BookProblem {
    return this.#problem ?? (this.#header === undefined ? 'foreign' : 'broken')
  }

  /** The whole file, once all of it was taken. */
  result(): Book | BookProblem {
    if (this.#problem !== undefined) return this.#problem
    if (this.#header === undefined) return 'foreign'
    const end = this.#end
    const rows = this.#rows
    if (end === undefined) return 'cut-off'
    if (bookTables.some((table) => rows[table].length !== (end[table] ?? 0))) return 'cut-off'
    const { digests } = end
    const isChanged = digests !== undefined && digests.join() !== this.#digests.join()
    if (isChanged) return 'broken'
    const isProven = digests !== undefined
    return { header: this.#header, rows, pictures: this.#pictures, isProven }
  }

  get #isVersion1(): boolean {
    return this.#header?.version === 1
  }

  #takePart(part: string, json: string): BookProblem | undefined {
    const value = safeParse(v.pipe(v.string(), v.parseJson()), json)
    if (part === 'header') return value.success ? this.#takeHeader(value.output) : 'foreign'
    if (!value.success) return 'broken'
    if (this.#header === undefined) return 'foreign'
    if (this.#end !== undefined) return 'broken'
    if (part === 'end') {
      const end = safeParse(endSchema, value.output)
      if (end.success) this.#end = this.#isVersion1 ? endOfVersion1(end.output) : end.output
      return end.success && (this.#isVersion1 || end.output.digests) ? undefined : 'broken'
    }
    if (this.#digests.length === mostParts) return 'broken'
    this.#digests.push(digestOf(value.output))
    if (part === 'pictures') return this.#takePictures(value.output)
    this.#lengthOfRows += json.length
    if (this.#lengthOfRows > mostOfRows) return 'broken'
    const table = this.#isVersion1 ? partOfVersion1(part) : part
    // Others are of a later version of this format.
    const isKnown = Object.hasOwn(this.#rows, table)
    return isKnown ? this.#takeRows(table as BookTable, value.output) : undefined
  }

  #takeHeader(value: unknown): BookProblem | undefined {
    const claimed = safeParse(claim, value)
    if (!claimed.success) return 'foreign'
    if (claimed.output.version > bookVersion) return 'newer'
    const header = safeParse(headerSchema, value)
    if (!header.success || this.#header !== undefined) return 'broken'
    this.#header = header.output
    this.#digests.push(digestOf(value))
    return undefined
  }

  #takePictures(value: unknown): BookProblem | undefined {
    const pictures = safeParse(bookPicturesSchema, value)
    if (!pictures.success) return 'broken'
    this.#pictures.add(pictures.output.photo_id)
    return this.#pictures.size > mostBookPhotos ? 'broken' : undefined
  }

  #takeRows(table: BookTable, given: unknown): BookProblem | undefined {
    if (!Array.isArray(given)) return 'broken'
    for (const one of given as readonly unknown[]) {
      // A field that is not known is of a later version; this one is no field.
      if (typeof one !== 'object' || one === null || Object.hasOwn(one, '__proto__'))
        return 'broken'
      const named = this.#isVersion1 ? rowOfVersion1(table, one) : one
      // In place: a copy of each row takes as much memory as the rows.
      for (const [name, value] of absent[table])
        if (!Object.hasOwn(named, name)) Object.assign(named, { [name]: value })
      const row = safeParse(this.#schemas[table], named)
      if (!row.success) return 'broken'
      this.#rows[table].push(row.output)
    }
    return undefined
  }
}

/**
 * Reads a file's text, which may come in any pieces.
 *
 * @param now the clock in milliseconds since 1970: nothing in the file is newer
 */
export async function readBook(
  pieces: AsyncIterable<string>,
  now: number,
): Promise<Book | BookProblem> {
  const reader = new BookReader(now)
  for await (const elements of elementsIn(pieces)) {
    if (elements === undefined) return reader.tooLong()
    if (!elements.every((element) => reader.take(element))) break
  }
  return reader.result()
}
