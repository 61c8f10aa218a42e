import sql from 'sql-template-tag'
import { backupInWords, takeBackup, type BackupPlace } from '../backup/automatic-backup.ts'
import { isFolderOfLastTime, markFolder, otherFolderLine } from '../backup/backup-folder.ts'
import { journalIdOf, noteJournalId } from '../backup/journal-id.ts'
import { lastBackupAt } from '../backup/own-backups.ts'
import { removeScratch } from '../backup/scratch-database.ts'
import { isBackupDue } from '../backup/schedule.ts'
import { clockBehind, clockBehindLine, mostBehind } from '../database/clock-behind.ts'
import { errorLabel } from '../error-code.ts'
import type { Settings } from '../settings/settings.ts'
import { StartupError } from '../settings/startup-error.ts'
import { watchDisk } from './disk-watch.ts'
import { bytesSince } from './photo-room.ts'

/** How often upkeep checks, in milliseconds. */
const checkEvery = 60_000

/** The additions of `/healthz?full`: nothing about the journal itself. */
export interface HealthReport {
  /** The last good automatic backup; null if there is none. */
  readonly backup: { readonly at: string; readonly ageHours: number } | null
  /** True if backups do not go into the folder of last time, as when its disk is not mounted. */
  readonly backupFolderChanged: boolean
  /** The fullest of the journal's disks; null if unknown. */
  readonly disk: { readonly freeMb: number; readonly low: boolean } | null
}

/**
 * Runs backups at night, or as soon as the last good one is older than 26 h, and warns before a
 * disk is full. The journal's row tells both people (`backed_up_at`, `backup_folder_changed`, `disk_low`).
 */
export class Upkeep {
  /** The journal's disks, of which each request may ask. */
  readonly disk: ReturnType<typeof watchDisk>
  readonly #place: BackupPlace
  readonly #backupAt: Settings['backupAt']
  readonly #stopping = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  /** When the last good backup was taken, in milliseconds since 1970. */
  #backup: number | undefined
  #attempt = { at: Date.now(), made: false }
  /** The journal's id, once it was read. */
  #id: string | undefined
  #folderChanged = false
  #isClockBehind = false

  constructor(
    { backupAt, diskLimit }: Pick<Settings, 'backupAt' | 'diskLimit'>,
    place: BackupPlace,
  ) {
    this.#place = place
    this.#backupAt = backupAt
    this.disk = watchDisk(place, diskLimit)
  }

  /** Looks at once and then every minute. */
  start(): void {
    this.#run(async () => this.#begin())
    this.#timer = setInterval(() => {
      this.#run(async () => this.#check())
    }, checkEvery)
    this.#timer.unref()
  }

  async report(): Promise<HealthReport> {
    await this.disk.check()
    const free = this.disk.free()
    return {
      backup: this.#backup === undefined ? null : ageOf(this.#backup, Date.now()),
      backupFolderChanged: this.#folderChanged,
      disk: free === undefined ? null : { freeMb: Math.floor(free / 1e6), low: this.disk.isLow() },
    }
  }

  /** Aborts the running work, and resolves when it has cleaned up. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#stopping.abort()
    await this.#running
  }

  /** One at a time; the next check repeats what fails because the database is away. */
  #run(work: () => Promise<void>): void {
    this.#running ??= work()
      .catch(() => undefined)
      .finally(() => {
        this.#running = undefined
      })
  }

  async #begin(): Promise<void> {
    const { folder, pool, dataDir, journal } = this.#place
    await removeScratch(this.#place)
    this.#id = await journalIdOf(pool)
    if (this.#id !== undefined) noteJournalId(dataDir, this.#id)
    if (this.#backupAt !== undefined) {
      const owner = { id: this.#id, journal }
      this.#backup = (await lastBackupAt(folder, owner, new Date()))?.getTime()
    }
    await this.#check()
  }

  async #check(): Promise<void> {
    await this.disk.check(await this.#newPictures())
    await this.#checkFolder()
    await this.#checkClock()
    const { timeZone } = this.#place.journal
    const known = { backup: this.#backup, attempt: this.#attempt }
    const isDue =
      this.#backupAt !== undefined &&
      isBackupDue(Date.now(), { at: this.#backupAt, timeZone }, known)
    if (isDue) await this.#backUp()
    await this.#tellPartners()
  }

  /** The bytes that the next backup writes; zero where there is none, and while the database is away. */
  async #newPictures(): Promise<number> {
    if (this.#backupAt === undefined) return 0
    return bytesSince(this.#place.pool, this.#backup).catch(() => 0)
  }

  /** The backup is made in any folder; a missing one is said by the backup that fails. */
  async #checkFolder(): Promise<void> {
    if (this.#backupAt === undefined || this.#id === undefined) return
    const { dataDir, folder, log } = this.#place
    const marked = { dataDir, folder, id: this.#id }
    await markFolder(marked).catch(() => undefined)
    const wasChanged = this.#folderChanged
    this.#folderChanged = !(await isFolderOfLastTime(marked))
    if (this.#folderChanged && !wasChanged) log.error(otherFolderLine(marked))
    if (!this.#folderChanged && wasChanged) log.info(`${folder} is the backup folder of last time.`)
  }

  async #checkClock(): Promise<void> {
    const { pool, log } = this.#place
    const seconds = await clockBehind(pool)
    const isBehind = seconds > mostBehind
    if (isBehind && !this.#isClockBehind) log.error(clockBehindLine(seconds))
    if (!isBehind && this.#isClockBehind) log.info("The clock agrees with the journal's time.")
    this.#isClockBehind = isBehind
  }

  async #backUp(): Promise<void> {
    const { log } = this.#place
    const at = Date.now()
    this.#attempt = { at, made: true }
    try {
      const written = await takeBackup(this.#place, 'nightly', new Date(at), this.#stopping.signal)
      this.#backup = at
      log.info(`Backup written to ${backupInWords(written)}`)
    } catch (error) {
      if (this.#stopping.signal.aborted) return
      if (error instanceof StartupError) log.error(error.message)
      else log.error('The backup failed', errorLabel(error))
    }
  }

  async #tellPartners(): Promise<void> {
    const at = this.#backup === undefined ? null : new Date(this.#backup)
    const isLow = this.disk.isLow()
    const isChanged = this.#folderChanged
    await this.#place.pool.query(sql`
      update public.journal
      set backed_up_at = ${at}, disk_low = ${isLow}, backup_folder_changed = ${isChanged}
      where (backed_up_at, disk_low, backup_folder_changed)
        is distinct from (${at}::timestamptz, ${isLow}, ${isChanged})`)
  }
}

function ageOf(backup: number, now: number): HealthReport['backup'] {
  const hours = Math.max(now - backup, 0) / 3_600_000
  return { at: new Date(backup).toISOString(), ageHours: Math.round(hours * 10) / 10 }
}
