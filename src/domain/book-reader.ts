import * as v from 'valibot'
import { contentLimit, quoteAuthorLimit, quoteTextLimit } from './limits.ts'
import {
  bookFormat,
  bookParts,
  bookVersion,
  digestOf,
  type BookEnd,
  type BookHeader,
  type BookPart,
  type BookRows,
} from './book-format.ts'
import { categories } from './category.ts'
import {
  instantSchema,
  uuidSchema,
  type CustomQuoteId,
  type EntryId,
  type ReplyId,
  type ReviewId,
  type WordsHash,
} from './ids.ts'
import { isIdentifier } from './identifier.ts'
import { grades } from './practice/grade.ts'
import { directions } from './translation.ts'
import { reactionEmoji } from './reaction.ts'
import { isTimeZone, journalDaySchema } from './journal-day.ts'
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

export interface Book {
  readonly header: BookHeader
  readonly rows: { readonly [Part in BookPart]: BookRows[Part][] }
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
const planned = v.pipe(instantSchema, v.check(isPlannable))

const review = {
  id: uuidSchema<ReviewId>(),
  entry: uuidSchema<EntryId>(),
  by: person,
  direction: v.picklist(directions),
  grade: v.picklist(grades),
  wordsHash: uuidSchema<WordsHash>(),
}

function rowSchemas(now: number) {
  const time = past(now)
  const quote = {
    by: person,
    text: text(quoteTextLimit),
    author: text(quoteAuthorLimit),
    createdAt: time,
  }
  return {
    entries: v.pipe(
      v.object({
        id: uuidSchema<EntryId>(),
        by: person,
        category: v.picklist(categories),
        content: text(contentLimit),
        createdAt: time,
        completedAt: v.exactOptional(time),
        scheduledDate: v.exactOptional(planned),
        isPrivate: v.exactOptional(v.literal(true)),
        isUnsent: v.exactOptional(v.literal(true)),
      }),
      v.check((entry) => entry.category === 'ideen' || entry.scheduledDate === undefined),
    ),
    reactions: v.object({
      entry: uuidSchema<EntryId>(),
      by: person,
      emoji: v.picklist(reactionEmoji),
      createdAt: time,
    }),
    replies: v.object({
      id: uuidSchema<ReplyId>(),
      entry: uuidSchema<EntryId>(),
      by: person,
      content: text(contentLimit),
      createdAt: time,
    }),
    likes: v.object(quote),
    quotes: v.object({ id: uuidSchema<CustomQuoteId>(), ...quote }),
    marks: v.object({
      entry: uuidSchema<EntryId>(),
      by: person,
      until: v.exactOptional(journalDaySchema),
      createdAt: time,
    }),
    stories: v.object({
      story: uuidSchema<EntryId>(),
      idea: uuidSchema<EntryId>(),
      by: person,
      createdAt: time,
    }),
    reviews: v.object({ ...review, createdAt: time }),
  } satisfies { [Part in BookPart]: v.GenericSchema<unknown, BookRows[Part]> }
}

const claim = v.object({ format: v.literal(bookFormat), version: v.number() })

const bookPerson = v.object({
  name: v.string(),
  identifier: v.pipe(v.string(), v.check(isIdentifier)),
})

const headerSchema = v.pipe(
  v.object({
    format: v.literal(bookFormat),
    version: v.number(),
    title: v.string(),
    timeZone: v.pipe(v.string(), v.check(isTimeZone)),
    people: v.tuple([bookPerson, bookPerson]),
    by: person,
    madeAt: instantSchema,
    withPrivate: v.boolean(),
    since: v.exactOptional(instantSchema),
  }),
  v.check(({ people: [one, other] }) => one.identifier !== other.identifier),
) satisfies v.GenericSchema<unknown, BookHeader>

const count = v.pipe(v.number(), v.integer(), v.minValue(0))
const endSchema = v.object({
  entries: count,
  reactions: count,
  likes: count,
  quotes: count,
  // Files of before there were these do not count them.
  replies: v.optional(count, 0),
  marks: v.optional(count, 0),
  stories: v.optional(count, 0),
  reviews: v.optional(count, 0),
  digests: v.optional(v.array(v.string())),
}) satisfies v.GenericSchema<unknown, BookEnd>

/** A browser that saves the page may write the element's attributes in another order. */
const partTag = /^script\s[^>]{0,200}?\bdata-part="([a-z]+)"[^>]{0,200}>/u

/** Characters between two `<`, many times what a part has; a file without any must not fill the memory. */
const longestPart = 64 * 1024 * 1024

/** Takes what stands between each `<` of a file and the next; no part has one inside (docs/book-format.md). */
export class BookReader {
  readonly #schemas: ReturnType<typeof rowSchemas>
  readonly #rows: Book['rows'] = {
    entries: [],
    reactions: [],
    replies: [],
    likes: [],
    quotes: [],
    marks: [],
    stories: [],
    reviews: [],
  }
  #header: BookHeader | undefined
  #end: BookEnd | undefined
  readonly #digests: string[] = []
  #problem: BookProblem | undefined

