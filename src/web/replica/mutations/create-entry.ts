import { editOf, writtenEntry, type EntryEdit } from '../../../domain/entry.ts'
import { newId, type EntryId, type Instant } from '../../../domain/ids.ts'
import { nextSpecialDayEntryId } from '../../../domain/special-day.ts'
import { aboutEntry } from './about-row.ts'
import { sendInsert } from './insert-result.ts'
import type { AnyMutation, MutationKind } from './kind.ts'

export interface CreateEntry {
  readonly action: 'create-entry'
  readonly entryId: EntryId
  readonly edit: EntryEdit
  /** By the device's clock. */
  readonly createdAt: Instant
  /** The entry of a special day, which exists once, whichever device wrote it (D13). */
  readonly automatic: boolean
  /** Present on an automatic entry, which a wrong date must not write; 0.2.0 and earlier stored none. */
  readonly whenClockIsRight?: true
  /** The idea it is a story of, for a refused text; a mutation of its own links the two. */
  readonly ideaId?: EntryId
}

export const createEntry: MutationKind<CreateEntry, 'entries'> = {
  ...aboutEntry,
  action: 'create-entry',
  // Once the server's row is here it counts: an insert never overwrites.
  apply: (row, { entryId: id, edit, createdAt }, userId) =>
    row ?? writtenEntry(edit, { id, userId, createdAt }),
  async send(calls, { entryId: id, edit, createdAt, automatic }, me) {
    const row = { id, userId: me, ...editOf(edit), completed: false, completedAt: null, createdAt }
    return sendInsert({
      calls,
      table: 'entries',
      row,
      isSame: (held) => held.userId === me || automatic,
      newId: () => (automatic ? nextSpecialDayEntryId(id, me) : newId()),
    })
  },
  isRequiredBy: () => true,
  typed: ({ edit, ideaId }) => ({
    form: 'new-entry',
    value: ideaId === undefined ? edit : { ...edit, ideaId },
    text: edit.content,
  }),
  insertedId: ({ entryId }) => entryId,
  idIsNeverReused: true,
  keepId: ({ automatic }) => automatic,
  dated: ({ whenClockIsRight, createdAt }) => (whenClockIsRight ? createdAt : undefined),
}

export function isCreateEntry(mutation: AnyMutation): mutation is CreateEntry {
  return mutation.action === createEntry.action
}
