import type { Entry } from '../../../domain/entry.ts'
import type { Reaction } from '../../../domain/reaction.ts'
import { instantFromMilliseconds, millisecondsOf } from '../../../domain/ids.ts'
import type { ReplicaDatabase } from '../copy/database.ts'

const index = '[createdAt+id]'
const day = 86_400_000
/** Entries a read: few enough that one holds nobody up, for a browser reads one thing after the other. */
const wanted = 200
const most = 4 * wanted

/**
 * Every entry of the copy, newest first, in parts. An index is read backwards only one row at a time,
 * which takes seconds for a large copy; so it is read forwards, by spans of time that grow and shrink
 * with what they hold.
 */
export async function* readNewestFirst({
  entries,
}: ReplicaDatabase): AsyncGenerator<readonly Entry[]> {
  const [oldest, newest] = await Promise.all([
    entries.orderBy(index).first(),
    entries.orderBy(index).last(),
  ])
  if (oldest === undefined || newest === undefined) return
  const end = millisecondsOf(oldest.createdAt)
  let until = millisecondsOf(newest.createdAt) + 1
  let span = 30 * day
  while (until > end) {
    const from = Math.max(end, until - span)
    const rows = await entries
      .where(index)
      .between([instantFromMilliseconds(from)], [instantFromMilliseconds(until)])
      .limit(span > 1 ? most + 1 : Infinity)
      .toArray()
    const isTooMuch = rows.length > most && span > 1
    span = Math.max(1, Math.floor(span * factorFor(rows.length)))
    if (isTooMuch) continue
    until = from
    if (rows.length > 0) yield rows
  }
}

function factorFor(count: number): number {
  return Math.min(8, Math.max(0.125, wanted / Math.max(1, count)))
}

/** Every reaction of the copy, in parts. */
export async function* readReactionParts({
  reactions,
}: ReplicaDatabase): AsyncGenerator<readonly Reaction[]> {
  let rows = await reactions.orderBy('id').limit(most).toArray()
  for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
    yield rows
    rows = await reactions.where('id').above(last.id).limit(most).toArray()
  }
}
