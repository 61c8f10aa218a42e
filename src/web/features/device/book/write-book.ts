import { bookFormat, bookVersion, type BookHeader } from '../../../../domain/book-format.ts'
import type { Instant, PartnerId } from '../../../../domain/ids.ts'
import { nameKey, type Profile, type PublicPartner } from '../../../../domain/partner.ts'
import type { Journal, JournalState } from '../../../replica/journal.ts'
import { withLost } from '../../../replica/questions/with-lost.ts'
import { writeFile, type BookPage } from './book-file.ts'
import { pictureParts, type LeftPhotos, type ReadPicture } from './picture-parts.ts'
import { entriesToTake, rowsToWrite } from './rows-to-write.ts'
import { volumesOf } from './volumes.ts'

export interface BookRequest {
  readonly journal: Pick<Journal, 'me' | 'rows' | 'whole'>
  readonly title: string
  readonly partners: readonly [PublicPartner, PublicPartner]
  /** Also takes my own private notes; the partner's are not on this device. */
  readonly withPrivate: boolean
  readonly madeAt: Instant
  /** Given if the copy is unfinished: the file holds what changed since then. */
  readonly since: Instant | undefined
  /** Given to take the photos along. */
  readonly readPicture?: ReadPicture
  readonly signal: AbortSignal
}

/** The files of a journal: one, or with many photos several, each a book of its own entries. */
export interface WrittenBook extends LeftPhotos {
  readonly files: readonly Blob[]
}

/**
 * Writes everything that I may see into HTML files, as this device shows it, unsent work included
 * (docs/book-format.md). Page by page and photo by photo, so that a long journal is never in memory as a
 * whole. Rejects with the signal's reason once it is aborted.
 */
export async function writeBook(request: BookRequest, page: BookPage): Promise<WrittenBook> {
  const { journal, withPrivate, readPicture, signal } = request
  const whole = withLost({ state: await journal.whole(), rows: journal.rows })
  const people = peopleOf(whole.state.profiles, request.partners)
  const all = entriesToTake(whole, withPrivate)
  const withPhotos = readPicture !== undefined
  const volumes = withPhotos ? volumesOf(all, whole.rows) : [all]
  const files: Blob[] = []
  const left: LeftPhotos[] = []
  for (const [index, entries] of volumes.entries()) {
    const rows = rowsToWrite(whole, { all, entries, withPrivate, withPhotos })
    const pictures = await pictureParts(rows.photos, readPicture ?? nothing, signal)
    const volume = volumes.length === 1 ? undefined : { number: index + 1, of: volumes.length }
    const header = headerOf(request, whole.state, people, volume)
    const there = { ...rows, photos: pictures.photos }
    const content = { whole, header, second: people[1].id, rows: there, pictures }
    files.push(await writeFile(content, page, signal))
    left.push(pictures)
  }
  const [missing, small] = [left.flatMap((one) => one.missing), left.flatMap((one) => one.small)]
  return { files, missing, small }
}

const nothing: ReadPicture = async () => Promise.resolve('not-here')

function headerOf(
  { title, withPrivate, madeAt, since }: BookRequest,
  { me, journal }: JournalState,
  [one, other]: People,
  volume: BookHeader['volume'],
): BookHeader {
  return {
    format: bookFormat,
    version: bookVersion,
    title,
    timeZone: journal?.timeZone ?? 'UTC',
    people: [withoutId(one), withoutId(other)],
    by: other.id === me ? 1 : 0,
    madeAt,
    withPrivate,
    ...(since === undefined ? {} : { since }),
    ...(volume === undefined ? {} : { volume }),
  }
}

type People = ReturnType<typeof peopleOf>

interface KnownPerson extends PublicPartner {
  readonly id: PartnerId | undefined
}

/** Both people in the order of the settings; profiles know no identifiers, names are unique (D3). */
export function peopleOf(
  profiles: readonly Profile[],
  [one, other]: BookRequest['partners'],
): readonly [KnownPerson, KnownPerson] {
  const find = ({ name, identifier }: PublicPartner): KnownPerson => {
    const profile = profiles.find((known) => nameKey(known.name) === nameKey(name))
    return { id: profile?.id, name: profile?.name ?? name, identifier }
  }
  return [find(one), find(other)]
}

function withoutId({ name, identifier }: KnownPerson): PublicPartner {
  return { name, identifier }
}
