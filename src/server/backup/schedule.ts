import { addDays, dayOf, instantOf, type ClockTime } from '../../domain/journal-day.ts'

const hour = 3_600_000

/** Above this age of the last backup, the next one does not wait for the night. */
const oldestGood = 26 * hour
/** How long to wait after a backup that failed. */
const tryAgainAfter = hour

/** When backups are taken. */
export interface Schedule {
  readonly at: ClockTime
  readonly timeZone: string
}

/** The backups and attempts so far, in milliseconds since 1970. */
export interface BackupHistory {
  /** When the newest good backup was taken. */
  readonly backup: number | undefined
  /** When one was last begun, or else the server's start. */
  readonly attempt: { readonly at: number; readonly made: boolean }
}

/**
 * Whether a backup is to be taken at `now`: the night's moment has come since the last attempt, or the
 * last good one is older than 26 h, and no attempt was made within the last hour. A clock that is
 * set back never makes it wait longer than that.
 */
export function isBackupDue(
  now: number,
  { at, timeZone }: Schedule,
  { backup, attempt }: BackupHistory,
): boolean {
  const waited = now - attempt.at
  if (waited >= 0 && lastMoment(now, at, timeZone) > attempt.at) return true
  const isOld = backup === undefined || backup > now || now - backup > oldestGood
  return isOld && (!attempt.made || waited < 0 || waited >= tryAgainAfter)
}

/** The last time the clock showed `at`, not after `now`; moments by the rules of `instantOf`. */
function lastMoment(now: number, at: ClockTime, timeZone: string): number {
  const today = dayOf(now, timeZone)
  const moments = [0, -1, -2].map((days) => instantOf(addDays(today, days), at, timeZone))
  return moments.find((moment) => moment <= now) ?? now
}
