import * as v from 'valibot'
import { tablesWith } from '../../domain/journal-tables.ts'
import { jsonText } from '../../domain/parse.ts'
import { anonKey } from '../settings/keys.ts'
import { journalId } from './journal-id.ts'

/**
 * A backup is gzipped text, one JSON value per line: a header, then for each table a line with its
 * columns and a line per row, at last a line with the counts and the SHA-256 of every byte before
 * it. Rows are PostgreSQL's own JSON (`row_to_json`), so times keep their microseconds. Pictures lie in a folder
 * beside it: their rows have a digest and a length in place of the bytes.
 */
export const backupVersion = 1

/** Longer than any row; a hostile file must not fill the memory. */
export const longestLine = 1024 * 1024

export interface BackupTable {
  readonly name: string
  /** Columns to keep, if the table is not ours; of ours all are kept. */
  readonly columns?: readonly string[]
  /** The order of a snapshot's rows. */
  readonly key: readonly string[]
}

export const pictureTable = 'public.photo_files'

/** The tables of schema `public` that a restore replaces. */
export const restoredTables: readonly string[] = tablesWith({ inBackup: true }).map(
  (name) => `public.${name}`,
)

/**
 * Every table of the journal and what sign-in needs of the accounts, in the order in which foreign
 * keys let them be filled. Sessions and tokens are left out, so a stolen file opens none.
 */
export const backupTables: readonly BackupTable[] = [
  {
    name: 'auth.users',
    columns: [
      'id',
      'aud',
      'role',
      'email',
      'encrypted_password',
      'email_confirmed_at',
      'raw_app_meta_data',
      'raw_user_meta_data',
      'created_at',
      'updated_at',
    ],
    key: ['id'],
  },
  {
    name: 'auth.identities',
    columns: [
      'id',
      'provider',
      'provider_id',
      'user_id',
      'identity_data',
      'created_at',
      'updated_at',
    ],
    key: ['id'],
  },
  ...restoredTables.map((name) =>
    name === pictureTable
      ? {
          name,
          columns: ['photo_id', 'size', 'type', 'sha256', 'length'],
          key: ['photo_id', 'size'],
        }
      : { name, key: ['id'] },
  ),
  // Ids that stay used although their rows are gone: one that could be used again would tell of a hidden entry (D9).
  { name: 'private.used_ids', key: ['row_id'] },
  // An import reads from these which rows are gone or have another id; older backups lack them.
  { name: 'private.deleted_rows', key: ['row_id'] },
  { name: 'private.moved_rows', key: ['id'] },
]

const columnName = v.pipe(v.string(), v.regex(/^[a-z_][a-z0-9_]{0,62}$/))

/** Read first, so that a file of a later version is not taken for a damaged one. */
export const versionLine = jsonText(
  v.object({ format: v.literal('unser-tagebuch'), version: v.number() }),
)

export const headerLine = jsonText(
  v.object({
    format: v.literal('unser-tagebuch'),
    version: v.literal(backupVersion),
    takenAt: v.pipe(v.string(), v.isoTimestamp()),
    /** The newest migration the database had. */
    schema: v.pipe(v.string(), v.regex(/^\d{14}$/)),
    /**
     * The public key. A restore keeps it on another machine, so that a page stored on a phone still
     * works; the secret that signs sessions never leaves its machine.
     */
    anonKey: v.optional(anonKey),
    /** `journal.config.json` as it was read; nothing depends on it, so it is not parsed. */
    settings: v.optional(v.record(v.string(), v.unknown())),
    /** The name of the folder beside the file that has its pictures; older backups have none. */
    pictures: v.optional(v.pipe(v.string(), v.regex(/^(?!\.)[^/\\\p{Cc}]{1,255}$/u))),
    /** The journal of the backup; older backups go by the identifiers. */
    journalId: v.optional(journalId),
    /** The accounts' identifiers, which the settings of a restore must name too. */
    identifiers: v.pipe(v.array(v.pipe(v.string(), v.maxLength(320))), v.maxLength(2)),
  }),
)
export type BackupHeader = v.InferOutput<typeof headerLine>

export const tableLine = jsonText(
  v.object({
    table: v.picklist(backupTables.map(({ name }) => name)),
    columns: v.pipe(v.array(columnName), v.minLength(1), v.maxLength(100)),
  }),
)

export const rowLine = jsonText(v.record(v.string(), v.unknown()))

export const endLine = jsonText(
  v.object({ counts: v.record(v.string(), v.number()), sha256: v.string() }),
)

/** Rows by table. */
export type BackupCounts = Readonly<Record<string, number>>

/** The counts of a backup in words, for a person: numbers only, never contents. */
export function countsInWords(counts: BackupCounts): string {
  const words = [
    ['auth.users', 'account', 'accounts'],
    ['public.entries', 'entry', 'entries'],
    ['public.reactions', 'reaction', 'reactions'],
    ['public.replies', 'reply', 'replies'],
    ['public.quote_likes', 'like', 'likes'],
    ['public.custom_quotes', 'own quote', 'own quotes'],
    ['public.photos', 'photo', 'photos'],
  ] as const
  return words
    .map(([table, one, many]) => `${counts[table] ?? 0} ${counts[table] === 1 ? one : many}`)
    .join(', ')
}
