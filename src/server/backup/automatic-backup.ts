import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type postgres from 'postgres'
import type { JournalConfig } from '../../domain/journal-config.ts'
import { connect } from '../database/connection.ts'
import { prepareDatabase } from '../database/prepare-database.ts'
import { errorLabel } from '../error-code.ts'
import { publicKey } from '../settings/keys.ts'
import { StartupError } from '../settings/startup-error.ts'
import { backupFile, namesOf, stampOf, type BackupSeries } from './backup-name.ts'
import { BackupDiffers, compareRows } from './compare-rows.ts'
import { fillTables, withoutTriggers } from './fill-tables.ts'
import { requireFreeDisk } from './free-disk.ts'
import { readHeader, type BackupSummary } from './read-backup.ts'
import { surplusBackups } from './retention.ts'
import { withScratchDatabase, type ScratchPlace } from './scratch-database.ts'
import { inSnapshot } from './snapshot.ts'
import { writeBackup, type WrittenBackup } from './write-backup.ts'

/** What is backed up, and where to. */
export interface BackupPlace extends ScratchPlace {
  readonly folder: string
  readonly journal: JournalConfig
  readonly migrationsDir: string
}

const never = new AbortController().signal

/**
 * Takes an automatic backup: it counts (gets its name) only after it was restored into a scratch
 * database and every row there was compared with the state it was taken from. Then removes the old
 * backups of its series. Works while others write. `signal` aborts it. Throws `StartupError` with a
 * reason for the operator, never with contents.
 */
export async function takeBackup(
  place: BackupPlace,
  series: BackupSeries,
  now: Date,
  signal: AbortSignal = never,
): Promise<WrittenBackup> {
  const { folder, journal, dataDir } = place
  const source = connect(place.connection, {
    max: 1,
    connect_timeout: 5,
    onnotice: () => undefined,
    connection: { application_name: 'unser-tagebuch-backup', TimeZone: 'UTC' },
  })
  const cut = () => void source.end({ timeout: 0 })
  signal.addEventListener('abort', cut)
  // Closing the connection ends the transaction immediately; the work inside it must still clean
  // up.
  let proving: Promise<BackupSummary> | undefined
  try {
    signal.throwIfAborted()
    await requireFreeDisk(place.sql, place.connection)
    const file = await backupFile(folder, now, journal.timeZone, series)
    const extras = { anonKey: publicKey(dataDir), settings: journal }
    const written = await writeBackup(source, file, now, extras, async (draft, snapshot) => {
      proving = provedByRestore(place, draft, snapshot, signal)
      return proving
    })
    await removeSurplus(place, series, now)
    return written
  } catch (error) {
    if (error instanceof StartupError) throw error
    const reason = error instanceof BackupDiffers ? error.message : errorLabel(error)
    throw new StartupError(`No backup could be made in ${folder} (${reason}).`)
  } finally {
    await proving?.catch(() => undefined)
    signal.removeEventListener('abort', cut)
    await source.end({ timeout: 1 })
  }
}

/** When the newest readable automatic backup in a folder was taken, of those before `now`. */
export async function lastBackupAt(folder: string, now: Date): Promise<Date | undefined> {
  const names = await readdir(folder).catch(() => [])
  for (const { name } of namesOf('nightly', names).toReversed()) {
    const header = await readHeader(path.join(folder, name))
    const takenAt = header === undefined ? undefined : new Date(header.takenAt)
    if (takenAt !== undefined && takenAt <= now) return takenAt
  }
  return undefined
}

async function provedByRestore(
  place: BackupPlace,
  draft: string,
  snapshot: postgres.TransactionSql,
  signal: AbortSignal,
): Promise<BackupSummary> {
  const header = await readHeader(draft)
  if (header === undefined) throw new BackupDiffers('The file cannot be read back')
  return withScratchDatabase(place, signal, async (sql) => {
    // A database that waits for its update has an older schema than this program.
    await prepareDatabase({ sql }, place.migrationsDir, header.schema)
    const summary = await sql.begin(async (transaction) => ({
      value: await withoutTriggers(transaction, async () => fillTables(transaction, draft)),
    }))
    await inSnapshot(sql, async (restored) => compareRows(snapshot, restored))
    return summary.value
  })
}

async function removeSurplus(
  { folder, journal }: BackupPlace,
  series: BackupSeries,
  now: Date,
): Promise<void> {
  const names = await readdir(folder)
  for (const name of surplusBackups(series, names, stampOf(now, journal.timeZone)))
    await rm(path.join(folder, name), { force: true })
}
