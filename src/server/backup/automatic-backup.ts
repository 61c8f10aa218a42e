import { Pool, type Queries } from '../database/pool.ts'
import type { JournalConfig } from '../../domain/journal-config.ts'
import { prepareDatabase } from '../database/prepare-database.ts'
import { errorLabel } from '../error-code.ts'
import type { Log } from '../log.ts'
import { publicKey } from '../settings/keys.ts'
import { StartupError } from '../settings/startup-error.ts'
import { backupFile, type BackupSeries } from './backup-name.ts'
import { countsInWords } from './format.ts'
import { CheckedPictures } from './checked-pictures.ts'
import { fillTables, takeDigestsAlone, withoutTriggers } from './fill-tables.ts'
import { requireFreeDisk } from './free-disk.ts'
import { journalIdOf } from './journal-id.ts'
import { removeSurplus } from './own-backups.ts'
import { readHeader, type BackupSummary } from './read-backup.ts'
import { mayCreateScratch, withScratchDatabase, type ScratchPlace } from './scratch-database.ts'
import { inSnapshot, rowsOf, tablesOf } from './snapshot.ts'
import { removeUnnamedPictures } from './unnamed-pictures.ts'
import { besideOthers, writeBackup, type BackupCheck, type WrittenBackup } from './write-backup.ts'

/** The database that is backed up, and the place of its backups. */
export interface BackupPlace extends ScratchPlace {
  readonly log: Log
  readonly folder: string
  readonly journal: JournalConfig
  readonly migrationsDir: string
}

export interface AutomaticBackup extends WrittenBackup {
  /** False where the database's role may create no database: the file was read back, and not restored. */
  readonly isProved: boolean
}

const never = new AbortController().signal

/**
 * Takes an automatic backup: it counts (gets its name) only after it was restored into a scratch
 * database and every row there was compared with the state it was taken from, if there can be such a
 * database. Then removes the old backups of its series, and pictures that no backup names any more. Works while others write. `signal` aborts it. Throws `StartupError` with a
 * reason for the operator, never with contents.
 */
export async function takeBackup(
  place: BackupPlace,
  series: BackupSeries,
  now: Date,
  signal: AbortSignal = never,
): Promise<AutomaticBackup> {
  const { folder, journal, dataDir } = place
  const source = new Pool(place.connection, { name: 'unser-tagebuch-backup', max: 1 })
  const cut = () => void source.end(0)
  signal.addEventListener('abort', cut)
  // Closing the connection ends the transaction immediately; the work inside it must still clean
  // up.
  let proving: Promise<BackupSummary> | undefined
  try {
    signal.throwIfAborted()
    await requireFreeDisk(place.pool, place.connection)
    const file = await backupFile(folder, now, journal.timeZone, series)
    const extras = { anonKey: publicKey(dataDir), settings: journal }
    const isProved = await mayCreateScratch(place.pool)
    const prove: BackupCheck = async (draft, snapshot) => {
      proving = provedByRestore(place, draft, snapshot, signal)
      return proving
    }
    const checked = new CheckedPictures()
    const check = isProved ? { check: prove } : {}
    const way = { ...(await besideOthers(place.pool)), ...check, checked, signal }
    const written = await writeBackup(source, file, now, extras, way)
    await removeOld(place, series, { now, checked, signal })
    return { ...written, isProved }
  } catch (error) {
    if (error instanceof StartupError) throw error
    const reason = error instanceof BackupDiffers ? error.message : errorLabel(error)
    throw new StartupError(`No backup could be made in ${folder} (${reason}).`)
  } finally {
    await proving?.catch(() => undefined)
    signal.removeEventListener('abort', cut)
    await source.end(1_000)
  }
}

async function removeOld(
  { pool, folder, journal }: BackupPlace,
  series: BackupSeries,
  check: Parameters<typeof removeSurplus>[3],
): Promise<void> {
  const id = await journalIdOf(pool)
  await removeSurplus(folder, series, { id, journal }, check)
  if (id !== undefined) await removeUnnamedPictures(folder, id, check.signal)
}

/** The place, size and worth of a backup: a line for the operator. */
export function backupInWords({ file, counts, isProved }: AutomaticBackup): string {
  const proof = isProved
    ? ''
    : '; it is not proved by a restore, because the role of DATABASE_URL may create no database (CREATEDB)'
  return `${file} (${countsInWords(counts)})${proof}`
}

async function provedByRestore(
  place: BackupPlace,
  draft: string,
  snapshot: Queries,
  signal: AbortSignal,
): Promise<BackupSummary> {
  const header = await readHeader(draft)
  if (header === undefined) throw new BackupDiffers('The file cannot be read back')
  return withScratchDatabase(place, signal, async (pool) => {
    // A database that waits for its update has an older schema than this program.
    await prepareDatabase({ pool }, place.migrationsDir, header.schema)
    await takeDigestsAlone(pool)
    const summary = await pool.transaction(async (transaction) =>
      withoutTriggers(transaction, async () => fillTables(transaction, draft)),
    )
    await inSnapshot(pool, async (restored) => compareRows(snapshot, restored))
    return summary
  })
}

/** The restored rows differ from the original ones. The message names the table, never a row. */
class BackupDiffers extends Error {
  override readonly name = 'BackupDiffers'
}

/**
 * Compares every row of every table of a backup, as JSON text, between the snapshot it was taken
 * from and the database it was restored into, a few rows at a time. Throws `BackupDiffers`.
 */
async function compareRows(snapshot: Queries, restored: Queries): Promise<void> {
  for (const { table, columns } of await tablesOf(snapshot)) {
    const found = rowsOf(restored, table, columns)
    for await (const rows of rowsOf(snapshot, table, columns)) {
      const { value, done } = await found.next()
      const isSame =
        done !== true &&
        value.length === rows.length &&
        rows.every(({ row }, at) => row === value[at]?.row)
      if (!isSame) throw new BackupDiffers(`The rows of ${table.name} differ after a restore`)
    }
    if ((await found.next()).done !== true)
      throw new BackupDiffers(`${table.name} has more rows after a restore`)
  }
}
