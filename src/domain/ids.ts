import { v4, v5 } from 'uuid'
import * as v from 'valibot'
import { readBy } from './parse.ts'

/**
 * Branded identifiers and times. A value of these types exists only behind a parser,
 * so a raw string can never be passed where a checked one is expected.
 */
declare const brand: unique symbol
export type Branded<Name extends string> = string & { readonly [brand]: Name }

/** A person's account id: a lower-case UUID, the same as `auth.users.id`. */
export type PartnerId = Branded<'PartnerId'>
/** An entry's id: a lower-case UUID made on the device that wrote it. */
export type EntryId = Branded<'EntryId'>
/** A reaction's id: UUID v5 of entry, person and emoji (D15). */
export type ReactionId = Branded<'ReactionId'>
/** A reply's id: a UUID made on the device. */
export type ReplyId = Branded<'ReplyId'>
/** A like's id: UUID v5 of person, text and author (D15). */
export type QuoteLikeId = Branded<'QuoteLikeId'>
/** A personal quote's id: a UUID made on the device. */
export type CustomQuoteId = Branded<'CustomQuoteId'>
/** The id of a memory mark: UUID v5 of entry, person and day. */
export type MemoryMarkId = Branded<'MemoryMarkId'>
/** A review's id: a UUID made on the device. */
export type ReviewId = Branded<'ReviewId'>
/** A photo's id: a UUID made on the device. */
export type PhotoId = Branded<'PhotoId'>
/** The hash of a folded pair of words: a UUID v5. */
export type WordsHash = Branded<'WordsHash'>
/** The journal's epoch; a restore changes it. */
export type Epoch = Branded<'Epoch'>
/** One start of the server; by their chain a device notices a database that was put back. */
export type ServerStart = Branded<'ServerStart'>

/**
 * A moment in UTC with microseconds, always `YYYY-MM-DDTHH:MM:SS.ffffffZ`.
 * One fixed width makes string order equal to time order and loses none of PostgreSQL's digits.
 */
export type Instant = Branded<'Instant'>

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** True for a lower-case UUID of any version; the form PostgreSQL prints. */
export function isUuid(text: string): boolean {
  return uuidPattern.test(text)
}

/**
 * A schema that admits lower-case UUIDs and brands them as one kind of id: the only way a raw id of
 * a row, frame or stored value becomes a branded one.
 */
export function uuidSchema<Id extends string>() {
  return v.pipe(
    v.string(),
    v.check(isUuid, 'must be a lower-case UUID'),
    v.transform((text) => text as Id),
  )
}

/** An id that was made here: it can become one of every kind. */
export type MadeId = Branded<never>

/** A random id for something that is made on this device. Needs no secure origin. */
export function newId(): MadeId {
  return v4() as MadeId
}

/**
 * The id that every device derives from a key: a UUID v5.
 *
 * @param namespace a UUID that keeps ids of one kind apart from others; another one gives other ids
 */
export function derivedId(namespace: string, key: string): MadeId {
  return v5(key, namespace) as MadeId
}

const timestampPattern =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(?:\.(\d{1,6}))?(Z|[+-]\d{2}(?::?\d{2})?)$/

/**
 * Reads a timestamp as Supabase Lite (`2026-11-20 15:02:31.912626+00`), hosted Supabase
 * (`2026-11-20T15:02:31.9+00:00`) or `Date.toISOString` writes it.
 * Returns `undefined` for anything else.
 */
export function parseInstant(text: string): Instant | undefined {
  const match = timestampPattern.exec(text)
  if (match === null) return undefined
  const [, day = '', clock = '', fraction = '', zone = ''] = match
  const digits = fraction.padEnd(6, '0')
  const offset = zone === 'Z' ? 'Z' : normalOffset(zone)
  const milliseconds = Date.parse(`${day}T${clock}.${digits.slice(0, 3)}${offset}`)
  if (Number.isNaN(milliseconds)) return undefined
  return `${new Date(milliseconds).toISOString().slice(0, 23)}${digits.slice(3)}Z` as Instant
}

/** `+00`, `+0530` and `+05:30` are all written by some server; `Date.parse` wants the last form. */
function normalOffset(zone: string): string {
  const minutes = zone.length > 3 ? zone.slice(-2) : '00'
  return `${zone.slice(0, 3)}:${minutes}`
}

/** Accepts what `parseInstant` reads and yields the one fixed form. */
export const instantSchema = v.pipe(
  v.string(),
  readBy(parseInstant, 'must be a timestamp with a time zone'),
)

/** The latest of some instants. */
export function latestOf(instants: readonly Instant[]): Instant | undefined {
  return instants.toSorted().at(-1)
}

/** The instant of `Date` milliseconds since 1970, with zero microseconds. */
export function instantFromMilliseconds(milliseconds: number): Instant {
  return `${new Date(milliseconds).toISOString().slice(0, 23)}000Z` as Instant
}

/** Milliseconds since 1970, rounded down; for display and arithmetic, never for ordering. */
export function millisecondsOf(instant: Instant): number {
  return Date.parse(`${instant.slice(0, 23)}Z`)
}
