import { writtenEntry, type Entry, type EntryEdit } from '../../../domain/entry.ts'
import {
  instantFromMilliseconds,
  type EntryId,
  type PartnerId,
  type PhotoId,
  type ReactionId,
  type ReplyId,
  type ReviewId,
  type WordsHash,
} from '../../../domain/ids.ts'
import type { Reaction, Reply, RowOf, StoryLink } from '../../../domain/table-schemas.ts'
import type { Queued, StoredJournal } from './stored-rows.ts'
import type { Transaction } from './transaction.ts'
import { formPhotoOf, type UnsentPhoto } from './unsent-photos.ts'
import type { Mutation } from '../mutations/registry.ts'
import { JournalMemory } from './journal-memory.ts'

export const me = '00000000-0000-4000-8000-000000000001' as PartnerId
export const partner = '00000000-0000-4000-8000-000000000002' as PartnerId

/** The id that ends with this number. */
export const idOf = (number: number) =>
  `00000000-0000-4000-8000-${String(number).padStart(12, '0')}` as EntryId

/** A moment this number of days after the start of 2026. */
export const at = (day: number) => instantFromMilliseconds(Date.UTC(2026, 0, 1) + day * 86_400_000)

/** The journal's row. */
export function journalRow(changes: Partial<StoredJournal> = {}): StoredJournal {
  return {
    key: 'journal',
    epoch: idOf(1) as string as StoredJournal['epoch'],
    timeZone: 'Europe/Berlin',
    specialDays: [],
    daysCounterFrom: '2024-11-17' as StoredJournal['daysCounterFrom'],
    serverStart: null,
    backedUpAt: null,
    diskLow: false,
    backupFolderChanged: false,
    restoredTo: null,
    updatedAt: at(0),
    ...changes,
  }
}

/** The form of a thought with this text. */
export const note = (content: string, changes: Partial<EntryEdit> = {}): EntryEdit => ({
  category: 'gedanken',
  content,
  isPrivate: false,
  scheduledDate: null,
  ...changes,
})

/** An entry of the partner's, written and visible since that day. */
export function entryOn(day: number, changes: Partial<Entry> = {}): Entry {
  const made = { id: idOf(day), userId: partner, createdAt: at(day) }
  return { ...writtenEntry(note(`Tag ${day}`), made), editVersion: 1, ...changes }
}

/** The columns that rows of the partner's at the entry of a day have in common. */
const partOf = (day: number) => ({
  entryId: idOf(day),
  userId: partner,
  createdAt: at(day),
  visibleSince: at(day),
  updatedAt: at(day),
})

/** A reaction of the partner's to the entry of a day. */
export function reactionTo(day: number, changes: Partial<Reaction> = {}): Reaction {
  return { id: `reaction ${day}` as ReactionId, emoji: '🔥', ...partOf(day), ...changes }
}

/** A reply of the partner's to the entry of a day. */
export function replyTo(day: number, changes: Partial<Reply> = {}): Reply {
  return { id: `reply ${day}` as ReplyId, content: `Antwort ${day}`, ...partOf(day), ...changes }
}

/** An own answer to the translation of the first day. */
export function reviewOn(day: number, changes: Partial<RowOf<'reviews'>> = {}): RowOf<'reviews'> {
  return {
    id: `review ${day} ${changes.direction ?? 'de-hr'}` as ReviewId,
    userId: me,
    entryId: idOf(1),
    direction: 'de-hr',
    grade: 3,
    wordsHash: 'hash' as WordsHash,
    createdAt: at(day),
    updatedAt: at(day),
    ...changes,
  }
}

/** The own link from the story of a day to an idea. */
export function linkOf(day: number, ideaDay: number, changes: Partial<StoryLink> = {}): StoryLink {
  const times = { createdAt: at(day), updatedAt: at(day) }
  return { id: idOf(day), userId: me, ideaId: idOf(ideaDay), ...times, ...changes }
}

/** A photo of the partner's at the entry of a day. */
export function photoOf(day: number, changes: Partial<RowOf<'photos'>> = {}): RowOf<'photos'> {
  return {
    id: `photo ${day}` as PhotoId,
    position: 0,
    width: 2048,
    height: 1536,
    placeholder: '3PcNNYSFeXh/d3eld0iHZoZgVwh2',
    description: '',
    bytes: 400_000,
    ...partOf(day),
    ...changes,
  }
}

/** A photo that waits to be sent to the entry of a day. */
export function unsentPhoto(day: number, changes: Partial<UnsentPhoto> = {}): UnsentPhoto {
  return {
    ...formPhotoOf(photoOf(day)),
    id: idOf(day + 1000) as string as PhotoId,
    entryId: idOf(day),
    order: 0,
    writtenAt: at(day),
    queuedAt: day,
    ...changes,
  }
}

/** The removal of the entry of a day. */
export const removalOf = (day: number, version: number): RowOf<'removals'> => ({
  id: me,
  tableName: 'entries',
  rowId: idOf(day),
  kind: 'hidden',
  unseenVersion: null,
  updatedAt: at(version),
})

type Creation = Extract<Mutation, { action: 'create-entry' }>
/** The write of the entry of a day. */
export const createEntry = (day: number, changes: Partial<Creation> = {}) => ({
  action: 'create-entry' as const,
  entryId: idOf(day),
  edit: note(`Tag ${day}`),
  createdAt: at(day),
  automatic: false,
  ...changes,
})

/** Mutations as the outbox holds them. */
export function queued<const Mutations extends readonly Mutation[]>(
  ...mutations: Mutations
): { readonly [Index in keyof Mutations]: Queued } {
  // The type of `map` forgets how many there are.
  return mutations.map((mutation, index): Queued => ({
    seq: index + 1,
    id: `queued ${index}`,
    mutation,
  })) as never
}

/** The memory of a journal with both people, read whole. */
export function journalWith(entries: readonly Entry[], reactions: readonly Reaction[] = []) {
  const memory = new JournalMemory(me)
  memory.change((rows) => {
    rows.put('journal', journalRow())
    rows.put('profiles', { id: me, name: 'Jonas', updatedAt: at(0) })
    rows.put('profiles', { id: partner, name: 'Željka', updatedAt: at(0) })
    rows.put('last_looks', { id: me, seenUntil: at(10), updatedAt: at(10) })
    for (const entry of entries) rows.put('entries', entry)
    for (const reaction of reactions) rows.put('reactions', reaction)
  })
  memory.setReadState({ isRead: true, isWhole: true })
  return memory
}

/** The entries that screens show, newest first. */
export function entriesIn({ state, shown }: JournalMemory): readonly Entry[] {
  return state().entries.list.flatMap(({ id }) => shown.get('entries', id) ?? [])
}

/** A journal in memory, or the store that holds it. */
interface Changeable {
  change(work: (rows: Transaction) => void): unknown
}

/** Lets exactly these mutations wait to be sent. */
export function setQueue(journal: Changeable, ...mutations: readonly Mutation[]): void {
  journal.change((rows) => {
    for (const { id } of rows.all('outbox')) rows.remove('outbox', id)
    for (const row of queued(...mutations)) rows.put('outbox', row)
  })
}

/** Hides an entry whose deletion can still be undone. */
export function letDeletionWait(journal: Changeable, entryId: EntryId): void {
  journal.change((rows) => rows.put('deletions', { entryId, due: 0 }))
}
