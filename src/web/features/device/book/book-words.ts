import type { BookHeader, BookRow, PersonIndex } from '../../../../domain/book-format.ts'
import type { Category } from '../../../../domain/category.ts'
import type { Instant } from '../../../../domain/ids.ts'
import { scheduleOf } from '../../../../domain/schedule.ts'
import { inQuotationMarks } from '../../../../domain/quote-display.ts'
import { parseTranslation, type Translation } from '../../../../domain/translation.ts'

export const categories: Readonly<Record<Category, string>> = {
  erzaehlen: '📖 Erzählen',
  ideen: '💡 Ideen',
  gedanken: '💭 Gedanken & Notizen',
  uebersetzungen: '🌍 Übersetzungen',
}

export const bookTexts = {
  withoutPicture: (alt: string) => `Nicht in dieser Datei: ${alt}`,
} as const

/** The book's words for an entry: above its text, the text, and below, which may be empty. */
export interface EntryWords {
  readonly above: string
  readonly text: string
  readonly below: string
  /** Both sides of a translation. */
  readonly sides: Translation | undefined
  /** The same as above and below the text, piece by piece. */
  readonly author: string
  readonly marks: readonly string[]
  readonly notes: readonly string[]
  readonly photos: readonly PhotoWords[]
  /** Oldest first. */
  readonly replies: readonly ReplyWords[]
  readonly stories: readonly StoryWords[]
}

export interface PhotoWords extends Pick<
  BookRow<'photos'>,
  'id' | 'width' | 'height' | 'description'
> {
  /** The description, or who added it and when. */
  readonly alt: string
}

interface ReplyWords {
  readonly author: string
  /** With the day where it is another than the entry's. */
  readonly when: string
  readonly text: string
}

/** One line of an idea about its story, or of a story about its idea. */
interface StoryWords {
  readonly label: string
  /** The text of the other entry. */
  readonly text: string
}

/** The rows of an entry in the book. */
export interface EntryRows {
  readonly entry: BookRow<'entries'>
  readonly reactions: readonly BookRow<'reactions'>[]
  /** In their order. */
  readonly photos: readonly BookRow<'photos'>[]
  /** Oldest first. */
  readonly replies: readonly BookRow<'replies'>[]
  readonly stories: readonly StoryWords[]
}

export interface QuoteWords {
  readonly text: string
  readonly below: string
  readonly author: string
  /** The people who like or wrote it. */
  readonly names: string
}

/** How the book puts its rows into words, for the pages that its script draws and for those without a script. */
export function createBookWords({
  people,
  timeZone,
  madeAt,
}: Pick<BookHeader, 'people' | 'timeZone' | 'madeAt'>) {
  const local = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
  const day = new Intl.DateTimeFormat('de', { timeZone, dateStyle: 'long' })
  const nameOf = (by: PersonIndex): string => people[by].name
  /** When something was written, as the book shows it, in milliseconds: not later than the book was made. */
  const timeOf = (instant: string): number => Math.min(Date.parse(instant), Date.parse(madeAt))
  /** "2026-11-22 07:03" in the journal's time zone. */
  const localOf = (instant: string): string => local.format(timeOf(instant))
  const clockOf = (instant: string): string => `${localOf(instant).slice(11)} Uhr`
  const dayOf = (instant: string): string => day.format(timeOf(instant))

  function plannedOf(instant: Instant): string {
    const { time } = scheduleOf(instant, timeZone)
    const date = day.format(Date.parse(instant))
    return time === undefined ? date : `${date}, ${local.format(Date.parse(instant)).slice(11)} Uhr`
  }

  function replyWords(reply: BookRow<'replies'>, entry: BookRow<'entries'>): ReplyWords {
    const { user_id: by, content, created_at: createdAt } = reply
    const isSameDay = dayOf(createdAt) === dayOf(entry.created_at)
    const clock = clockOf(createdAt)
    const when = isSameDay ? clock : `${dayOf(createdAt)}, ${clock}`
    return { author: nameOf(by), when, text: content }
  }

  function photoWords({ id, width, height, description, ...photo }: BookRow<'photos'>): PhotoWords {
    const added = `Foto von ${nameOf(photo.user_id)}, ${dayOf(photo.created_at)}`
    return { id, width, height, description, alt: description === '' ? added : description }
  }

  function entryWords({ entry, reactions, photos, replies, stories }: EntryRows): EntryWords {
    const sides = entry.category === 'uebersetzungen' ? parseTranslation(entry.content) : undefined
    const author = nameOf(entry.user_id)
    const marks = [clockOf(entry.created_at)]
    if (entry.is_private === true) marks.push('🔒 privat')
    if (entry.is_unsent === true) marks.push('noch nicht gesendet')
    const below: string[] = []
    const { scheduled_date: planned = null, completed_at: done = null } = entry
    if (planned !== null) below.push(`📅 ${plannedOf(planned)}`)
    if (done !== null) below.push(`✓ erledigt am ${dayOf(done)}`)
    for (const { emoji, user_id: by } of reactions) below.push(`${emoji} ${nameOf(by)}`)
    return {
      above: [categories[entry.category], author, ...marks].join(' · '),
      text: sides === undefined ? entry.content : `${sides.german} – ${sides.croatian}`,
      below: below.join(' · '),
      sides,
      author,
      marks,
      notes: below,
      photos: photos.map(photoWords),
      replies: replies.map((reply) => replyWords(reply, entry)),
      stories,
    }
  }

  const quoteWords = (...rows: QuoteRows) => quoteWordsOf(nameOf, ...rows)
  return { nameOf, timeOf, localOf, dayOf, entryWords, quoteWords }
}

