import type { PartnerId } from '../../../domain/ids.ts'
import { createEntry } from './create-entry.ts'
import { addCustomQuote, deleteCustomQuote } from './custom-quotes.ts'
import { deleteEntry } from './delete-entry.ts'
import { editEntry } from './edit-entry.ts'
import type { Additions, AnyMutation, MutableTable, MutationKind, TypedText } from './kind.ts'
import { likes } from './likes.ts'
import { linkStory } from './link-story.ts'
import { makePrivate } from './make-private.ts'
import { memoryMarks } from './memory-marks.ts'
import { moveReadMarker } from './move-read-marker.ts'
import { describePhoto, orderPhotos, removePhoto } from './photos.ts'
import { reactions } from './reactions.ts'
import { createReply, deleteReply, editReply } from './replies.ts'
import { addReview } from './reviews.ts'
import { toggleCompleted } from './toggle-completed.ts'

/** Every kind of write there is. */
const kinds = [
  createEntry,
  editEntry,
  toggleCompleted,
  makePrivate,
  deleteEntry,
  ...reactions,
  createReply,
  editReply,
  deleteReply,
  ...likes,
  addCustomQuote,
  deleteCustomQuote,
  moveReadMarker,
  ...memoryMarks,
  linkStory,
  addReview,
  removePhoto,
  describePhoto,
  orderPhotos,
] as const

type AnyKind = (typeof kinds)[number]
type MutationOf<Kind> =
  Kind extends MutationKind<infer Mutation, infer _Table, infer _Wanted> ? Mutation : never
type WantedOf<Kind> =
  Kind extends MutationKind<infer _Mutation, infer _Table, infer Wanted> ? Wanted : never

/** One write of this person on its way to the server; a plain value that the outbox stores. */
export type Mutation = MutationOf<AnyKind>
/** A write as a screen asks for it; `complete` makes a mutation of it. */
export type Wanted = WantedOf<AnyKind>
/** The name of a kind, as the outbox stores it. */
export type MutationName = Mutation['action']

/** A kind as the machinery sees it, which treats all mutations alike. */
interface Kind extends MutationKind<Mutation, MutableTable, Wanted> {
  merge?(before: AnyMutation, mutation: Mutation, me: PartnerId): Mutation | undefined
}

const byAction = new Map<string, Kind>(
  kinds.map((kind) => [kind.action, kind as unknown as Kind] as const),
)

/** The kind of a mutation. Throws for a name that no version of the app has stored. */
export function kindOf(mutation: Pick<Mutation, 'action'>): Kind {
  const kind = byAction.get(mutation.action)
  if (kind === undefined) throw new Error(`unknown mutation: ${mutation.action}`)
  return kind
}

/** True for a mutation after which its row is gone. */
export function removesRow(mutation: Pick<Mutation, 'action'>): boolean {
  const { deletesAggregate = false, deletesRow = deletesAggregate } = kindOf(mutation)
  return deletesRow
}

/** The mutation of what a screen asks for. */
export function complete(wanted: Wanted, additions: Additions): Mutation {
  // A kind that completes nothing is asked for as it is.
  return kindOf(wanted).complete?.(wanted, additions) ?? (wanted as Mutation)
}

/** The id of the row that a mutation inserts; undefined for any other mutation. */
export function insertedIdOf(mutation: Mutation): string | undefined {
  return kindOf(mutation).insertedId?.(mutation)
}

/** The text that a person typed for a mutation, if so. */
export function typedIn(mutation: Mutation): TypedText | undefined {
  return kindOf(mutation).typed?.(mutation)
}

/** The aggregate within which the order of mutations matters. */
export function aggregateIdOf(mutation: Mutation): string {
  return kindOf(mutation).aggregateId(mutation)
}
