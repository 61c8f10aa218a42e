import { expect, it } from 'vitest'
import { editOf } from '../../../domain/entry.ts'
import { entryOn, idOf, journalWith } from '../memory/test-journal.ts'
import { recordRejection } from './record-rejection.ts'

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
