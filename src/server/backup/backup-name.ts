import { stat } from 'node:fs/promises'
import path from 'node:path'

/**
 * Automatic backups, identified by the end of their names: nightly, and before an update of the
 * schema. Only these are ever removed.
 */
export type BackupSeries = 'nightly' | 'before-update'

/** The kind of a backup, which its name says: a series of the server's, or the operator's restore. */
export type BackupKind = BackupSeries | 'before-restore'

const automatic =
  /^tagebuch-(\d{4}-\d{2}-\d{2}-\d{6})-(nightly|before-update)(?:-(\d+))?\.json\.gz$/

/** An automatic backup's name, taken apart. */
export interface AutomaticName {
  readonly name: string
  /** `YYYY-MM-DD-HHMMSS` by the clock of the journal's time zone. */
  readonly stamp: string
  /** 2 and up, if an earlier file has the same stamp. */
  readonly number: number
}

/** The names of one series, oldest first; files of any other name are left out. */
export function namesOf(series: BackupSeries, names: readonly string[]): AutomaticName[] {
  return names
    .flatMap((name) => {
      const [, stamp, found, number] = automatic.exec(name) ?? []
      if (stamp === undefined || found !== series) return []
      return { name, stamp, number: Number(number ?? 1) }
    })
    .toSorted((one, other) =>
      one.stamp === other.stamp ? one.number - other.number : one.stamp < other.stamp ? -1 : 1,
    )
}

/**
 * A free name in `folder`, `tagebuch-2026-11-20-183000.json.gz` by the clock of the journal's time
 * zone (D5), with its kind after the time; a second one with the same time gets a number.
 */
export async function backupFile(
  folder: string,
  now: Date,
  timeZone: string,
  kind?: BackupKind,
): Promise<string> {
  const name = `tagebuch-${stampOf(now, timeZone)}${kind === undefined ? '' : `-${kind}`}`
  for (let number = 1; ; number += 1) {
    const file = path.join(folder, `${name}${number === 1 ? '' : `-${number}`}.json.gz`)
    if (!(await exists(file))) return file
  }
}

export async function exists(file: string): Promise<boolean> {
  return (await stat(file).catch(() => undefined)) !== undefined
}

/** `YYYY-MM-DD-HHMMSS` in a time zone. */
export function stampOf(now: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  const [day = '', time = ''] = parts.format(now).split(' ')
  return `${day}-${time.replaceAll(':', '')}`
}
