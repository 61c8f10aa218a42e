import type { BookRow } from '../../../../../domain/book-format.ts'
import { parseTranslation, type Translation } from '../../../../../domain/translation.ts'
import { categories, createBookWords, type ReplyWords } from '../book-words.ts'
import { createStoryWords } from '../story-words.ts'
import { entries, header, likes, photos, quotes, reactions, replies, stories } from './parts.ts'
import { drawPhotos } from './book-photos.ts'
import { element } from './element.ts'

const words = createBookWords(header)
export const { localOf, timeOf } = words
const { nameOf, dayOf, entryWords, quoteWords } = words
const storiesOf = createStoryWords(entries, stories, nameOf)
const whole = new Intl.NumberFormat('de')

export function drawEntry(entry: BookRow<'entries'>): HTMLElement {
  const { author, marks, text, sides, notes, ...more } = entryWords({
    entry,
    reactions: reactions.get(entry.id) ?? [],
    photos: photos.get(entry.id) ?? [],
    replies: replies.get(entry.id) ?? [],
    stories: storiesOf(entry),
  })
  const [emoji = '', ...name] = categories[entry.category].split(' ')
  const badge = element('span', 'badge', emoji)
  badge.setAttribute('aria-hidden', 'true')
  const who = element('p', 'who', author)
  const when = element('p', 'soft', [...marks, name.join(' ')].join(' · '))
  const isLong = more.replies.length + 2 * more.photos.length > 3
  const look = isLong ? `${entry.category} long` : entry.category
  return element(
    'article',
    look,
    element('header', '', badge, element('div', '', who, when)),
    sides === undefined ? element('p', 'text', text) : drawSides(sides),
    ...drawPhotos(more.photos),
    ...(notes.length === 0
      ? []
      : [element('p', 'notes', ...notes.map((note) => element('span', '', note)))]),
    ...more.stories.map((story) =>
      element('p', 'story', `${story.label} `, element('span', '', story.text)),
    ),
    ...more.replies.map(drawReply),
  )
}

function drawReply({ author, when, text }: ReplyWords): HTMLElement {
  const head = element('p', '', element('b', '', author), element('span', 'soft', ` · ${when}`))
  return element('div', 'reply', head, element('p', 'text', text))
}

function drawSides({ german, croatian }: Translation): HTMLElement {
  const sides = [
    { flag: '🇩🇪', lang: 'de', word: german },
    { flag: '🇭🇷', lang: 'hr', word: croatian },
  ]
  const drawn = sides.map(({ flag, lang, word }) => {
    const side = element('span', 'side', `${flag} `, element('span', '', word))
    side.lang = lang
    return side
  })
  return element('p', 'sides', ...drawn)
}

export function countText(count: number): string {
  if (count === 0) return 'Dazu steht hier nichts.'
  return count === 1 ? '1 Eintrag' : `${whole.format(count)} Einträge`
}

/** A part of the book that is drawn when it is reached. */
export interface Part {
  readonly section: HTMLElement
  /** Its estimated height before that, in rem. */
  readonly height: number
  readonly draw: () => void
}

/** The chapter of liked and personal quotes; none if there are none. */
export function drawFavourites(): readonly HTMLElement[] {
  const drawn = quoteWords(likes, quotes).map(({ text, author, names }) =>
    element(
      'blockquote',
      '',
      element('p', 'text', text),
      element('p', 'who', author),
      element('p', 'soft', names),
    ),
  )
  if (drawn.length === 0) return []
  return [element('section', '', element('h2', '', 'Lieblingszitate'), ...drawn)]
}

/** How many words are drawn at once, and the estimated height of one, in rem. */
const [wordsAtOnce, wordHeight] = [300, 3.2]

/** The chapter of the words in parts, the first of which has the heading. */
export function wordParts(): readonly Part[] {
  const count = entries.filter(({ category }) => category === 'uebersetzungen').length
  const starts = Array.from({ length: Math.ceil(count / wordsAtOnce) }, (_, at) => at * wordsAtOnce)
  return starts.map((start) => {
    const section = element('section', '')
    if (start === 0) section.append(element('h2', '', 'Wörter'))
    return {
      section,
      height: Math.min(wordsAtOnce, count - start) * wordHeight,
      draw: () => section.append(drawWords(start)),
    }
  })
}

function drawWords(start: number): HTMLElement {
  const lines = wordsInOrder()
    .slice(start, start + wordsAtOnce)
    .map((sides) => element('li', '', drawSides(sides)))
  return element('ul', 'words', ...lines)
}

let inOrder: readonly Translation[] | undefined

/** Sorted once they are first reached. */
function wordsInOrder(): readonly Translation[] {
  const { compare } = new Intl.Collator('de')
  return (inOrder ??= entries
    .filter(({ category }) => category === 'uebersetzungen')
    .map(({ content }) => parseTranslation(content) ?? { german: content, croatian: '' })
    .toSorted((one, other) => compare(one.german, other.german)))
}

/** The title page. */
export function drawCover(): HTMLElement {
  const [first, last] = [entries[0], entries.at(-1)]
  const lines = [element('p', '', `${nameOf(0)} & ${nameOf(1)}`)]
  if (first !== undefined && last !== undefined) {
    const days = [dayOf(first.created_at), dayOf(last.created_at)]
    lines.push(element('p', '', [...new Set(days)].join(' – ')))
  }
  const { volume } = header
  if (volume !== undefined) lines.push(element('p', '', `Teil ${volume.number} von ${volume.of}`))
  const soft = [entries.length === 0 ? 'Noch keine Einträge' : countText(entries.length)]
  const made = `Mitgenommen von ${nameOf(header.by)} am ${dayOf(header.madeAt)}`
  soft.push(header.withPrivate ? `${made}, mit eigenen privaten Notizen` : made)
  if (header.since !== undefined)
    soft.push(
      `Nicht vollständig: Darin ist, was seit dem ${dayOf(header.since)} geschrieben oder geändert wurde.`,
    )
  soft.push('Wer diese Datei hat, kann alles darin lesen.')
  const heart = element('div', 'heart', '♥')
  heart.setAttribute('aria-hidden', 'true')
  const title = element('h1', '', header.title)
  return element(
    'header',
    'cover',
    heart,
    title,
    ...lines,
    ...soft.map((text) => element('p', 'soft', text)),
  )
}
