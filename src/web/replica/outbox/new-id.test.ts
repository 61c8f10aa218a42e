import { expect, it } from 'vitest'
import { at, idOf, journalWith, queued } from '../memory/test-journal.ts'
import type { Mutation } from '../mutations/registry.ts'
import { note } from '../test-tabs.ts'
import { giveNewId } from './new-id.ts'

const idea = idOf(1)
const createIdea: Mutation = {
  action: 'create-entry',
  entryId: idea,
  edit: note('Idee'),
  createdAt: at(1),
  automatic: false,
}

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
    const [insert] = queued(createIdea)
    if (insert === undefined) throw new Error('nothing queued')
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
