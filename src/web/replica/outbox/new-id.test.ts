import { expect, it } from 'vitest'
import { createEntry, idOf, journalWith, note, queued } from '../memory/test-journal.ts'
import { giveNewId } from './new-id.ts'

const idea = idOf(1)

it('a story that is being written follows its idea to another id, and no other draft does', () => {
  const memory = journalWith([])
  const values = [
    { form: { content: 'halb' }, ideaId: idea },
    { ...note('abgelehnt'), ideaId: idea },
    { form: { content: 'andere' }, ideaId: idOf(2) },
    { form: { content: 'keine' }, ideaId: undefined },
    'unlesbar',
  ]
  memory.change((rows) => {
    const [insert] = queued(createEntry(1))
    rows.put('outbox', insert)
    for (const [order, value] of values.entries())
      rows.put('drafts', { key: `${order}`, form: 'new-entry', owner: undefined, order, value })
    giveNewId(rows, insert, idOf(7))
  })
  expect([...memory.rows('drafts').values()].map(({ value }) => value)).toEqual([
    { form: { content: 'halb' }, ideaId: idOf(7) },
    { ...note('abgelehnt'), ideaId: idOf(7) },
    ...values.slice(2),
  ])
})
