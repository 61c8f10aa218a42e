import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { JournalConfig } from '../../domain/journal-config.ts'
import { namesOf, stampOf, type BackupSeries } from './backup-name.ts'
import { readBackup, readHeader } from './read-backup.ts'
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
): Promise<Date | undefined> {
  const own = await ownBackups(folder, 'nightly', owner)
  // By their times: names follow the clock of a time zone that may have changed.
  const newestFirst = own
    .filter(({ takenAt }) => takenAt <= now)
    .toSorted((one, other) => other.takenAt.getTime() - one.takenAt.getTime())
  for (const { name, takenAt } of newestFirst)
    if (await isGood(path.join(folder, name))) return takenAt
  return undefined
}

/**
 * Removes a journal's old backups of a series. Files are read to their end only where one would be
 * removed: a truncated one must not take the place of a good one, and itself stays.
 */
export async function removeSurplus(
  folder: string,
  series: BackupSeries,
  owner: BackupOwner,
  now: Date,
  signal: AbortSignal,
): Promise<void> {
  const stamp = stampOf(now, owner.journal.timeZone)
  const own = (await ownBackups(folder, series, owner)).map(({ name }) => name)
  if (surplusBackups(series, own, stamp).length === 0) return
  const good: string[] = []
  for (const name of own) {
    signal.throwIfAborted()
    if (await isGood(path.join(folder, name))) good.push(name)
  }
  for (const name of surplusBackups(series, good, stamp))
    await rm(path.join(folder, name), { force: true })
}

interface OwnBackup {
  readonly name: string
  readonly takenAt: Date
}

async function ownBackups(
  folder: string,
  series: BackupSeries,
  owner: BackupOwner,
): Promise<readonly OwnBackup[]> {
  const own: OwnBackup[] = []
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

async function isGood(file: string): Promise<boolean> {
  return readBackup(file).then(
    () => true,
    () => false,
  )
}
