import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import sql from 'sql-template-tag'
import type { Queries } from '../database/pool.ts'
import { bookTables } from '../../domain/book-format.ts'
import { picturesIn } from '../../domain/book-elements.ts'
import type { BookPictures } from '../../domain/book-pictures.ts'
import { readBook, type Book, type BookProblem } from '../../domain/book-reader.ts'
import { rowsOfBook } from '../../domain/book-rows.ts'
import type { PartnerId } from '../../domain/ids.ts'
import { bookFileLimit } from '../../domain/limits.ts'
import { consoleLog } from '../log.ts'
import type { Settings } from '../settings/settings.ts'
import { StartupError } from '../settings/startup-error.ts'
import { confirm } from './confirm.ts'
import { givenPath } from './given-path.ts'
import { addPhotos } from './import-photos.ts'
import { loadGiven, planImport, type ImportPlan } from './import-plan.ts'
import { addInOneTransaction } from './import-rows.ts'
import { withDatabase } from './operator-database.ts'

/** Of a file that somebody else may have written. A journal of a hundred thousand entries is about 40 MB without photos. */
const mostBytes = 2 * bookFileLimit

const problems: Readonly<Record<BookProblem, string>> = {
  foreign: 'is no file of "Alles mitnehmen"',
  newer: 'was made by a newer version of this program: update first',
  'cut-off': 'is cut off, or rows of it are missing',
  broken: 'is damaged or was changed: it says what cannot be',
}

/**
 * `import FILE [FILE…] [--yes]`: adds the rows of the files, of both people, that are missing here, and
 * changes nothing else (docs/book-format.md). Says first what it would add, which only reads, then asks. Photos are read
 * once more and added after all rows, one by one.
 * Works beside a running server. Returns the exit code.
 */
export async function importCommand(
  settings: Settings,
  given: readonly string[],
  confirmed: boolean,
): Promise<number> {
  const books: GivenBook[] = []
  for (const name of given) {
    const file = givenPath(name)
    books.push({ file, book: await bookIn(file) })
  }
  // Of a row that several files have, the one that was made last says what it is.
  books.sort((one, other) => other.book.header.madeAt.localeCompare(one.book.header.madeAt))
  return withDatabase(settings, async (pool) =>
    pool.session(async (session) => {
      await loadGiven(session, rowsOf(books, await journalOf(session)))
      for (const { file, book } of books)
        if (!book.isProven)
          consoleLog.info(
            `${file} is of an older version: whether it was changed cannot be checked.`,
          )
      await session.run('begin read only')
      const plan = await planImport(session)
      await session.run('commit')
      consoleLog.info(`This would add ${inWords(plan)}.`)
      if (Object.values(plan.counts).every((count) => count === 0)) return 0
      if (!confirmed && !(await confirm('Type "yes" to add it: ', 'An import'))) {
        consoleLog.error('Nothing was changed.')
        return 1
      }
      const added = await addInOneTransaction(session)
      const photos = await addPhotos(session, picturesOf(books))
      consoleLog.info(
        `Added ${inWords({ ...added, counts: { ...added.counts, photos: photos.added } })}.`,
      )
      reportRefused(limits, added.refused)
      reportRefused(pictureLimits, photos.refused)
      return 0
    }),
  )
}

interface GivenBook {
  readonly file: string
  readonly book: Book
}

async function bookIn(file: string): Promise<Book> {
  const found = await stat(file).catch(() => undefined)
  if (found?.isFile() !== true) throw new StartupError(`${file} cannot be read`)
  if (found.size > mostBytes)
    throw new StartupError(`${file} is larger than ${mostBytes / 1_000_000} MB`)
  const result = await readBook(textOf(file), Date.now())
  if (typeof result === 'string') throw new StartupError(`${file} ${problems[result]}`)
  return result
}

const textOf = (file: string) => createReadStream(file, { encoding: 'utf8' })

async function* picturesOf(books: readonly GivenBook[]): AsyncGenerator<BookPictures, void> {
  for (const { file, book } of books) if (book.pictures.size > 0) yield* picturesIn(textOf(file))
}

/** The time zone and the people of the journal that is here. */
interface JournalHere {
  readonly zone: string
  readonly people: readonly { readonly id: PartnerId; readonly identifier: string }[]
}

async function journalOf(queries: Queries): Promise<JournalHere> {
  // The journal's own zone: the settings may name another one until the next start.
  const [journal] = await queries.query<{ zone: string }>(
    sql`select time_zone as zone from public.journal`,
  )
  if (journal === undefined)
    throw new StartupError('There is no journal yet; start the server once.')
  const people = await queries.query<JournalHere['people'][number]>(sql`
    select profiles.id::text as id, users.email as identifier
    from public.profiles join auth.users as users on users.id = profiles.id`)
  return { zone: journal.zone, people }
}

/** The rows of all files without photos of which none has the pictures, a table of a file at a time, for the people and in the time zone of this journal. */
function* rowsOf(books: readonly GivenBook[], { people, zone }: JournalHere) {
  const pictured = (id: string) => books.some(({ book }) => book.pictures.has(id))
  for (const { file, book } of books) {
    const here = peopleOf(book, people, file)
    for (const table of bookTables) {
      const rows = rowsOfBook(book, table, here, zone)
      yield [
        table,
        table === 'photos' ? rows.filter(({ id }) => pictured(String(id))) : rows,
      ] as const
    }
  }
}

/** People are the same if their identifiers are. */
function peopleOf(
  { header }: Book,
  people: JournalHere['people'],
  file: string,
): readonly [PartnerId, PartnerId] {
  const identifiers = header.people.map(({ identifier }) => identifier)
  const [one, other] = identifiers.map(
    (identifier) => people.find((person) => person.identifier === identifier)?.id,
  )
  if (one !== undefined && other !== undefined) return [one, other]
  throw new StartupError(
    `${file} belongs to ${identifiers.join(' and ')}, who are not the two people of this journal`,
  )
}

function inWords({ counts, deleted, withoutEntry }: ImportPlan): string {
  const words = bookTables
    .map((table) => `${counts[table] ?? 0} ${table.replace('_', ' ')}`)
    .join(', ')
  const left = `${deleted} were deleted since and stay so, ${withoutEntry} belong to no entry that is here`
  return deleted + withoutEntry === 0 ? words : `${words} (${left})`
}

const limits = 'the limits of the database do not allow it:'
const pictureLimits =
  'their pictures are none that the journal takes, or their entries have four: photos'

/** Names what the database does not take by its ids, never by its text (D27). */
function reportRefused(why: string, ids: readonly string[]): void {
  if (ids.length === 0) return
  const named = ids.slice(0, 20)
  const more = ids.length > named.length ? ` and ${ids.length - named.length} more` : ''
  consoleLog.error(`Left out, because ${why} ${named.join(', ')}${more}.`)
}
