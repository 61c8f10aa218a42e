import { pendingMigrations } from '../database/migrate.ts'
import { prepareDatabase } from '../database/prepare-database.ts'
import { StartupError } from '../settings/startup-error.ts'
import { backupInWords, takeBackup, type BackupPlace } from './automatic-backup.ts'
import { hasJournal } from './snapshot.ts'

/**
 * Updates a database to this version of the program; a journal that this changes is backed up
 * first, also if nightly backups are off. Without that backup nothing is changed. Throws
 * `StartupError`.
 */
export async function upgradeDatabase(place: BackupPlace): Promise<void> {
  const { pool, migrationsDir, log } = place
  const pending = await pendingMigrations(pool, migrationsDir)
  if (pending.length > 0 && (await hasJournal(pool))) {
    const written = await backupFirst(place)
    log.info(`Updating the database; as it was it is in ${backupInWords(written)}`)
  }
  await prepareDatabase(place, migrationsDir)
}

async function backupFirst(place: BackupPlace): ReturnType<typeof takeBackup> {
  try {
    return await takeBackup(place, 'before-update', new Date())
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    throw new StartupError(
      `The database has to be updated, and is only after a backup. ${error.message}`,
    )
  }
}
