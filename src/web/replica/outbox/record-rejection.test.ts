import { expect, it } from 'vitest'
import { editOf } from '../../../domain/entry.ts'
import { at, entryOn, idOf, journalWith, setQueue } from '../memory/test-journal.ts'
import { recordRejection, removeDependents } from './record-rejection.ts'

const held = entryOn(1)
const edit = { ...editOf(held), content: 'anders' }
const mutation = { action: 'edit-entry', entryId: idOf(1), edit, baseVersion: 1 } as const

it.each([
  ['rejected', editOf(held)],
  ['stale', undefined],
] as const)('an edit that was %s comes back with the entry it goes on from: %j', (reason, base) => {
  const memory = journalWith([held])
  memory.change((rows) => recordRejection(rows, mutation, reason))
  const [draft] = memory.rows('drafts').values()
  expect(draft?.value).toEqual(base === undefined ? edit : { ...edit, base })
  expect(memory.state().rejections).toMatchObject([{ reason, draftKey: draft?.key }])
})

it('a refused edit takes along the edits that go on from it, and no other change of the entry', () => {
  const memory = journalWith([held])
  const following = {
    ...mutation,
    baseVersion: undefined,
    edit: { ...edit, content: 'noch anders' },
  }
  const tick = { action: 'toggle-completed', entryId: idOf(1), completedAt: at(2) } as const
  const later = { ...mutation, baseVersion: 2 }
  setQueue(memory, following, tick, later)
  memory.change((rows) =>
    recordRejection(rows, mutation, 'stale', { dependents: removeDependents(rows, mutation) }),
  )
  const left = [...memory.rows('outbox').values()].map((row) => row.mutation)
  expect(left).toEqual([tick, later])
  expect([...memory.rows('drafts').values()]).toMatchObject([{ value: following.edit }])
})