export type BookWords = ReturnType<typeof createBookWords>

type LinkedEntry = Pick<BookRow<'entries'>, 'id' | 'category' | 'content'>

/** The lines of ideas and their stories, as the cards have them (docs/behaviour/stories.md). */
export function createStoryWords(
  entries: readonly LinkedEntry[],
  stories: readonly BookRow<'story_links'>[],
  nameOf: (by: PersonIndex) => string,
): (entry: LinkedEntry) => readonly StoryWords[] {
  const linked = new Set<string>(stories.flatMap((link) => [link.id, link.idea_id]))
  const known = new Map(
    entries.filter(({ id }) => linked.has(id)).map((entry) => [entry.id, entry]),
  )
  const lines = new Map<string, StoryWords[]>()
  const add = ({ id }: LinkedEntry, label: string, { content }: LinkedEntry) =>
    lines.set(id, [...(lines.get(id) ?? []), { label, text: content }])
  const told = stories.toSorted(byCreation).flatMap((link) => {
    const [story, idea] = [known.get(link.id), known.get(link.idea_id)]
    return story?.category === 'erzaehlen' && idea?.category === 'ideen'
      ? [{ by: link.user_id, story, idea }]
      : []
  })
  const isToldTwice = twice(told.map(({ idea }) => idea))
  for (const { by, story, idea } of told) {
    add(idea, isToldTwice(idea) ? `So war’s für ${nameOf(by)}:` : 'So war’s:', story)
    add(story, 'Aus einer Idee:', idea)
  }
  return ({ id }) => lines.get(id) ?? []
}

/** Tells what is there more than once. */
function twice<Item>(items: readonly Item[]): (item: Item) => boolean {
  const [once, more] = [new Set<Item>(), new Set<Item>()]
  for (const item of items) (once.has(item) ? more : once).add(item)
  return (item) => more.has(item)
}

/** Oldest first. */
function byCreation(one: BookRow<'story_links'>, other: BookRow<'story_links'>): number {
  if (one.created_at !== other.created_at) return one.created_at < other.created_at ? -1 : 1
  return one.id < other.id ? -1 : 1
}

/** Liked and personal quotes. */
type QuoteRows = readonly [
  likes: readonly BookRow<'quote_likes'>[],
  quotes: readonly BookRow<'custom_quotes'>[],
]

function quoteWordsOf(
  nameOf: (by: PersonIndex) => string,
  ...[likes, quotes]: QuoteRows
): readonly QuoteWords[] {
  const known = new Map<string, { text: string; author: string; names: string[] }>()
  for (const { quote_text: text, quote_author: author, user_id: by } of likes) {
    const key = JSON.stringify([text, author])
    const quote = known.get(key) ?? { text, author, names: [] }
    quote.names.push(`❤️ ${nameOf(by)}`)
    known.set(key, quote)
  }
  const own = quotes.map(({ quote_text: text, quote_author: author, user_id: by }) => ({
    text,
    author,
    names: [`von ${nameOf(by)}`],
  }))
  return [...known.values(), ...own].map(({ text, author, names }) => ({
    text: inQuotationMarks(text),
    below: [`– ${author}`, ...names.toSorted()].join(' · '),
    author: `– ${author}`,
    names: names.toSorted().join(' · '),
  }))
}
