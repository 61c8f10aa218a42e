import { lastBackupAt, takeBackup, type BackupPlace } from '../backup/automatic-backup.ts'
import { countsInWords } from '../backup/format.ts'
import { removeScratch } from '../backup/scratch-database.ts'
import { isBackupDue } from '../backup/schedule.ts'
import { errorLabel } from '../error-code.ts'
import type { Settings } from '../settings/settings.ts'
import { StartupError } from '../settings/startup-error.ts'
import { watchDisk } from './disk-watch.ts'

/** How often it is asked whether something is to be done, in milliseconds. */
const lookEvery = 60_000

/** What `/healthz?full` adds: nothing about the journal itself. */
export interface HealthReport {
  /** The last good backup of the server's own; null where there is none. */
  readonly backup: { readonly at: string; readonly ageHours: number } | null
  /** The fullest of the journal's disks; null where nobody can say. */
  readonly disk: { readonly freeMb: number; readonly low: boolean } | null
}

export interface Upkeep {
  /** Looks at once and then every minute. */
  start(): void
  report(): Promise<HealthReport>
  /** Breaks off what is under way, and resolves when it has tidied up. */
  stop(): Promise<void>
}

type UpkeepSettings = Pick<Settings, 'backupAt' | 'diskLimit'>

/**
 * What nobody should have to remember: backups by night, or as soon as the last good one is older than
 * 26 h, and a word before a disk is full. The journal's row tells both people (`backed_up_at`,
 * `disk_low`). `now` is the clock, in milliseconds since 1970.
 */
export function createUpkeep(
  { backupAt, diskLimit }: UpkeepSettings,
  place: BackupPlace,
  now: () => number = Date.now,
): Upkeep {
  const { sql, folder, journal, log } = place
  const disk = watchDisk(place, diskLimit)
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let backup: number | undefined
  let attempt = { at: now(), made: false }

  async function look(): Promise<void> {
    await disk.look()
    const isDue =
      backupAt !== undefined &&
      isBackupDue(now(), { at: backupAt, timeZone: journal.timeZone }, { backup, attempt })
    if (isDue) await back()
    await tell()
  }

  async function back(): Promise<void> {
    attempt = { at: now(), made: true }
    try {
      const written = await takeBackup(place, 'nightly', new Date(attempt.at), stopping.signal)
      backup = attempt.at
      log.info(`Backup written to ${written.file} (${countsInWords(written.counts)})`)
    } catch (error) {
      if (stopping.signal.aborted) return
      if (error instanceof StartupError) log.error(error.message)
      else log.error('The backup failed', errorLabel(error))
    }
  }

  async function tell(): Promise<void> {
    const at = backup === undefined ? null : new Date(backup)
    await sql`
      update public.journal set backed_up_at = ${at}, disk_low = ${disk.isLow()}
      where (backed_up_at, disk_low) is distinct from (${at}::timestamptz, ${disk.isLow()})`
  }

  async function begin(): Promise<void> {
    await removeScratch(place)
    if (backupAt !== undefined) backup = (await lastBackupAt(folder, new Date(now())))?.getTime()
    await look()
  }

  /** One at a time; what fails because the database is away is made up for by the next look. */
  function run(work: () => Promise<void>): void {
    running ??= work()
      .catch(() => undefined)
      .finally(() => {
        running = undefined
      })
  }

  return {
    start() {
      run(begin)
      timer = setInterval(() => run(look), lookEvery)
      timer.unref()
    },
    async report() {
      await disk.look()
      const free = disk.free()
      const ageHours = backup === undefined ? 0 : Math.max(now() - backup, 0) / 3_600_000
      return {
        backup:
          backup === undefined
            ? null
            : { at: new Date(backup).toISOString(), ageHours: Math.round(ageHours * 10) / 10 },
        disk: free === undefined ? null : { freeMb: Math.floor(free / 1e6), low: disk.isLow() },
      }
    },
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await running
    },
  }
}
