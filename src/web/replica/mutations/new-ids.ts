import { v4 } from 'uuid'

import type {
  CustomQuoteId,
  EntryId,
  MemoryMarkId,
  QuoteLikeId,
  ReactionId,
} from '../../../domain/ids.ts'

/** UUIDs are made by `uuid`, because `crypto.randomUUID` is missing over plain HTTP. */
export function newEntryId(): EntryId {
  return v4() as EntryId
}

export function newCustomQuoteId(): CustomQuoteId {
  return v4() as CustomQuoteId
}

/** For a reaction or like whose derived id is taken (decision 0011). */
export function newReactionId(): ReactionId {
  return v4() as ReactionId
}

/** For a reaction or like whose derived id is taken (decision 0011). */
export function newLikeId(): QuoteLikeId {
  return v4() as QuoteLikeId
}

/** For a mark whose derived id is taken (decision 0011). */
export function newMemoryMarkId(): MemoryMarkId {
  return v4() as MemoryMarkId
}
