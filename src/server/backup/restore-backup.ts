import { randomUUID } from 'node:crypto'
import sql, { raw } from 'sql-template-tag'
import type { Pool, Queries } from '../database/pool.ts'
import { errorCode, errorLabel } from '../error-code.ts'
import { StartupError } from '../settings/startup-error.ts'
import { picturesOf } from './checked-pictures.ts'
import { fillTables, withoutTriggers } from './fill-tables.ts'
import { restoredTables } from './format.ts'
import { completeHostedAccounts } from '../database/hosted-accounts.ts'
import { hiddenEntries, hideWithEntries, keepPrivate } from './keep-private.ts'
import type { BackupSummary } from './read-backup.ts'
import {
  boundTimes,
  requireKnownZone,
  requirePastBackup,
  requireReadableTimes,
} from './restored-values.ts'

interface RestoreWay {
  readonly movesTimes?: boolean
  /** The digests of the pictures without which it is restored. */
  readonly without?: ReadonlySet<string>
}

/** The differences between the restored journal and the backup. */
export interface RestoreChanges {
  /** Entries that are shared in the backup, and private because they were in the journal before. */
  readonly keptPrivate: number
  /** Different times that lay after the backup. */
  readonly movedTimes: number
}

/**
 * Replaces journal and accounts by what `file` holds, of which `verified` was read before, in one
 * transaction: after any error or crash either the old state or the new one is there. The file is
 * checked again, to its last line, before the commit. Rows keep their times, nothing counts as
 * removed, all sessions end, and a new epoch makes every device rebuild its copy. Every entry gets
 * a new edit version, so that every edit made before the restore is stale. The journal's row gets the
 * backup's time (`restored_to`). What is private in the journal that is replaced stays private. A picture that is
 * restored without leaves its photo there. Throws `StartupError` when the file or the database does not allow it,
 * where another picture is missing, and where `movesTimes` is not given and the file has times that are later than itself.
 */
export async function restoreBackup(
  pool: Pool,
  file: string,
  verified: BackupSummary,
  { movesTimes = false, without = new Set() }: RestoreWay = {},
): Promise<RestoreChanges> {
  requirePastBackup(verified.header, file)
  const restore = async (transaction: Queries) => {
    await transaction.query(sql`set local lock_timeout = '10s'`)
    return withoutTriggers(transaction, async () => {
      const hidden = await hiddenEntries(transaction)
      await clear(transaction, verified)
      await fill(transaction, file, verified, without)
      const movedTimes = await boundTimes(transaction, verified.header, file, movesTimes)
      const keptPrivate = await keepPrivate(transaction, hidden)
      await complete(transaction, verified)
      return { keptPrivate, movedTimes }
    })
  }
  try {
    return await againAfterDeadlock(async () => pool.transaction(restore))
  } catch (error) {
    if (error instanceof StartupError) throw error
    // The code alone: a message of the database can quote a row (D27).
    const code = errorLabel(error)
    // If the connection broke, the commit may have succeeded.
    const state = /^[0-9A-Z]{5}$/.test(code)
      ? 'nothing was changed'
      : 'the journal is either the old one or the restored one, complete in both cases'
    // Of a wrong form, out of range, or against a check.
    const why = /^2[23]/.test(code)
      ? ', because it holds a value that cannot be, such as a time of infinity'
      : ''
    throw new StartupError(`The backup ${file} could not be restored (${code})${why}; ${state}.`)
  }
}

const mostTries = 5

/** A restore and a request of the running server may wait for each other; the database then ends one of both. */
async function againAfterDeadlock<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1)
    try {
      return await work()
    } catch (error) {
      if (errorCode(error) !== '40P01' || tries === mostTries) throw error
    }
}

async function fill(
  transaction: Queries,
  file: string,
  verified: BackupSummary,
  without: ReadonlySet<string>,
): Promise<void> {
  const filled = await fillTables(transaction, file, picturesOf(file, verified, without))
  if (JSON.stringify(filled) !== JSON.stringify(verified))
    throw new StartupError(
      `The backup ${file} was modified while it was being read; nothing was changed.`,
    )
  await requireAccounts(transaction, verified, file)
  await requireReadableTimes(transaction, file)
  await requireKnownZone(transaction, file)
}

/** Sets what a backup does not hold, or holds of its own time. */
async function complete(transaction: Queries, { header }: BackupSummary): Promise<void> {
  await completeHostedAccounts(transaction)
  await transaction.query(sql`update public.entries set edit_version = private.new_edit_version()`)
  await hideWithEntries(transaction)
  // The rows may be of a time that this database has not seen: it is compared with them once.
  await transaction.query(sql`select setval('private.noted_time', 0)`)
  // The backup may hold a quote's words from before a correction.
  await transaction.query(sql`select private.move_likes_of_changed_quotes()`)
  await transaction.query(sql`
    update public.journal set epoch = ${randomUUID()}, updated_at = clock_timestamp(),
      restored_to = ${header.takenAt}`)
}

/** Deletes all rows, and the accounts that the backup replaces. */
async function clear(transaction: Queries, { header, counts }: BackupSummary): Promise<void> {
  const people = await transaction.query<{ id: string }>(sql`
    select id::text from auth.users
    where id in (select id from public.profiles) or email = any(${[...header.identifiers]})`)
  const ids = people.map(({ id }) => id)
  await transaction.run(`truncate ${restoredTables.join(', ')}, private.used_ids`)
  // A backup that does not have them replaces nothing.
  for (const table of ['private.deleted_rows', 'private.moved_rows'])
    if (table in counts) await transaction.run(`truncate ${table}`)
  // Every session ends, and with it every push subscription.
  await transaction.query(sql`delete from private.push_subscriptions`)
  // Compared as text: hosted projects keep the user of a refresh token as text.
  for (const table of ['refresh_tokens', 'sessions', 'identities'])
    await transaction.query(
      sql`delete from ${raw(`auth.${table}`)} where user_id::text = any(${ids})`,
    )
  await transaction.query(sql`delete from auth.users where id::text = any(${ids})`)
}

/**
 * The header's identifiers were compared with the settings; the rows must match them: these
 * accounts and no others, each without further rights, and no other way to sign in.
 */
async function requireAccounts(
  transaction: Queries,
  { header, counts }: BackupSummary,
  file: string,
): Promise<void> {
  const accounts = await transaction.query<{
    email: string
    ordinary: boolean
    identities: number
  }>(sql`
    select u.email::text as email,
      coalesce(u.role = 'authenticated' and u.aud = 'authenticated', false) as ordinary,
      (select count(*)::int from auth.identities i where i.user_id = u.id) as identities
    from auth.users u join public.profiles p on p.id = u.id`)
  const found = accounts.map(({ email }) => email).toSorted()
  const identities = accounts.reduce((sum, account) => sum + account.identities, 0)
  if (
    found.join('\n') !== [...header.identifiers].toSorted().join('\n') ||
    counts['auth.users'] !== accounts.length ||
    counts['auth.identities'] !== identities ||
    !accounts.every(({ ordinary }) => ordinary)
  )
    throw new StartupError(
      `The accounts in ${file} are not the ones it names; nothing was changed.`,
    )
  if ((await transaction.query(sql`select from public.journal`)).length !== 1)
    throw new StartupError(`The journal's own row is missing in ${file}.`)
}
