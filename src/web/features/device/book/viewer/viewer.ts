// The journal that was taken along shows itself as a book (docs/book-format.md). This script stands in that
// file alone, asks nobody for anything, and puts texts on the page as texts only.
import type { BookEntry } from '../../../../../domain/book-format.ts'
import { unmarkedKey } from '../../../../../domain/text.ts'
import {
  categories,
  countText,
  drawChapters,
  drawCover,
  drawEntry,
  element,
  localOf,
} from './draw.ts'
import { entries, header, searchKeyOf } from './parts.ts'

/** How many entries are drawn at once. */
const leafLength = 150
const { timeZone } = header
const dayTitle = new Intl.DateTimeFormat('de', {
  timeZone,
  weekday: 'long',
  day: 'numeric',
  month: 'long',
})
const monthTitle = new Intl.DateTimeFormat('de', { timeZone, month: 'long', year: 'numeric' })

/** A part of a month, drawn when it is reached. */
interface Leaf {
  readonly month: string
  /** The month's heading; the part that begins it has one. */
  readonly title: HTMLElement | undefined
  readonly entries: BookEntry[]
  readonly section: HTMLElement
}

const waiting = new Map<Element, Leaf>()
const observer = new IntersectionObserver(
  (seen) => {
    for (const { isIntersecting, target } of seen) if (isIntersecting) drawLeaf(target)
  },
  { rootMargin: '1500px' },
)

function drawLeaf(section: Element): void {
  const leaf = waiting.get(section)
  if (leaf === undefined) return
  waiting.delete(section)
  observer.unobserve(section)
  leaf.section.style.minHeight = ''
  let day = ''
  for (const entry of leaf.entries) {
    const next = localOf(entry.createdAt).slice(0, 10)
    if (next !== day)
      section.append(element('h3', '', dayTitle.format(Date.parse(entry.createdAt))))
    day = next
    section.append(drawEntry(entry))
  }
}

/** Entries in order of time, by months, each in parts of bounded length. */
function leavesOf(shown: readonly BookEntry[]): readonly Leaf[] {
  const leaves: Leaf[] = []
  for (const entry of shown) {
    const month = localOf(entry.createdAt).slice(0, 7)
    const last = leaves.at(-1)
    if (last?.month === month && last.entries.length < leafLength) last.entries.push(entry)
    else leaves.push(newLeaf(entry, month, last?.month === month))
  }
  return leaves
}

function newLeaf(entry: BookEntry, month: string, goesOn: boolean): Leaf {
  const section = element('section', '')
  if (goesOn) return { month, title: undefined, entries: [entry], section }
  const title = element('h2', '', monthTitle.format(Date.parse(entry.createdAt)))
  title.id = month
  section.append(title)
  return { month, title, entries: [entry], section }
}

const main = document.createElement('main')
const search = document.createElement('input')
const category = document.createElement('select')
const month = document.createElement('select')
const found = element('p', 'soft')

/** Shows the entries that fit what is searched and chosen. */
function show(): void {
  const wanted = unmarkedKey(search.value)
  const isWhole = wanted === '' && category.value === ''
  const shown = entries.filter(
    (entry) =>
      (category.value === '' || entry.category === category.value) &&
      (wanted === '' || searchKeyOf(entry).includes(wanted)),
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
  const after = isWhole ? drawChapters() : []
  main.replaceChildren(...before, ...leaves.map(({ section }) => section), ...after)
  found.textContent = countText(shown.length)
  for (const leaf of leaves) {
    leaf.section.style.minHeight = `${leaf.entries.length * 6}rem`
    waiting.set(leaf.section, leaf)
    observer.observe(leaf.section)
  }
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
  category.addEventListener('change', show)
  month.addEventListener('change', () => document.getElementById(month.value)?.scrollIntoView())
  return element('nav', 'bar', element('div', '', search, category, month))
}

found.setAttribute('role', 'status')
document.getElementById('book')?.append(drawCover(), drawBar(), main)
show()
// A printed book has all its pages.
window.addEventListener('beforeprint', () => {
  for (const section of waiting.keys()) drawLeaf(section)
})
