import { v4 } from 'uuid'

import type { CustomQuoteId, EntryId, QuoteLikeId, ReactionId } from '../../../domain/ids.ts'

/** UUIDs are made by `uuid`, because `crypto.randomUUID` is missing over plain HTTP. */
export function newEntryId(): EntryId {
  return v4() as EntryId
}

export function newCustomQuoteId(): CustomQuoteId {
  return v4() as CustomQuoteId
}

/** Where the derived id is taken (D15, amended). */
export function newReactionId(): ReactionId {
  return v4() as ReactionId
}

/** Where the derived id is taken (D15, amended). */
export function newLikeId(): QuoteLikeId {
  return v4() as QuoteLikeId
}

/** Names one rebuild of the copy. */
export function newCopyId(): string {
  return v4()
}
