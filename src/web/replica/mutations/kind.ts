import { tables, tablesWith, type TableWith } from '../../../domain/journal-tables.ts'
import type { EntryId, Instant, MadeId, PartnerId } from '../../../domain/ids.ts'
import type { Entry, EntryEdit } from '../../../domain/entry.ts'
import type { Calls } from '../../backend/calls.ts'
import type { RowOf } from '../../../domain/table-schemas.ts'
import type { DraftForm } from './draft-form.ts'
import type { RejectionReason, SendResult } from './send-result.ts'

/** The tables a person's own writes can change. */
export type MutableTable = Exclude<
  TableWith<{ readonly copy: 'rows' }>,
  TableWith<{ readonly owner: null }>
>
export const mutableTables: readonly MutableTable[] = tablesWith({ copy: 'rows' }).filter(
  (name): name is MutableTable => tables[name].owner !== null,
)

/** Every mutation has the stored name of its kind. */
export interface AnyMutation {
  readonly action: string
}

/** An id that is replaced because another person's row has it (decision 0011). */
export interface IdChange {
  readonly from: string
  readonly to: string
}

/** The fields that a device adds to a write. */
export interface Additions {
  readonly me: PartnerId
  /** By the device's clock. */
  readonly now: Instant
  /** The key of the draft that a text was typed in, or a new one. */
  readonly id: MadeId
  /** The time of a text that is written now, of a reply to this entry. */
  readonly timeOfWriting: (entryId: EntryId) => Instant
}

/** A mutation of which a screen may leave out what the device adds. */
export type Without<Mutation, Added extends keyof Mutation> = Omit<Mutation, Added> &
  Partial<Pick<Mutation, Added>>

/** The entries around a text. */
export interface TextContext {
  /** An entry as screens show it now. */
  readonly entryOf: (id: EntryId) => Entry | undefined
  /** The entry as the form that edits it showed it; left out, it may have changed since. */
  readonly seen: EntryEdit | undefined
}

/** The text that a person typed for a mutation. */
export interface TypedText {
  /** The form it was typed in, which gets it back when the server refuses it. */
  readonly form: DraftForm
  /** The form's value, which it can read again. */
  readonly value: unknown
  /** The part that is worth copying. */
  readonly text: string
}

/**
 * One kind of write. Each changes one row of one table. Everything here is pure but `send`, so the
 * same value serves to show a mutation, to queue it, to send it and to store its result.
 */
export interface MutationKind<
  Mutation extends AnyMutation,
  Table extends MutableTable,
  Wanted extends AnyMutation = Mutation,
> {
  /** The name in stored outboxes. It never changes: unsent work of earlier versions has it. */
  readonly action: Mutation['action']
  readonly table: Table
  /** The key of the row it changes, as `rowKey` gives those of rows. */
  rowKey(mutation: Mutation, me: PartnerId): string
  /** Mutations of one aggregate (an entry with its reactions, one quote) are sent in order. */
  aggregateId(mutation: Mutation): string
  /**
   * The row with this mutation on it, `undefined` for none; the identical row where the mutation
   * changes nothing, which is then not queued.
   */
  apply(row: RowOf<Table> | undefined, mutation: Mutation, me: PartnerId): RowOf<Table> | undefined
  /**
   * For a write that changes several rows of an entry, and is about none of them alone: all of them with it on them, the
   * identical array where it changes nothing.
   */
  arrange?(rows: readonly RowOf<Table>[], mutation: Mutation): readonly RowOf<Table>[]
  /**
   * The one mutation that replaces this one and an unsent earlier one of the same aggregate, or `undefined` if both
   * must be sent, as always where it is left out. It is `mutation` itself if the earlier one has no effect left after
   * this one.
   */
  merge?(before: AnyMutation, mutation: Mutation, me: PartnerId): AnyMutation | undefined
  /** Calls the server and reads what its answer means; stores nothing. */
  send(calls: Calls, mutation: Mutation, me: PartnerId): Promise<SendResult>
  /** The mutation after an id it names has changed; the identical one where it names another. */
  withId(mutation: Mutation, change: IdChange, me: PartnerId): Mutation

  /** Makes the mutation of what a screen asks for, with the ids and times that it left out. */
  complete?(wanted: Wanted, additions: Additions): Mutation
  /**
   * For a text: why it must not be written now, if so.
   *
   * @param row with everything that is queued applied
   */
  conflict?(
    mutation: Mutation,
    row: RowOf<Table> | undefined,
    about: TextContext,
  ): RejectionReason | undefined
  /**
   * Completes a mutation when it is queued.
   *
   * @param row the server's row as this device holds it
   * @param isFollowing true where an earlier mutation that it could merge with is on its way
   */
  basedOn?(mutation: Mutation, row: RowOf<Table> | undefined, isFollowing: boolean): Mutation
  /** Updates a queued mutation after `sent`, of the same aggregate, came back with this row. */
  rebase?(mutation: Mutation, sent: AnyMutation, row: RowOf<Table>): Mutation
  /** True where a mutation queued later cannot succeed once this one is refused. */
  isRequiredBy?(later: AnyMutation, mutation: Mutation): boolean
  /** The aggregate of which everything has to be sent first, although it is another's. */
  waitsFor?(mutation: Mutation): string
  /** For what a person typed. */
  typed?(mutation: Mutation): TypedText

  /** For inserts: the id of the new row. */
  insertedId?(mutation: Mutation): string
  /** True for an insert whose row's id is never used again after its deletion. */
  readonly idIsNeverReused?: true
  /**
   * True for an insert whose id must stay known although the row is gone, so that no device inserts
   * it again (D13): it is sent even if its row was deleted before.
   */
  keepId?(mutation: Mutation): boolean
  /** For what is sent only once the device's clock has been shown to be right: its time by that clock. */
  dated?(mutation: Mutation): Instant | undefined
  /** True for a deletion after which nothing that was queued about its aggregate has an effect. */
  readonly deletesAggregate?: true
  /** True for any other deletion. */
  readonly deletesRow?: true
}
