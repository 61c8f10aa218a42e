import type { EntryId, Instant } from '../../../domain/ids.ts'
import type { RowReader } from '../memory/journal-rows.ts'
import { isFilled, type JournalState } from '../memory/journal-state.ts'
import { entriesOfLost, isTooOld } from '../memory/lost-fate.ts'
import type { LostRow, LostTable } from '../memory/stored-rows.ts'

/** `texts` are those of rows that the server has with an older text. */
export type LostKind = LostTable | 'texts'

/** Something of this person's that is on this device alone since the server was put back. */
export interface LostItem {
  readonly key: string
  readonly kind: LostKind
  /** The written text; of a reaction the emoji; undefined if there is nothing to read. */
  readonly text: string | undefined
  readonly writtenAt: Instant
  /**
   * - `ready`: it can be added again
   * - `waiting`: it belongs to an entry that is not there
   * - `wanted`: the same, and it will be added once that is back
   * - `old`: the server takes no such time of writing any more (D28)
   */
  readonly state: 'ready' | 'waiting' | 'wanted' | 'old'
}

type LostSource = Pick<
  JournalState,
  'lostRows' | 'progress' | 'journal' | 'isWhole' | 'waitingDeletions'
>

const none: readonly LostItem[] = []

/**
 * The lost rows about which the person is asked, the newest first; nothing until all rows of the server are here.
 *
 * @param now milliseconds of the device's clock
 */
export function lostItemsOf(state: LostSource, rows: RowReader, now: number): readonly LostItem[] {
  const { lostRows, waitingDeletions } = state
  if (lostRows.length === 0 || !isFilled(state)) return none
  const lostEntries = new Map(
    lostRows.flatMap((lost) => (lost.table === 'entries' ? [[lost.row.id, lost] as const] : [])),
  )
  return lostRows
    .filter((lost) => !isCovered(lost, lostEntries) && !waitingDeletions.has(idOf(lost)))
    .map((lost) => itemOf(lost))
    .toSorted((one, other) => (one.writtenAt < other.writtenAt ? 1 : -1))

  function itemOf(lost: LostRow): LostItem {
    const isText = isNewerText(lost)
    return {
      key: lost.key,
      kind: isText ? 'texts' : (lost.table as LostTable),
      text: textOf(lost),
      writtenAt: lost.table === 'sentEdits' ? lost.row.updatedAt : lost.row.createdAt,
      state: stateOf(lost, isText),
    }
  }

  function isNewerText(lost: LostRow): boolean {
    if (lost.table === 'sentEdits') return true
    if (lost.table === 'entries') return rows.get('entries', lost.row.id) !== undefined
    if (lost.table !== 'replies') return false
    return rows.of('replies', lost.row.entryId).some(({ id }) => id === lost.row.id)
  }

  function stateOf(lost: LostRow, isText: boolean): LostItem['state'] {
    const missing = entriesOfLost(lost).filter((id) => rows.get('entries', id) === undefined)
    const oldest = missing.map((id) => lostEntries.get(id))
    const isOld = (one: LostRow | undefined) => one !== undefined && isTooOld(one, now)
    if ((!isText && isTooOld(lost, now)) || oldest.some(isOld)) return 'old'
    if (oldest.every((entry) => entry !== undefined)) return 'ready'
    return lost.isWanted ? 'wanted' : 'waiting'
  }
}

/** The text of an entry that is missing is the entry's own. */
function isCovered(lost: LostRow, entries: ReadonlyMap<EntryId, LostRow>): boolean {
  return lost.table === 'sentEdits' && entries.has(lost.row.entryId)
}

function idOf({ table, row }: LostRow): string {
  return table === 'sentEdits' ? row.entryId : row.id
}

function textOf({ row }: LostRow): string | undefined {
  if ('edit' in row) return row.edit.content
  if ('content' in row) return row.content
  if ('author' in row) return `${row.text} (${row.author})`
  return 'emoji' in row ? row.emoji : undefined
}
