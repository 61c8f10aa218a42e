import { v4 } from 'uuid'

import type { CustomQuoteId, EntryId } from '../../../domain/ids.ts'

/** UUIDs are made by `uuid`, because `crypto.randomUUID` is missing over plain HTTP. */
export function newEntryId(): EntryId {
  return v4() as EntryId
}

export function newCustomQuoteId(): CustomQuoteId {
  return v4() as CustomQuoteId
}
