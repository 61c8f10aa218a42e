import type { BookHeader, BookRow, PersonIndex } from '../../../../domain/book-format.ts'
import type { Category } from '../../../../domain/category.ts'
import type { Instant } from '../../../../domain/ids.ts'
import { scheduleOf } from '../../../../domain/schedule.ts'
import { inQuotationMarks } from '../../../../domain/quote-display.ts'
import { parseTranslation } from '../../../../domain/translation.ts'

export const categories: Readonly<Record<Category, string>> = {
  erzaehlen: '📖 Erzählen',
  ideen: '💡 Ideen',
  gedanken: '💭 Gedanken & Notizen',
  uebersetzungen: '🌍 Übersetzungen',
}

export const bookTexts = {
  photoOf: (name: string, day: string) => `Foto von ${name}, ${day}`,
  withoutPicture: (alt: string) => `Nicht in dieser Datei: ${alt}`,
} as const

export interface PhotoWords extends Pick<
  BookRow<'photos'>,
  'id' | 'width' | 'height' | 'description'
> {
  /** The description, or who added it and when. */
  readonly alt: string
}

export interface ReplyWords {
  readonly author: string
  /** With the day where it is another than the entry's. */
  readonly when: string
  readonly text: string
}

/** One line of an idea about its story, or of a story about its idea. */
export interface StoryWords {
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

export type QuoteWords = ReturnType<typeof quoteWordsOf>[number]

/** How the book puts its rows into words, for the pages that its script draws and for those without a script. */
export function createBookWords(header: Pick<BookHeader, 'people' | 'timeZone' | 'madeAt'>) {
  const { people, timeZone, madeAt } = header
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
    const [day, clock] = [dayOf(createdAt), clockOf(createdAt)]
    const when = day === dayOf(entry.created_at) ? clock : `${day}, ${clock}`
    return { author: nameOf(by), when, text: content }
  }

  /** The book's words for an entry: above its text, the text, and below, which may be empty. */
  function entryWords({ entry, reactions, photos, replies, stories }: EntryRows) {
    /** Both sides of a translation. */
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
      /** The same as above and below the text, piece by piece. */
      author,
      marks,
      notes: below,
      photos: photos.map((photo) => photoWords(photo, nameOf, dayOf)),
      replies: replies.map((reply) => replyWords(reply, entry)),
      stories,
    }
  }

  const quoteWords = (...rows: QuoteRows) => quoteWordsOf(nameOf, ...rows)
  return { nameOf, timeOf, localOf, dayOf, entryWords, quoteWords }
}

export type BookWords = ReturnType<typeof createBookWords>

function photoWords(
  { id, width, height, description, user_id: by, created_at: at }: BookRow<'photos'>,
  nameOf: (by: PersonIndex) => string,
  dayOf: (instant: string) => string,
): PhotoWords {
  const alt = description === '' ? bookTexts.photoOf(nameOf(by), dayOf(at)) : description
  return { id, width, height, description, alt }
}

/** Liked and personal quotes. */
type QuoteRows = readonly [
  likes: readonly BookRow<'quote_likes'>[],
  quotes: readonly BookRow<'custom_quotes'>[],
]

function quoteWordsOf(nameOf: (by: PersonIndex) => string, ...[likes, quotes]: QuoteRows) {
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
    /** The people who like or wrote it. */
    names: names.toSorted().join(' · '),
  }))
}
