import { isJournalTable, type JournalTable } from '../../domain/journal-tables.ts'
import type { Table } from './catalogue.ts'
import type { AccessTokenClaims } from '../accounts/access-token.ts'
import type { Change } from './replication.ts'
import type { Row, RowReader } from './row-reader.ts'

/** A change with its table. */
export interface Located {
  readonly table: Table
  readonly change: Change
}

/** A change as one person may see it; `row` is the person's own select, `null` for a deletion. */
export interface VisibleChange extends Located {
  readonly row: Row | null
}

/**
 * The people who may learn that a row was deleted. A deleted row cannot be selected any more, so this replaces row
 * level security (docs/protocol.md "Changes"):
 * - `named`: the row could have been private; only those its removal names. A reaction or a reply that
 *   is deleted by cascade is announced to no one.
 * - `partners`: both partners saw every such row.
 * - `none`: rows of one person, or not of ours.
 */
export const audiences: Readonly<Record<JournalTable, 'named' | 'partners' | 'none'>> = {
  entries: 'named',
  reactions: 'named',
  replies: 'named',
  photos: 'named',
  // Not published.
  photo_files: 'none',
  quote_likes: 'partners',
  custom_quotes: 'partners',
  profiles: 'partners',
  journal: 'partners',
  memory_marks: 'none',
  // The removal of its story or idea says so.
  story_links: 'none',
  reviews: 'none',
  removals: 'none',
  last_looks: 'none',
  server_starts: 'none',
}

/** The batch as the person's own selects and removals show it, in its order. */
export async function readAsPerson(
  claims: AccessTokenClaims,
  batch: readonly Located[],
  reader: RowReader,
): Promise<VisibleChange[]> {
  const visible = new Map<Located, VisibleChange>()
  // Two people's rows may have the same id: a select by it would find one's own and tell of the other's.
  const mine = batch.filter(({ change: { owner } }) => owner === undefined || owner === claims.sub)
  for (const table of new Set(mine.map((located) => located.table))) {
    const ofTable = mine.filter((located) => located.table === table)
    const written = ofTable.filter(({ change }) => change.type !== 'DELETE')
    const deleted = ofTable.filter(({ change }) => change.type === 'DELETE')
    const rows = await reader.select(claims, table, keysOf(written))
    for (const located of written) {
      const row = rows.get(located.change.key)
      if (row !== undefined) visible.set(located, { ...located, row })
    }
    const known = await deletionsFor(claims.sub, table, keysOf(deleted), reader)
    for (const located of deleted)
      if (known.has(located.change.key)) visible.set(located, { ...located, row: null })
  }
  return batch.flatMap((located) => visible.get(located) ?? [])
}

const keysOf = (located: readonly Located[]): string[] => [
  ...new Set(located.map(({ change }) => change.key)),
]

/** The keys of these deletions of which the person may learn. */
async function deletionsFor(
  person: string,
  table: Table,
  keys: readonly string[],
  reader: RowReader,
): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set()
  const audience =
    table.schema === 'public' && isJournalTable(table.name) ? audiences[table.name] : 'none'
  if (audience === 'named') return reader.removed(person, table, keys)
  return new Set(audience === 'partners' && (await reader.isPartner(person)) ? keys : [])
}
