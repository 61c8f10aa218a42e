import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import sql from 'sql-template-tag'
import type { Pool } from '../database/pool.ts'
import { readBook, type Book, type BookProblem } from '../../domain/book-reader.ts'
import { bookInZone } from '../../domain/book-rows.ts'
import type { PartnerId } from '../../domain/ids.ts'
import type { Imported } from '../../domain/imported.ts'
import { consoleLog } from '../log.ts'
import type { Settings } from '../settings/settings.ts'
import { StartupError } from '../settings/startup-error.ts'
import { givenPath } from './given-path.ts'
import { importBook } from './import-rows.ts'
import { withDatabase } from './operator-database.ts'
import { confirm } from './confirm.ts'

/** A journal of a hundred thousand entries is about 40 MB. */
const mostBytes = 1024 ** 3

const problems: Readonly<Record<BookProblem, string>> = {
  foreign: 'is no file of "Alles mitnehmen"',
  newer: 'was made by a newer version of this program: update first',
  'cut-off': 'is cut off, or rows of it are missing',
  broken: 'is damaged or was changed: it says what cannot be',
}

/**
 * `import FILE [--yes]`: adds the rows of the file, of both people, that are missing here, and
 * changes nothing else (docs/book-format.md). Says first what it would add, then asks. Works beside
 * a running server. Returns the exit code.
 */
export async function importCommand(
  settings: Settings,
  given: string,
  confirmed: boolean,
): Promise<number> {
  const file = givenPath(given)
  const written = await bookIn(file)
  return withDatabase(settings, async (pool) => {
    const book = bookInZone(written, await timeZoneOf(pool))
    const people = await peopleOf(pool, book, file)
    if (!book.isProven)
      consoleLog.info(`${file} is of an older version: whether it was changed cannot be checked.`)
    const wanted = await tryImport(pool, book, people)
    consoleLog.info(`${file} would add ${inWords(wanted)}.`)
    if (Object.values(wanted.added).every((count) => count === 0)) return 0
    if (!confirmed && !(await confirm('Type "yes" to add it: ', 'An import'))) {
      consoleLog.error('Nothing was changed.')
      return 1
    }
    const done = await pool.transaction(async (transaction) =>
      importBook(transaction, book, people),
    )
    consoleLog.info(`Added ${inWords(done)}.`)
    return 0
  })
}

async function bookIn(file: string): Promise<Book> {
  const found = await stat(file).catch(() => undefined)
  if (found?.isFile() !== true) throw new StartupError(`${file} cannot be read`)
  if (found.size > mostBytes) throw new StartupError(`${file} is larger than 1 GB`)
  const result = await readBook(createReadStream(file, { encoding: 'utf8' }), Date.now())
  if (typeof result === 'string') throw new StartupError(`${file} ${problems[result]}`)
  return result
}

/** The journal's own: the settings may name another one until the next start. */
async function timeZoneOf(pool: Pool): Promise<string> {
  const [row] = await pool.query<{ zone: string }>(
    sql`select time_zone as zone from public.journal`,
  )
  if (row === undefined) throw new StartupError('There is no journal yet; start the server once.')
  return row.zone
}

/** People are the same if their identifiers are. */
async function peopleOf(
  pool: Pool,
  { header }: Book,
  file: string,
): Promise<readonly [PartnerId, PartnerId]> {
  const rows = await pool.query<{ id: PartnerId; identifier: string }>(sql`
    select profiles.id::text as id, users.email as identifier
    from public.profiles join auth.users as users on users.id = profiles.id`)
  const [one, other] = header.people.map(
    ({ identifier }) => rows.find((row) => row.identifier === identifier)?.id,
  )
  if (one === undefined || other === undefined)
    throw new StartupError(
      `${file} belongs to ${header.people.map(({ identifier }) => identifier).join(' and ')}, ` +
        'who are not the two people of this journal',
    )
  return [one, other]
}

class Undone extends Error {}

/** Imports in a transaction that is then undone: only the database knows what is missing in it. */
async function tryImport(
  pool: Pool,
  book: Book,
  people: readonly [PartnerId, PartnerId],
): Promise<Imported> {
  let wanted: Imported | undefined
  const trying = pool.transaction(async (transaction) => {
    wanted = await importBook(transaction, book, people)
    throw new Undone()
  })
  await trying.catch((cause: unknown) => {
    if (!(cause instanceof Undone)) throw cause
  })
  if (wanted === undefined) throw new Error('the trial did not come to its end')
  return wanted
}

function inWords({ added, deleted, withoutEntry }: Imported): string {
  const { entries, reactions, replies, likes, quotes, marks, stories, reviews } = added
  const words = `${entries} entries, ${reactions} reactions, ${replies} replies, ${likes} likes, ${quotes} quotes, ${marks} memory marks, ${stories} stories of ideas, ${reviews} reviews`
  const left = [
    ...(deleted > 0 ? [`${deleted} were deleted since and stay so`] : []),
    ...(withoutEntry > 0
      ? [`${withoutEntry} reactions, replies, marks or stories have no entry`]
      : []),
  ]
  return left.length === 0 ? words : `${words} (${left.join(', ')})`
}
