import { addCustomQuote } from './add-custom-quote.ts'
import { addMemoryMark } from './add-memory-mark.ts'
import { addReaction } from './add-reaction.ts'
import { createEntry } from './create-entry.ts'
import { deleteCustomQuote } from './delete-custom-quote.ts'
import { deleteEntry } from './delete-entry.ts'
import { editEntry } from './edit-entry.ts'
import type { AnyMutation, MutableTable, MutationKind } from './kind.ts'
import { likeQuote } from './like-quote.ts'
import { moveReadMarker } from './move-read-marker.ts'
import { removeMemoryMark } from './remove-memory-mark.ts'
import { removeReaction } from './remove-reaction.ts'
import { toggleCompleted } from './toggle-completed.ts'
import { unlikeQuote } from './unlike-quote.ts'

/** Every kind of write there is. */
const kinds = [
  createEntry,
  editEntry,
  toggleCompleted,
  deleteEntry,
  addReaction,
  removeReaction,
  likeQuote,
  unlikeQuote,
  addCustomQuote,
  deleteCustomQuote,
  moveReadMarker,
  addMemoryMark,
  removeMemoryMark,
] as const

type MutationOf<Kind> = Kind extends MutationKind<infer Mutation, infer _Table> ? Mutation : never

/** One write of this person on its way to the server; a plain value that the outbox stores. */
export type Mutation = MutationOf<(typeof kinds)[number]>
/** The name of a kind, as the outbox stores it. */
export type MutationName = Mutation['action']

/** A kind as the machinery sees it, which treats all mutations alike. */
interface Kind extends MutationKind<Mutation, MutableTable> {
  merge(before: AnyMutation, mutation: Mutation): Mutation | undefined
}

const byAction = new Map<string, Kind>(
  kinds.map((kind) => [kind.action, kind as unknown as Kind] as const),
)

/** The kind of a mutation. Throws for a name that no version of the app has stored. */
export function kindOf(mutation: Mutation): Kind {
  const kind = byAction.get(mutation.action)
  if (kind === undefined) throw new Error(`unknown mutation: ${mutation.action}`)
  return kind
}

/** The kinds of write that change rows of a table. */
export function actionsOn(table: MutableTable): readonly MutationName[] {
  return kinds.filter((kind) => kind.table === table).map(({ action }) => action)
}

/** What the order of a mutation matters to. */
export function aggregateIdOf(mutation: Mutation): string {
  return kindOf(mutation).aggregateId(mutation)
}
