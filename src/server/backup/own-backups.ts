import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { JournalConfig } from '../../domain/journal-config.ts'
import { namesOf, stampOf, type BackupSeries } from './backup-name.ts'
import { CheckedPictures, missingPictures } from './checked-pictures.ts'
import { readHeader } from './read-backup.ts'
import { surplusBackups } from './retention.ts'

/** The owner of the backups that are meant: other journals may write into the same folder. */
export interface BackupOwner {
  /** Undefined before a first start. */
  readonly id: string | undefined
  readonly journal: Pick<JournalConfig, 'partners' | 'timeZone'>
}

/** When the newest good automatic backup of a journal was taken, of those before `now`. */
export async function lastBackupAt(
  folder: string,
  owner: BackupOwner,
  now: Date,
  checked = new CheckedPictures(),
): Promise<Date | undefined> {
  const own = await ownBackups(folder, 'nightly', owner)
  // By their times: names follow the clock of a time zone that may have changed.
  const newestFirst = own
    .filter(({ takenAt }) => takenAt <= now)
    .toSorted((one, other) => other.takenAt.getTime() - one.takenAt.getTime())
  for (const { name, takenAt } of newestFirst)
    if (await isGood(path.join(folder, name), checked)) return takenAt
  return undefined
}

/**
 * Removes a journal's old backups of a series. Files are read to their end only where one would be
 * removed: a truncated one, or one without a picture that it names, must not take the place of a good one, and
 * itself stays.
 */
export async function removeSurplus(
  folder: string,
  series: BackupSeries,
  owner: BackupOwner,
  { now, checked, signal }: SurplusCheck,
): Promise<void> {
  const stamp = stampOf(now, owner.journal.timeZone)
  const own = (await ownBackups(folder, series, owner)).map(({ name }) => name)
  if (surplusBackups(series, own, stamp).length === 0) return
  const good: string[] = []
  for (const name of own) {
    signal.throwIfAborted()
    if (await isGood(path.join(folder, name), checked, signal)) good.push(name)
  }
  for (const name of surplusBackups(series, good, stamp))
    await rm(path.join(folder, name), { force: true })
}

interface SurplusCheck {
  readonly now: Date
  readonly checked: CheckedPictures
  readonly signal: AbortSignal
}

async function ownBackups(folder: string, series: BackupSeries, owner: BackupOwner) {
  const own: { name: string; takenAt: Date }[] = []
  for (const { name } of namesOf(series, await readdir(folder).catch(() => []))) {
    const takenAt = await takenAtIfOwn(path.join(folder, name), owner)
    if (takenAt !== undefined) own.push({ name, takenAt })
  }
  return own
}

/** When a file was taken; undefined for one that is not this journal's. Those of before ids go by identifiers. */
async function takenAtIfOwn(file: string, { id, journal }: BackupOwner): Promise<Date | undefined> {
  const header = await readHeader(file)
  if (header === undefined) return undefined
  const identifiers = journal.partners.map(({ identifier }) => identifier).toSorted()
  const isOwn =
    header.journalId === undefined || id === undefined
      ? header.identifiers.toSorted().join('\n') === identifiers.join('\n')
      : header.journalId === id
  return isOwn ? new Date(header.takenAt) : undefined
}

async function isGood(
  file: string,
  checked: CheckedPictures,
  signal?: AbortSignal,
): Promise<boolean> {
  return missingPictures(file, checked, signal).then(
    ({ missing }) => missing.length === 0,
    () => false,
  )
}

/**
 * The names of all backups of a journal in a folder, by hand and restores too, and of files that may be some but
 * whose first line cannot be read. Rejects if the folder cannot be read.
 */
export async function backupsOf(
  folder: string,
  journalId: string,
): Promise<{ readonly own: readonly string[]; readonly unknown: readonly string[] }> {
  const own: string[] = []
  const unknown: string[] = []
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name)
    if (name.endsWith('.draft') || !(await stat(file)).isFile()) continue
    const header = await readHeader(file)
    if (header === undefined && /\.json(?:\.gz)?$/.test(name)) unknown.push(name)
    // Those of before there were ids are older than photos.
    if (header?.journalId === journalId) own.push(name)
  }
  return { own, unknown }
}
