import { stat } from 'node:fs/promises'
import path from 'node:path'
import { isFolderOfLastTime, otherFolderLine } from '../../backup/backup-folder.ts'
import { CheckedPictures } from '../../backup/checked-pictures.ts'
import { freeBytes, megabytes } from '../../backup/free-disk.ts'
import { notedJournalId } from '../../backup/journal-id.ts'
import { lastBackupAt } from '../../backup/own-backups.ts'
import { publicKey } from '../../settings/keys.ts'
import type { Settings } from '../../settings/settings.ts'
import { StartupError } from '../../settings/startup-error.ts'
import { checkBackupPictures } from './check-photos.ts'
import { ok, warning, wrong, type Finding } from './finding.ts'

const hour = 3_600_000

/** The findings that need no database: modes, keys, backups, disks. Changes nothing. */
export async function checkFiles(settings: Settings, now: Date): Promise<readonly Finding[]> {
  return [
    await checkModes(settings),
    checkKeys(settings),
    ...(await checkBackups(settings, now)),
    ...(await checkDisks(settings)),
  ]
}

/** Files that others may read although they hold secrets, or all the journal. */
async function checkModes({ dataDir, backupDir }: Settings): Promise<Finding> {
  const places = [dataDir, backupDir]
  for (const name of ['keys.json', 'push-keys.json', 'database-password'])
    places.push(path.join(dataDir, name))
  const open: string[] = []
  for (const place of new Set(places)) {
    const found = await stat(place).catch(() => undefined)
    // A group may enter: that of the user as whom root runs the database.
    if (found !== undefined && (found.mode & 0o067) !== 0) open.push(place)
  }
  if (open.length === 0 || process.platform === 'win32')
    return ok('modes', 'no one else may read what is secret')
  return wrong('modes', `others may read ${open.join(', ')}: chmod go-rwx ${open.join(' ')}`)
}

function checkKeys({ dataDir }: Settings): Finding {
  try {
    if (publicKey(dataDir) !== undefined) return ok('keys', 'keys.json can be read')
    return warning('keys', 'there are none yet; npm start makes them')
  } catch (error) {
    if (error instanceof StartupError) return wrong('keys', error.message)
    throw error
  }
}

async function checkBackups(settings: Settings, now: Date): Promise<readonly Finding[]> {
  const { backupAt, backupDir: folder, dataDir, journal } = settings
  if (backupAt === undefined)
    return [warning('backups', 'off (BACKUP_AT=off): does something else back up the journal?')]
  const id = notedJournalId(dataDir)
  const checked = new CheckedPictures()
  const last = await lastBackupAt(folder, { id, journal }, now, checked)
  const found = [checkLastBackup(folder, last, now)]
  const marked = id === undefined ? undefined : { dataDir, folder, id }
  if (id !== undefined) found.push(...(await checkBackupPictures(folder, id, checked)))
  if (marked !== undefined && !(await isFolderOfLastTime(marked)))
    found.push(wrong('backups', otherFolderLine(marked)))
  return found
}

function checkLastBackup(folder: string, last: Date | undefined, now: Date): Finding {
  if (last === undefined)
    return warning('backups', `none yet in ${folder}; a server that runs makes one`)
  const hours = Math.floor((now.getTime() - last.getTime()) / hour)
  const says = `the last good one in ${folder} is ${hours} hours old`
  return hours < 72
    ? ok('backups', says)
    : wrong('backups', `${says}; the log of the server says why no newer one was made`)
}

async function checkDisks(settings: Settings): Promise<readonly Finding[]> {
  const folders = [...new Set([settings.dataDir, settings.backupDir])]
  const found: Finding[] = []
  for (const folder of folders) {
    const free = await freeBytes(folder)
    if (free === undefined) continue
    const says = `${megabytes(free)} MB are free for ${folder}`
    const isLow = free < settings.diskLimit
    found.push(isLow ? wrong('disk', `${says}; make room`) : ok('disk', says))
  }
  return found
}
