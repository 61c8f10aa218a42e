import type { BackupPlace } from '../backup/automatic-backup.ts'
import { clusterFolder, freeBytes, megabytes } from '../backup/free-disk.ts'

/** A warning ends only with a little more than the limit free, or it would flicker. */
const enough = 1.1

/** With less than twice the limit free, no photo is taken: what is left is for texts. */
const roomForPhotos = 2

/** With fewer free bytes the embedded database cannot begin the next file of its log, 16 MiB each. */
const roomForLog = 17_000_000

/**
 * Watches the disks of the data directory, the embedded database and the backups, and says in the log when
 * one has fewer than `limit` bytes free, and when there is room again. On the disk of the backups counts as taken
 * what the next one writes: the pictures that are new.
 */
export function watchDisk(
  { pool, connection, dataDir, folder, log }: Omit<BackupPlace, 'journal' | 'migrationsDir'>,
  limit: number,
) {
  /** Bytes free on the fullest of the disks at the last check; undefined if unknown. */
  let free: number | undefined
  let low = false
  let cluster: string | undefined
  let awaited = 0

  async function freeNow(): Promise<number | undefined> {
    // A database that is away reports no folder, and its disk matters most then.
    cluster ??= await clusterFolder(pool, connection).catch(() => undefined)
    return leastFree([dataDir, cluster ?? dataDir], folder, awaited)
  }

  async function check(newPictures = awaited): Promise<void> {
    awaited = newPictures
    free = await freeNow()
    const wasLow = low
    low = free !== undefined && free < limit * (wasLow ? enough : 1)
    if (low && !wasLow) log.error(nearlyFull(free ?? 0, awaited))
    if (!low && wasLow) log.info('The disk has room again.')
  }

  /** True if the embedded database has no room to write, checked at this call. */
  async function isFull(): Promise<boolean> {
    if ('url' in connection) return false
    const here = await freeBytes(cluster ?? dataDir)
    return here !== undefined && here < roomForLog
  }

  /** False while photos are refused and texts are taken, checked at this call. */
  async function hasRoomForPhotos(): Promise<boolean> {
    const now = await freeNow()
    return now === undefined || now >= limit * roomForPhotos
  }

  return { check, isFull, hasRoomForPhotos, free: () => free, isLow: () => low }
}

/** Of the disks of these folders and of the backups, on which the new pictures count as written. */
async function leastFree(
  folders: readonly string[],
  backups: string,
  newPictures: number,
): Promise<number | undefined> {
  const ofBackups = await freeBytes(backups)
  const known = [
    ...(await Promise.all(folders.map(freeBytes))),
    ofBackups === undefined ? undefined : Math.max(ofBackups - newPictures, 0),
  ].filter((one) => one !== undefined)
  return known.length === 0 ? undefined : Math.min(...known)
}

function nearlyFull(free: number, newPictures: number): string {
  const besides = newPictures === 0 ? '' : ' beside the new photos of the next backup'
  return `The disk is nearly full: ${megabytes(free)} MB are free${besides}. Make room soon.`
}
