import { liveQuery } from 'dexie'

import type { Entry } from '../../../domain/entry.ts'
import type { Instant } from '../../../domain/ids.ts'
import type { ReplicaDatabase } from './database.ts'
import type { EntryKeys } from './stored-rows.ts'

function keysOf({ id, userId, completed, createdAt }: Entry): EntryKeys {
  return { id, userId, doneKey: completed ? 1 : 0, createdAt }
}

/** Tables to name in a transaction that writes entries. */
export function entryKeysScope({ entryKeys, fillings }: ReplicaDatabase) {
  return [entryKeys, fillings]
}

/** Follows entries just stored. Call it in their transaction, with the rows the copy holds now. */
export async function putEntryKeys(
  { entryKeys, fillings }: ReplicaDatabase,
  entries: readonly Entry[],
): Promise<void> {
  const filling = await fillings.get('entryKeys')
  if (filling === undefined || entries.length === 0) return
  await entryKeys.bulkPut(entries.map(keysOf))
  const newest = newestOf(entries, filling.newest)
  if (newest !== filling.newest) await fillings.put({ ...filling, newest })
}

function newestOf(entries: readonly Entry[], least: Instant | ''): Instant | '' {
  return entries.reduce((newest, { updatedAt }) => (updatedAt > newest ? updatedAt : newest), least)
}

/** True while the table answers for all entries. */
export async function hasEntryKeys({ fillings }: ReplicaDatabase): Promise<boolean> {
  return (await fillings.get('entryKeys'))?.complete === true
}

/** Entries a transaction; so many hold nobody up. */
const batch = 200

/**
 * Fills the table, once the backfill has brought the oldest entry, in small transactions: a crash
 * between two of them costs nothing, and two tabs share the work. It is filled again where the copy was
 * read further without this table, as by a tab that still runs an older version of the app.
 */
export function fillEntryKeys(
  database: ReplicaDatabase,
  onFault: (cause: unknown) => void,
): () => void {
  const stop = new AbortController()
  const read = liveQuery(async () => database.progress.get('entries'))
  const subscription = read.subscribe({
    next(progress) {
      if (progress === undefined || progress.backfillCursor !== undefined) return
      subscription.unsubscribe()
      fill().catch((cause: unknown) => {
        if (!stop.signal.aborted) onFault(cause)
      })
    },
    error: () => undefined,
  })

  async function fill(): Promise<void> {
    await begin(database)
    while (!stop.signal.aborted && (await fillMore(database))) await pause()
  }
  return () => {
    stop.abort()
    subscription.unsubscribe()
  }
}

async function begin(database: ReplicaDatabase): Promise<void> {
  const { fillings, progress } = database
  await database.transaction('rw', [fillings, progress], async () => {
    const [filling, read] = await Promise.all([fillings.get('entryKeys'), progress.get('entries')])
    const seen = read?.cursor?.updatedAt ?? ''
    if (filling !== undefined && filling.newest >= seen) return
    const complete = filling?.complete ?? false
    await fillings.put({ table: 'entryKeys', after: '', complete, newest: seen })
  })
}

/** Resolves to whether there is more to fill. */
async function fillMore(database: ReplicaDatabase): Promise<boolean> {
  const { entries, entryKeys, fillings } = database
  return database.transaction('rw', [entries, entryKeys, fillings], async () => {
    const filling = await fillings.get('entryKeys')
    if (filling?.after === undefined) return false
    const rows = await entries.where('id').above(filling.after).limit(batch).toArray()
    await entryKeys.bulkPut(rows.map(keysOf))
    const isLast = rows.length < batch
    await fillings.put({
      ...filling,
      after: isLast ? undefined : rows.at(-1)?.id,
      complete: filling.complete || isLast,
    })
    return !isLast
  })
}

/** Lets everything else go first. */
async function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 20)
  })
}