  /** @param now the clock in milliseconds since 1970: nothing in the file is newer */
  constructor(now: number) {
    this.#schemas = rowSchemas(now)
  }

  /** False once the file is not to be taken, and reading on is no use. */
  take(element: string): boolean {
    const [tag = '', part] = partTag.exec(element) ?? []
    if (part !== undefined && this.#problem === undefined)
      this.#problem = this.#takePart(part, element.slice(tag.length))
    return this.#problem === undefined
  }

  /** What to say of a text that is too long to be a part of ours. */
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
    if (bookParts.some((part) => rows[part].length !== end[part])) return 'cut-off'
    const { digests } = end
    const isChanged = digests !== undefined && digests.join() !== this.#digests.join()
    return isChanged ? 'broken' : { header: this.#header, rows, isProven: digests !== undefined }
  }

  #takePart(part: string, json: string): BookProblem | undefined {
    const value = safeParse(v.pipe(v.string(), v.parseJson()), json)
    if (part === 'header') return value.success ? this.#takeHeader(value.output) : 'foreign'
    if (!value.success) return 'broken'
    if (this.#header === undefined) return 'foreign'
    if (part === 'end') {
      const end = safeParse(endSchema, value.output)
      if (end.success) this.#end = end.output
      return end.success ? undefined : 'broken'
    }
    this.#digests.push(digestOf(value.output))
    if (Object.hasOwn(this.#rows, part)) return this.#takeRows(part as BookPart, value.output)
    // A part of a later version of this format.
    return undefined
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

  #takeRows(part: BookPart, value: unknown): BookProblem | undefined {
    const schema = this.#schemas[part] as v.GenericSchema<unknown, BookRows[BookPart]>
    const rows = safeParse(v.array(schema), value)
    if (!rows.success) return 'broken'
    const known: BookRows[BookPart][] = this.#rows[part]
    for (const row of rows.output) known.push(row)
    return undefined
  }
}

/**
 * Reads a file's text, which may come in any pieces.
 *
 * @param now the server's clock in milliseconds since 1970: nothing in the file is newer; on a device, whose
 *   clock may be wrong, Infinity: the server looks then
 */
export async function readBook(
  pieces: AsyncIterable<string>,
  now: number,
): Promise<Book | BookProblem> {
  const reader = new BookReader(now)
  let begun: string[] = []
  let length = 0
  for await (const piece of pieces) {
    const [first = '', ...others] = piece.split('<')
    begun.push(first)
    length += first.length
    for (const next of others) {
      if (!reader.take(begun.join(''))) return reader.result()
      begun = [next]
      length = next.length
    }
    if (length > longestPart) return reader.tooLong()
  }
  reader.take(begun.join(''))
  return reader.result()
}
