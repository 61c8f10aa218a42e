// Draws the journal of the file as a book (docs/book-format.md). This script is only in that file,
// sends no request, and puts texts on the page as texts only.
import type { BookRow } from '../../../../../domain/book-format.ts'
import { isFindKey } from '../../../../../domain/search/find-key.ts'
import { holdsWord } from '../../../../../domain/search/find-in-text.ts'
import { parseSearch } from '../../../../../domain/search/search-words.ts'
import { writtenIn } from '../../../../../domain/search/written-in.ts'
import { categories } from '../book-words.ts'
import {
  countText,
  drawCover,
  drawEntry,
  drawFavourites,
  localOf,
  timeOf,
  wordParts,
  type Part,
} from './draw.ts'
import { entries, header, photos, replies, searchTextOf } from './parts.ts'
import { showAllPhotos } from './book-photos.ts'
import { element } from './element.ts'

/** How many entries are drawn at once. */
const leafLength = 150
/** The estimated height of an entry before it is drawn, in rem. */
const entryHeight = 6
const { timeZone } = header
const dayTitle = new Intl.DateTimeFormat('de', {
  timeZone,
  weekday: 'long',
  day: 'numeric',
  month: 'long',
})
const monthTitle = new Intl.DateTimeFormat('de', { timeZone, month: 'long', year: 'numeric' })

/** A part of a month. */
interface Leaf {
  /** The month's heading; only its first part has one. */
  readonly title: HTMLElement | undefined
  readonly entries: readonly BookRow<'entries'>[]
  readonly section: HTMLElement
}

/** The parts that are drawn when they are reached. */
const waiting = new Map<Element, () => void>()
const observer = new IntersectionObserver(
  (seen) => {
    for (const { isIntersecting, target } of seen) if (isIntersecting) drawReached(target)
  },
  { rootMargin: '1500px' },
)

function drawWhenReached({ section, height, draw }: Part): void {
  section.style.minHeight = `${height}rem`
  waiting.set(section, () => {
    section.style.minHeight = ''
    draw()
  })
  observer.observe(section)
}

function drawReached(section: Element): void {
  const draw = waiting.get(section)
  if (draw === undefined) return
  waiting.delete(section)
  observer.unobserve(section)
  draw()
}

function drawLeaf({ section, entries: drawn }: Leaf): void {
  let day = ''
  for (const entry of drawn) {
    const next = localOf(entry.created_at).slice(0, 10)
    if (next !== day) section.append(element('h3', '', dayTitle.format(timeOf(entry.created_at))))
    day = next
    section.append(drawEntry(entry))
  }
}

/** Entries in order of time, by months, each in parts of bounded length. */
function leavesOf(shown: readonly BookRow<'entries'>[]): readonly Leaf[] {
  const leaves: Leaf[] = []
  for (let start = 0; start < shown.length;) {
    const month = monthOf(shown[start])
    const end = monthEnd(shown, start, month)
    for (let at = start; at < end; at += leafLength)
      leaves.push(newLeaf(shown.slice(at, Math.min(at + leafLength, end)), month, at > start))
    start = end
  }
  return leaves
}

/** The start of the next month, by binary search: formatting every date takes long. */
function monthEnd(shown: readonly BookRow<'entries'>[], start: number, month: string): number {
  let [inside, outside] = [start, shown.length]
  while (outside - inside > 1) {
    const middle = Math.floor((inside + outside) / 2)
    if (monthOf(shown[middle]) === month) inside = middle
    else outside = middle
  }
  return outside
}

/** "2026-11"; empty for none. */
function monthOf(entry: BookRow<'entries'> | undefined): string {
  return entry === undefined ? '' : localOf(entry.created_at).slice(0, 7)
}

function newLeaf(drawn: readonly BookRow<'entries'>[], month: string, goesOn: boolean): Leaf {
  const section = element('section', '')
  const [first] = drawn
  if (goesOn || first === undefined) return { title: undefined, entries: drawn, section }
  const title = element('h2', '', monthTitle.format(timeOf(first.created_at)))
  title.id = month
  section.append(title)
  return { title, entries: drawn, section }
}

