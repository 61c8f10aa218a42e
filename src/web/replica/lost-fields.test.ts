import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import type { CustomQuoteId } from '../../domain/ids.ts'
import type { JournalDay } from '../../domain/journal-day.ts'
import { fieldSchemas, type RowOf } from '../../domain/table-schemas.ts'
import { lostTables, type LostTable } from './memory/stored-rows.ts'
import { at, idOf, linkOf, me, photoOf, reactionTo, reviewOn } from './memory/test-journal.ts'
import { kindOf } from './mutations/registry.ts'
import { add, mine, rebuild, replyTo, store, withFilledCopy } from './test-rebuild.ts'
import { waiting } from './test-tabs.ts'

withFilledCopy()

/** The row with `true` in each field in which it says nothing: a person could have set it. */
function withAll<Table extends LostTable>(table: Table, row: RowOf<Table>): RowOf<Table> {
  const given: Readonly<Record<string, unknown>> = row
  const fields = fieldSchemas[table].map(([field]) => [
    field,
    given[field] === 0 ? 0 : given[field] || true,
  ])
  return { ...row, ...Object.fromEntries(fields) }
}

it('what is brought back has all of its row but what the server decides, of a new column, too', async () => {
  const own = { userId: me, createdAt: at(2), updatedAt: at(2) }
  const part = { ...own, entryId: idOf(2) }
  const quote = { ...own, text: 'Eigenes', author: 'Wir' }
  const category = 'ideen'
  const given: { readonly [Table in LostTable]: RowOf<Table> } = {
    entries: mine(2, { category, scheduledDate: at(5), completedAt: at(3) }),
    replies: replyTo(2),
    photos: photoOf(2, { userId: me, description: 'Am Meer' }),
    reactions: reactionTo(2, { userId: me }),
    custom_quotes: { ...quote, id: 'quote' as CustomQuoteId },
    quote_likes: { ...quote, id: 'like' as never },
    memory_marks: { ...part, id: 'mark' as never, until: '2026-03-01' as JournalDay },
    story_links: linkOf(2, 2),
    reviews: reviewOn(2, { entryId: idOf(2) }),
  }
  const before = new Map(lostTables.map((table) => [table, withAll(table, given[table])]))
  store.change((rows) => before.forEach((row, table) => rows.put(table, row)))
  await rebuild([])
  add()
  const back = new Map<string, unknown>()
  for (const mutation of waiting(store)) {
    const kind = kindOf(mutation)
    back.set(kind.table, kind.apply(back.get(kind.table) as never, mutation, me))
  }
  back.set('photos', store.memory.shown.of('photos', idOf(2))[0])
  const isChosen = ([field]: readonly [string, unknown]) =>
    !['editVersion', 'visibleSince', 'updatedAt', 'bytes'].includes(field)
  for (const [table, row] of before)
    expect(back.get(table)).toMatchObject(Object.fromEntries(Object.entries(row).filter(isChosen)))
})
