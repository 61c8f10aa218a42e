import { stat } from 'node:fs/promises'
import { countsInWords } from '../backup/format.ts'
import { backupFile } from '../backup/backup-name.ts'
import { besideOthers, writeBackup } from '../backup/write-backup.ts'
import { publicKey } from '../settings/keys.ts'
import { consoleLog } from '../log.ts'
import type { Settings } from '../settings/settings.ts'
import { StartupError } from '../settings/startup-error.ts'
import { givenPath } from './given-path.ts'
import { hasDatabase, withDatabase } from './operator-database.ts'

/**
 * `backup [FILE|FOLDER]`: into BACKUP_DIR or DATA_DIR/backups by default, with or without a running
 * server. The pictures of a FILE are in a folder of its own beside it. Prints one line with the path and how many rows, never contents. Returns the exit code.
 */
export async function backupCommand(settings: Settings, given?: string): Promise<number> {
  // A mistyped DATA_DIR must not become an empty journal and a worthless backup.
  if (!hasDatabase(settings)) throw new StartupError(`There is no journal in ${settings.dataDir}.`)
  const now = new Date()
  const { wanted, isFile } = await target(settings, now, given)
  const extras = { anonKey: publicKey(settings.dataDir), settings: settings.journal }
  const { file, counts } = await withDatabase(settings, async (pool) =>
    writeBackup(pool, wanted, now, extras, isFile ? {} : await besideOthers(pool)),
  )
  consoleLog.info(`Backup written to ${file} (${countsInWords(counts)})`)
  return 0
}

async function target(
  settings: Settings,
  now: Date,
  given?: string,
): Promise<{ readonly wanted: string; readonly isFile: boolean }> {
  const { timeZone } = settings.journal
  const place = given === undefined ? settings.backupDir : givenPath(given)
  const isFolder = (await stat(place).catch(() => undefined))?.isDirectory() === true
  return given === undefined || isFolder
    ? { wanted: await backupFile(place, now, timeZone), isFile: false }
    : { wanted: place, isFile: true }
}
