import type { Database } from '../database/database.ts'
import type { Log } from '../log.ts'
import { migrationsDir } from '../settings/project-root.ts'
import type { Settings } from '../settings/settings.ts'
import type { BackupPlace } from './automatic-backup.ts'

/** The place and way of a running database's backups, by the operator's settings. */
export function backupPlace(settings: Settings, database: Database, log: Log): BackupPlace {
  return {
    pool: database.pool,
    connection: database.connection,
    dataDir: settings.dataDir,
    folder: settings.backupDir,
    journal: settings.journal,
    migrationsDir,
    log,
  }
}
