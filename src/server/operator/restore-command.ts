import { existsSync } from 'node:fs'
import type { Pool } from '../database/pool.ts'
import { countsInWords } from '../backup/format.ts'
import { CheckedPictures, missingPictures, pictureFolders } from '../backup/checked-pictures.ts'
import { readHeader, type BackupSummary } from '../backup/read-backup.ts'
import { requireRestorable } from '../backup/restorable.ts'
import { restoreBackup, type RestoreChanges } from '../backup/restore-backup.ts'
import { hasJournal } from '../backup/snapshot.ts'
import { backupFile } from '../backup/backup-name.ts'
import { besideOthers, writeBackup } from '../backup/write-backup.ts'
import { adoptPublicKey, publicKey } from '../settings/keys.ts'
import { lockDataDir } from '../database/data-dir-lock.ts'
import { schemasOf } from '../database/migrate.ts'
import { consoleLog } from '../log.ts'
import { migrationsDir } from '../settings/project-root.ts'
import type { Settings } from '../settings/settings.ts'
import { StartupError } from '../settings/startup-error.ts'
import { confirm } from './confirm.ts'
import { givenPath } from './given-path.ts'
import { mayLeaveOut } from './missing-pictures.ts'
import { withOwnDatabase } from './operator-database.ts'

const question = 'This replaces the whole journal and its passwords. Type "yes" to go on: '

export interface RestoreWords {
  readonly confirmed: boolean
  readonly movesTimes: boolean
  readonly withoutMissing: boolean
}

/**
 * `restore FILE [--yes] [--move-times] [--without-missing-photos]`: checks the file and its pictures to the end,
 * asks, backs up the present journal, then replaces everything in one transaction. Refuses while a server runs.
 * Returns the exit code.
 */
export async function restoreCommand(
  settings: Settings,
  given: string,
  { confirmed, movesTimes, withoutMissing }: RestoreWords,
): Promise<number> {
  const file = givenPath(given)
  await requireStopped(settings)
  await requireKnownSchema(file)
  const { summary: verified, missing } = await missingPictures(file, new CheckedPictures())
  requireSameAccounts(settings, verified, file)
  const { takenAt } = verified.header
  consoleLog.info(`${file}: taken ${takenAt}, ${countsInWords(verified.counts)}`)
  const mayContinue =
    (await mayLeaveOut(missing, pictureFolders(file, verified.header), withoutMissing)) &&
    (confirmed || (await confirm(question, 'A restore')))
  if (!mayContinue) {
    consoleLog.error('Nothing was changed.')
    return 1
  }
  const without = new Set(missing.map(({ sha256 }) => sha256))
  await withOwnDatabase(settings, async (pool) => {
    await requireRestorable(pool)
    await keepCurrent(settings, pool)
    const changes = await restoreBackup(pool, file, verified, { movesTimes, without })
    for (const line of changesInWords(changes)) consoleLog.info(line)
    const { anonKey } = verified.header
    if (anonKey !== undefined) adoptPublicKey(settings.dataDir, anonKey)
  })
  consoleLog.info('Restored. Every device signs in again and rebuilds its copy.')
  return 0
}

function changesInWords({ keptPrivate, movedTimes }: RestoreChanges): string[] {
  const [entries, are] = keptPrivate === 1 ? ['entry', 'is'] : ['entries', 'are']
  const kept =
    `${keptPrivate} ${entries} that ${are} shared in the backup ${are} private in the journal that was ` +
    `there: kept private.`
  const moved = `${movedTimes} times that lay after the backup are now times of the backup.`
  return [...(keptPrivate > 0 ? [kept] : []), ...(movedTimes > 0 ? [moved] : [])]
}

/** Before the question; starting the database checks again. */
async function requireStopped({ dataDir }: Settings): Promise<void> {
  if (!existsSync(dataDir)) return
  try {
    await (await lockDataDir(dataDir)).release()
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    throw new StartupError(`${error.message} Stop it before a restore; nothing was changed.`)
  }
}

/** Looked at before the rows are: what a newer version adds would be taken for damage. */
async function requireKnownSchema(file: string): Promise<void> {
  const header = await readHeader(file)
  if (header === undefined || (await schemasOf(migrationsDir)).includes(header.schema)) return
  throw new StartupError(
    `The backup ${file} comes from a newer version of the program (schema ${header.schema}); ` +
      `update the program first. Nothing was changed.`,
  )
}

function requireSameAccounts(settings: Settings, { header }: BackupSummary, file: string): void {
  const inFile = [...header.identifiers].toSorted()
  const inSettings = settings.journal.partners.map(({ identifier }) => identifier).toSorted()
  if (inFile.join('\n') === inSettings.join('\n')) return
  throw new StartupError(
    `${file} belongs to ${inFile.join(' and ')}, but the settings name ` +
      `${inSettings.join(' and ')}. Put the identifiers of the file into journal.config.json ` +
      `(the names may differ); nothing was changed.`,
  )
}

/** Backs up the journal that is about to be replaced, beside the other backups. */
async function keepCurrent(settings: Settings, pool: Pool): Promise<void> {
  if (!(await hasJournal(pool))) return
  const now = new Date()
  const { backupDir, journal } = settings
  const wanted = await backupFile(backupDir, now, journal.timeZone, 'before-restore')
  const extras = { anonKey: publicKey(settings.dataDir), settings: journal }
  const { file, counts } = await writeBackup(pool, wanted, now, extras, await besideOthers(pool))
  consoleLog.info(`What was there is kept in ${file} (${countsInWords(counts)})`)
}
