import { writtenEntry, type Entry, type EntryEdit } from '../../../domain/entry.ts'
import { derivedId, type EntryId, type Instant } from '../../../domain/ids.ts'
import type { RowOf } from '../../../domain/table-schemas.ts'
import { byNewest, listedOf } from '../memory/entry-order.ts'
import type { RowReader } from '../memory/journal-rows.ts'
import type { JournalState } from '../memory/journal-state.ts'
import type { LostRow, LostTable } from '../memory/stored-rows.ts'
import type { LargePart } from '../memory/tables.ts'
import { storyLinksOf } from '../memory/story-links.ts'
import { replyDraft } from '../mutations/replies.ts'

type LostOf<Table extends LostRow['table']> = Extract<LostRow, { readonly table: Table }>

/** A state and the rows of the same moment. */
export interface WholeJournal {
  readonly state: JournalState
  readonly rows: RowReader
}

/**
 * The journal with what of this person's is on this device alone since the server was put back. A text that the server
 * has otherwise, and a reply whose entry is not there, are entries of their own; other parts of such entries are left out.
 */
export function withLost({ state, rows }: WholeJournal): WholeJournal {
  const { lostRows } = state
  if (lostRows.length === 0) return { state, rows }
  const rowsOf = <Table extends LostRow['table']>(table: Table): readonly LostOf<Table>['row'][] =>
    lostRows
      .filter((lost) => lost.table === table)
      .map(({ row }) => row as unknown as LostOf<Table>['row'])
  const missing = <Row extends { readonly id: string }>(table: LostTable, held: readonly Row[]) => {
    const ids = new Set(held.map(({ id }) => id))
    return (rowsOf(table) as unknown as readonly Row[]).filter(({ id }) => !ids.has(id))
  }
  const entries = [
    ...rowsOf('entries').filter(({ id }) => rows.get('entries', id) === undefined),
    ...textsIn(state, rows, rowsOf),
  ]
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const list = [...state.entries.list, ...entries.map(listedOf)].toSorted(byNewest)
  return {
    state: {
      ...state,
      entries: { ...state.entries, list },
      unsent: new Set([...state.unsent, ...byId.keys()]),
      likes: [...state.likes, ...missing('quote_likes', state.likes)],
      customQuotes: [...state.customQuotes, ...missing('custom_quotes', state.customQuotes)],
      memoryMarks: [...state.memoryMarks, ...missing('memory_marks', state.memoryMarks)],
      storyLinks: storyLinksOf([
        ...state.storyLinks.list,
        ...missing('story_links', state.storyLinks.list),
      ]),
    },
    rows: {
      get: (table, id) => rows.get(table, id) ?? byId.get(id),
      of: <Name extends LargePart>(table: Name, id: EntryId) =>
        withParts(rows.of(table, id), rowsOf(table) as unknown as readonly RowOf<Name>[], id),
    },
  }
}

interface PartOfEntry {
  readonly id: string
  readonly entryId: EntryId
  readonly createdAt: Instant
}

function withParts<Row extends PartOfEntry>(
  there: readonly Row[],
  lost: readonly Row[],
  entry: EntryId,
): readonly Row[] {
  const ids = new Set(there.map(({ id }) => id))
  const added = lost.filter(({ id, entryId }) => entryId === entry && !ids.has(id))
  if (added.length === 0) return there
  return [...there, ...added].toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1))
}

/** Texts that have no row of their own in this journal. */
function textsIn(
  { me }: JournalState,
  rows: RowReader,
  rowsOf: <Table extends LostRow['table']>(table: Table) => readonly LostOf<Table>['row'][],
): readonly Entry[] {
  const lostIds = new Set(rowsOf('entries').map(({ id }) => id))
  const hasChanged = (id: EntryId, content: string) => {
    const held = rows.get('entries', id)
    return held === undefined ? !lostIds.has(id) : held.content !== content
  }
  const entries = rowsOf('entries')
    .filter(({ id, content }) => rows.get('entries', id) !== undefined && hasChanged(id, content))
    .map((entry) => ({ ...entry, id: textId(entry.id) }))
  const edits = rowsOf('sentEdits')
    .filter(({ entryId, edit }) => hasChanged(entryId, edit.content))
    .map(({ entryId, edit, updatedAt }) => textEntry(entryId, edit, updatedAt))
  const replies = rowsOf('replies').flatMap(({ id, entryId, content, createdAt }) => {
    const there = rows.of('replies', entryId).find((reply) => reply.id === id)
    const isAlone = rows.get('entries', entryId) === undefined && !lostIds.has(entryId)
    const isText = there !== undefined && there.content !== content
    return isAlone || isText ? [textEntry(id, replyDraft(content), createdAt)] : []
  })
  return [...entries, ...edits, ...replies]

  function textEntry(id: string, edit: EntryEdit, createdAt: Instant): Entry {
    return writtenEntry(edit, { id: textId(id), userId: me, createdAt })
  }
}

function textId(id: string): EntryId {
  return derivedId(id, 'text of its own')
}
