import type { ReplicaDatabase } from '../copy/database.ts'
import type { DeviceCopy, Unsent } from './shown.ts'

/** What is on this device; counted, not read. */
export async function readDeviceCopy(database: ReplicaDatabase): Promise<DeviceCopy> {
  const [entries, oldest, progress, journal, unsent] = await Promise.all([
    database.entries.count(),
    database.entries.orderBy('[createdAt+id]').first(),
    database.progress.toArray(),
    database.journal.get('journal'),
    countUnsent(database),
  ])
  const unfinished = progress.find(({ table }) => table === 'entries')?.backfillCursor
  const isHosted = (journal?.serverStart ?? null) === null
  return {
    entries,
    oldest: oldest?.createdAt,
    isComplete:
      journal !== undefined && progress.every(({ backfillCursor }) => backfillCursor === undefined),
    completeSince: unfinished?.updatedAt,
    unsent,
    backup: journal?.backedUpAt ?? (isHosted ? 'unknown' : 'none'),
    isDiskLow: journal?.diskLow === true,
    isBackupFolderChanged: journal?.backupFolderChanged === true,
  }
}

/** Mutations and deletions on their way, and texts begun. */
export async function countUnsent(database: ReplicaDatabase): Promise<Unsent> {
  const [queued, waiting, drafts] = await Promise.all([
    database.outbox.count(),
    database.deletions.count(),
    database.drafts.count(),
  ])
  return { changes: queued + waiting, drafts }
}