const main = document.createElement('main')
const search = document.createElement('input')
const category = document.createElement('select')
const month = document.createElement('select')
const found = element('p', 'soft')

/** The texts of an entry that search reads, beside its time: its own, its replies and what its photos show. */
function textsOf(entry: BookRow<'entries'>) {
  const parts = [...(replies.get(entry.id) ?? []), ...(photos.get(entry.id) ?? [])]
  return [entry, ...parts].map((row) => searchTextOf(row))
}

/** Shows the entries that match the search and the chosen category. */
function show(): void {
  const wanted = parseSearch(search.value).map((word) => ({
    word,
    isWritten: writtenIn(word, Date.now(), timeZone),
  }))
  const isWhole = wanted.length === 0 && category.value === ''
  const shown = entries.filter(
    (entry) =>
      (category.value === '' || entry.category === category.value) &&
      wanted.every(
        ({ word, isWritten }) =>
          isWritten?.(entry.created_at) === true ||
          textsOf(entry).some((text) => holdsWord(text, word)),
      ),
  )
  observer.disconnect()
  waiting.clear()
  const leaves = leavesOf(shown)
  const titles = leaves.map(({ title }) => title).filter((title) => title !== undefined)
  month.replaceChildren(
    new Option('Monat', ''),
    ...titles.map(({ textContent, id }) => new Option(textContent, id)),
  )
  const before = isWhole ? [] : [found]
  const [favourites, words] = isWhole ? [drawFavourites(), wordParts()] : [[], []]
  const parts: Part[] = leaves.map((leaf) => ({
    section: leaf.section,
    height: leaf.entries.length * entryHeight,
    draw: () => drawLeaf(leaf),
  }))
  const sections = (some: readonly Part[]) => some.map(({ section }) => section)
  main.replaceChildren(...before, ...sections(parts), ...favourites, ...sections(words))
  found.textContent = countText(shown.length)
  for (const part of [...parts, ...words]) drawWhenReached(part)
  if (!isWhole) beginAtFirst()
}

/** Brings what was found right below the bar, which stays at the screen's top. */
function beginAtFirst(): void {
  const bar = main.previousElementSibling?.getBoundingClientRect().height ?? 0
  window.scrollBy(0, main.getBoundingClientRect().top - bar)
}

function drawBar(): HTMLElement {
  search.type = 'search'
  search.placeholder = 'Suchen'
  search.setAttribute('aria-label', 'Suchen')
  category.setAttribute('aria-label', 'Bereich')
  month.setAttribute('aria-label', 'Monat')
  category.append(
    new Option('Alle Bereiche', ''),
    ...Object.entries(categories).map(([value, label]) => new Option(label, value)),
  )
  let pause: ReturnType<typeof setTimeout> | undefined
  search.addEventListener('input', () => {
    clearTimeout(pause)
    pause = setTimeout(show, 150)
  })
  // Strg+F, on a Mac ⌘F, opens the search of this page, which reads what is not drawn yet; pressed in it, the browser's.
  document.addEventListener('keydown', (event) => {
    const { repeat } = event
    if (!isFindKey(event, navigator.userAgent) || (event.target === search && !repeat)) return
    event.preventDefault()
    search.focus()
    if (!repeat) search.select()
  })
  category.addEventListener('change', show)
  month.addEventListener('change', () => document.getElementById(month.value)?.scrollIntoView())
  return element('nav', 'bar', element('div', '', search, category, month))
}

found.setAttribute('role', 'status')
// In place of the pages for readers without scripts, or of what was drawn before a browser saved it.
document.getElementById('book')?.replaceChildren(drawCover(), drawBar(), main)
show()
// A printed book has all its pages.
window.addEventListener('beforeprint', () => {
  for (const section of waiting.keys()) drawReached(section)
  showAllPhotos()
})
