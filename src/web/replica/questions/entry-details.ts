import type { Entry } from '../../../domain/entry.ts'
import type { PartnerId } from '../../../domain/ids.ts'
import type { Profile } from '../../../domain/partner.ts'
import type { Reaction } from '../../../domain/table-schemas.ts'
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

/** The details of an entry in a state of the journal. */
export function detailsIn(state: JournalState, { id }: Entry): EntryDetails {
  const { profiles, reactions, unsent } = state
  return { profiles, reactions: reactions.of(id), isUnsent: unsent.has(id) }
}
