import { v4, v5 } from 'uuid'

import type {
  CustomQuoteId,
  EntryId,
  PartnerId,
  QuoteLikeId,
  ReactionId,
} from '../../domain/ids.ts'
import type { QuoteKey } from '../../domain/quote.ts'
import type { ReactionEmoji } from '../../domain/reaction.ts'

/** Random namespaces of our own (RFC 9562, section 6.6); changing one would double every row. */
const reactions = 'b9a4c1de-51f3-4d43-9d51-0f1f2c9a7e10'
const likes = '2f7d5f3c-8a6e-4c1b-b0b4-6a5e0c3d9f21'

/** UUIDs are made by `uuid`, because `crypto.randomUUID` is missing over plain HTTP. */
export function newEntryId(): EntryId {
  return v4() as EntryId
}

export function newCustomQuoteId(): CustomQuoteId {
  return v4() as CustomQuoteId
}

/** The same on every device, so that a reaction exists once (D15). */
export function reactionId(entry: EntryId, person: PartnerId, emoji: ReactionEmoji): ReactionId {
  return v5(`${entry}/${person}/${emoji}`, reactions) as ReactionId
}

/** The same on every device, so that a like exists once (D15). */
export function likeId(person: PartnerId, quote: QuoteKey): QuoteLikeId {
  return v5(JSON.stringify([person, quote.text, quote.author]), likes) as QuoteLikeId
}
