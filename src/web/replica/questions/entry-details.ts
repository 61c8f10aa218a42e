import type { Entry } from '../../../domain/entry.ts'
import type { EntryId, PartnerId } from '../../../domain/ids.ts'
import type { Profile } from '../../../domain/partner.ts'
import type { Reaction } from '../../../domain/table-schemas.ts'
import type { RowReader } from '../memory/journal-rows.ts'
import type { JournalState } from '../memory/journal-state.ts'
import type { ShownEntry } from './shown.ts'

/** A person's profile name; undefined where the profile is unknown. */
export function nameOf(profiles: readonly Profile[], person: PartnerId): string | undefined {
  return profiles.find(({ id }) => id === person)?.name
}

export interface EntryDetails {
  readonly profiles: readonly Profile[]
  /** Those to this entry, in the order of their creation. */
  readonly reactions: readonly Reaction[]
  /** True while a mutation of this entry has not reached the server. */
  readonly isUnsent: boolean
}

/** The entry as a card shows it. */
export function shownEntry(
  entry: Entry,
  { profiles, reactions, isUnsent }: EntryDetails,
): ShownEntry {
  return {
    ...entry,
    authorName: nameOf(profiles, entry.userId),
    pending: isUnsent,
    reactions: reactions.map((one) => ({ ...one, name: nameOf(profiles, one.userId) })),
  }
}

/** The details of an entry as they are now. */
export function detailsIn(
  { profiles, unsent }: Pick<JournalState, 'profiles' | 'unsent'>,
  rows: RowReader,
  id: EntryId,
): EntryDetails {
  return { profiles, reactions: rows.of('reactions', id), isUnsent: unsent.has(id) }
}
