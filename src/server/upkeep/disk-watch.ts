import type { BackupPlace } from '../backup/automatic-backup.ts'
import { clusterFolder, freeBytes, megabytes } from '../backup/free-disk.ts'

/** A little more than the limit has to be free before a warning ends, or it would flicker. */
const enough = 1.1

export interface DiskWatch {
  look(): Promise<void>
  /** Bytes free on the fullest of the disks at the last look; undefined where nobody can say. */
  free(): number | undefined
  isLow(): boolean
}

/**
 * Watches the disks of the data directory, the embedded database and the backups, and says in the log when
 * one has fewer than `limit` bytes free, and when there is room again.
 */
export function watchDisk(
  { sql, connection, dataDir, folder, log }: Omit<BackupPlace, 'journal' | 'migrationsDir'>,
  limit: number,
): DiskWatch {
  let free: number | undefined
  let low = false
  let cluster: string | undefined

  async function look(): Promise<void> {
    // A database that is away says nothing, and its disk matters then most of all.
    cluster ??= await clusterFolder(sql, connection).catch(() => undefined)
    const folders = [dataDir, folder, cluster].filter((one) => one !== undefined)
    const known = (await Promise.all(folders.map(freeBytes))).filter((one) => one !== undefined)
    free = known.length === 0 ? undefined : Math.min(...known)
    const wasLow = low
    low = free !== undefined && free < limit * (wasLow ? enough : 1)
    if (low && !wasLow)
      log.error(`The disk is nearly full: ${megabytes(free ?? 0)} MB are free. Make room soon.`)
    if (!low && wasLow) log.info('The disk has room again.')
  }

  return { look, free: () => free, isLow: () => low }
}
