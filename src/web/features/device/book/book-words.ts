import type {
  BookEntry,
  BookHeader,
  BookLike,
  BookReaction,
  BookReply,
  PersonIndex,
} from '../../../../domain/book-format.ts'
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

/** What the book says of an entry: above its text, the text, and below, which may be empty. */
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
  /** Oldest first. */
  readonly replies: readonly ReplyWords[]
}

export interface ReplyWords {
  readonly author: string
  readonly text: string
}

export interface QuoteWords {
  readonly text: string
  readonly below: string
  readonly author: string
  /** Who likes or wrote it. */
  readonly names: string
}

/** How the book puts its rows into words, for the pages that its script draws and for those without a script. */
export function createBookWords({ people, timeZone }: Pick<BookHeader, 'people' | 'timeZone'>) {
  const local = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
  const day = new Intl.DateTimeFormat('de', { timeZone, dateStyle: 'long' })
  const nameOf = (by: PersonIndex): string => people[by].name
  /** "2026-11-22 07:03" in the journal's time zone. */
  const localOf = (instant: string): string => local.format(Date.parse(instant))
  const clockOf = (instant: string): string => `${localOf(instant).slice(11)} Uhr`
  const dayOf = (instant: string): string => day.format(Date.parse(instant))

  function plannedOf(instant: Instant): string {
    const { time } = scheduleOf(instant, timeZone)
    return time === undefined ? dayOf(instant) : `${dayOf(instant)}, ${clockOf(instant)}`
  }

  function entryWords(
    entry: BookEntry,
    reactions: readonly BookReaction[],
    replies: readonly BookReply[],
  ): EntryWords {
    const sides = entry.category === 'uebersetzungen' ? parseTranslation(entry.content) : undefined
    const author = nameOf(entry.by)
    const marks = [clockOf(entry.createdAt)]
    if (entry.isPrivate === true) marks.push('🔒 privat')
    if (entry.isUnsent === true) marks.push('noch nicht gesendet')
    const below: string[] = []
    if (entry.scheduledDate !== undefined) below.push(`📅 ${plannedOf(entry.scheduledDate)}`)
    if (entry.completedAt !== undefined) below.push(`✓ erledigt am ${dayOf(entry.completedAt)}`)
    for (const { emoji, by } of reactions) below.push(`${emoji} ${nameOf(by)}`)
    return {
      above: [categories[entry.category], author, ...marks].join(' · '),
      text: sides === undefined ? entry.content : `${sides.german} – ${sides.croatian}`,
      below: below.join(' · '),
      sides,
      author,
      marks,
      notes: below,
      replies: replies.map(({ by, content }) => ({ author: nameOf(by), text: content })),
    }
  }

  const quoteWords = (likes: readonly BookLike[], quotes: readonly BookLike[]) =>
    quoteWordsOf(nameOf, likes, quotes)
  return { nameOf, localOf, dayOf, entryWords, quoteWords }
}

export type BookWords = ReturnType<typeof createBookWords>

/** Liked and personal quotes. */
function quoteWordsOf(
  nameOf: (by: PersonIndex) => string,
  likes: readonly BookLike[],
  quotes: readonly BookLike[],
): readonly QuoteWords[] {
  const known = new Map<string, { text: string; author: string; names: string[] }>()
  for (const { text, author, by } of likes) {
    const key = JSON.stringify([text, author])
    const quote = known.get(key) ?? { text, author, names: [] }
    quote.names.push(`❤️ ${nameOf(by)}`)
    known.set(key, quote)
  }
  const own = quotes.map(({ text, author, by }) => ({
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
