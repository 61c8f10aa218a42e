import { instantFromMilliseconds } from '../../../domain/ids.ts'
import type { JournalState } from '../memory/journal-state.ts'
import { aggregateIdOf, typedIn } from '../mutations/registry.ts'
import { unsentPhotoCount } from './shown-photos.ts'
import type { DeviceCopy, ParkedWrite, SyncStatus, Unsent } from './shown.ts'

/** The state of the writes that wait to be sent. */
export function syncStatusOf({
  queue,
  journal,
}: Pick<JournalState, 'queue' | 'journal'>): SyncStatus {
  const queuedAt = oldestOf(queue)
  return {
    pendingCount: queue.length,
    oldest:
      queuedAt === undefined || journal === undefined
        ? undefined
        : { at: instantFromMilliseconds(queuedAt), timeZone: journal.timeZone },
    parked: parkedOf(queue),
    hasData: journal !== undefined,
  }
}

/** When the oldest write that a person made was queued, in milliseconds; undefined for none. */
export function oldestOf(queue: JournalState['queue']): number | undefined {
  return queue.find(({ mutation }) => mutation.action !== 'last-look')?.queuedAt
}

/** After this time, in milliseconds, an unsent write is shown with its time. */
const oldAfterMs = 24 * 3_600_000

/** True for a write that was queued more than a day ago. Both in milliseconds; false for none. */
export function isOld(queuedAt: number | undefined, now: number): boolean {
  return queuedAt !== undefined && now - queuedAt > oldAfterMs
}

/** The parked writes (decision 0011), oldest first, each with the newest text that waits with it. */
function parkedOf(queue: JournalState['queue']): readonly ParkedWrite[] {
  return queue.flatMap(({ id, mutation, trouble }) => {
    if (trouble?.kind !== 'set-aside') return []
    const waiting = queue.filter(
      (queued) => aggregateIdOf(queued.mutation) === aggregateIdOf(mutation),
    )
    const texts = waiting.flatMap((queued) => typedIn(queued.mutation) ?? [])
    const { action } = mutation
    return [{ id, action, again: trouble.again, text: texts.at(-1)?.text }]
  })
}

/** The work in memory that the server does not have. */
export function unsentIn(state: JournalState): Unsent {
  const { queue, waitingDeletions, draftCount, unsentPhotos, lostRows } = state
  const changes = queue.length + waitingDeletions.size
  const photos = unsentPhotoCount(unsentPhotos)
  return { changes, drafts: draftCount, photos, lost: lostRows.length }
}

/** The part of the journal that is on this device. */
export function deviceCopyOf(state: JournalState): DeviceCopy {
  const { entries, journal, progress } = state
  const unfinished = progress.find(({ table }) => table === 'entries')?.backfillCursor
  const isHosted = (journal?.serverStart ?? null) === null
  return {
    entries: entries.list.length,
    oldest: entries.list.at(-1)?.createdAt,
    isComplete:
      journal !== undefined && progress.every(({ backfillCursor }) => backfillCursor === undefined),
    completeSince: unfinished?.updatedAt,
    unsent: unsentIn(state),
    unreadable: state.unreadable,
    backup: journal?.backedUpAt ?? (isHosted ? 'unknown' : 'none'),
    isDiskLow: journal?.diskLow === true,
    isBackupFolderChanged: journal?.backupFolderChanged === true,
  }
}
