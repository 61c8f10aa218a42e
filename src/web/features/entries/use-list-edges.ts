import { useLayoutEffect, useRef } from 'react'
import type { ListPlace } from '../../replica/journal.ts'
import { useNear } from '../../ui/near-end.tsx'
import { listTop, type DrawnPart, type ListWindow } from './use-list-window.ts'

/** So many screens above the visible one stay drawn. */
const keptScreens = 1.5

interface Drawn {
  readonly part: DrawnPart
  /** Where each entry's item begins below the list's start, in pixels, by id. */
  readonly tops: ReadonlyMap<string, number>
  /** In pixels: what is held free for entries that are not drawn, and the list itself. */
  readonly above: number
  readonly height: number
  readonly below: number
}

/** A place where the window has been, and how far from the list's start that is, in pixels. */
interface Mark {
  readonly place: ListPlace
  readonly top: number
}

/**
 * Moves the window over the list when one of its edges comes near the screen. Far outside, as after a
 * pull at the scroll bar, it comes to where the screen is.
 */
export function useListEdges(part: DrawnPart, window: ListWindow) {
  const { start, list, end, measureAnew, markAbove, holdAbove } = useHeldPlaces(part)

  const comeHere = () => {
    const depth = Math.max(0, -(start.current?.getBoundingClientRect().top ?? 0))
    const place = markAbove(depth)
    if (!isSamePlace(place, part.place)) window.moveTo(place)
    else holdAbove(depth)
  }
  const canGo = (count: number) => {
    const item = itemsOf(list.current)[count]
    return item !== undefined && item.getBoundingClientRect().top < -keptScreens * innerHeight
  }
  const move = (nearer: () => void) => {
    const box = list.current?.getBoundingClientRect()
    if (!window.isCurrent || box === undefined) return
    measureAnew()
    if (box.bottom < 0 || box.top > innerHeight) comeHere()
    else nearer()
  }
  const older = () => move(() => window.older(canGo))
  const newer = () => move(() => window.newer())
  const { place, limit, entries } = part
  const drawn = `${place.after?.id ?? ''} ${limit} ${entries.length}`
  const state = window.isCurrent ? drawn : undefined
  useNear(start, newer, part.isPreview ? undefined : state)
  // Each key draws another first part of what is found: cards beyond the screen would hold it up.
  useNear(end, older, state, part.isPreview ? '0px' : undefined)
  return { start, list, end, older }
}

/**
 * Keeps each drawn card where it is on the screen while the window moves over the list: what is not
 * drawn is held free above and below it, as high as it was when it was drawn.
 */
function useHeldPlaces(part: DrawnPart) {
  const start = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const end = useRef<HTMLDivElement>(null)
  const drawn = useRef<Drawn>(undefined)
  const marks = useRef<readonly Mark[]>([])

  useLayoutEffect(() => {
    if (list.current === null || start.current === null || end.current === null) return
    // Where one types, nothing has been passed, and each key would have the page laid out twice more.
    if (part.isPreview) {
      if (drawn.current !== undefined) start.current.style.height = ''
      if (drawn.current !== undefined) end.current.style.paddingBottom = ''
      drawn.current = undefined
      marks.current = []
      return
    }
    const before = drawn.current?.part.key === part.key ? drawn.current : undefined
    // While the cards of another window are measured the page may not become shorter: it would scroll.
    if (before !== undefined && !isSameWindow(before.part, part))
      end.current.style.paddingBottom = `${before.above + before.height + before.below}px`
    const known = before === undefined ? [] : marks.current
    const next = placed(list.current, part, before, known)
    start.current.style.height = `${next.above}px`
    end.current.style.paddingBottom = `${next.below}px`
    drawn.current = next
    const others = known.filter(({ place }) => !isSamePlace(place, part.place))
    marks.current = [...others, { place: part.place, top: next.above }]
    if (before !== undefined) holdScroll(before, next)
  }, [part])

  /** Fonts and the width of the screen change heights, too. */
  const measureAnew = () => {
    if (list.current === null) return
    drawn.current = { part, above: 0, below: 0, ...drawn.current, ...measured(list.current) }
  }
  /** The deepest known place that is no deeper than so many pixels. */
  const markAbove = (depth: number): ListPlace => {
    const known = marks.current.toSorted((one, other) => other.top - one.top)
    return known.find(({ top }) => top <= depth)?.place ?? listTop
  }
  const holdAbove = (above: number) => {
    if (drawn.current === undefined || start.current === null) return
    drawn.current = { ...drawn.current, above }
    start.current.style.height = `${above}px`
  }
  return { start, list, end, measureAnew, markAbove, holdAbove }
}

/** Where the new part stands, so that what stays drawn stays in its place. */
function placed(
  list: HTMLElement,
  part: DrawnPart,
  before: Drawn | undefined,
  marks: readonly Mark[],
): Drawn {
  const now = { part, ...measured(list) }
  if (before === undefined) return { ...now, above: 0, below: 0 }
  if (isSameWindow(before.part, part))
    return { ...now, above: before.above, below: part.more ? before.below : 0 }
  const above = isSamePlace(part.place, before.part.place)
    ? before.above
    : aboveOf(now, before, marks)
  const total = before.above + before.height + before.below
  return { ...now, above, below: part.more ? Math.max(0, total - above - now.height) : 0 }
}

function aboveOf(
  { part, tops, height }: Omit<Drawn, 'above' | 'below'>,
  before: Drawn,
  marks: readonly Mark[],
): number {
  if (part.place.after === undefined) return 0
  const stays = part.entries.find(({ id }) => before.tops.has(id))
  if (stays !== undefined) {
    const shift = (before.tops.get(stays.id) ?? 0) - (tops.get(stays.id) ?? 0)
    return Math.max(0, before.above + shift)
  }
  const mark = marks.find(({ place }) => isSamePlace(place, part.place))
  return mark?.top ?? (height / Math.max(1, part.entries.length)) * part.place.passed
}

/** Browsers keep what one looks at in its place when something above it changes; Safari does not. */
function holdScroll(before: Drawn, next: Drawn): void {
  if (CSS.supports('overflow-anchor', 'auto')) return
  if (isSamePlace(before.part.place, next.part.place)) return
  const stays = next.part.entries.find(({ id }) => before.tops.has(id))
  if (stays === undefined) return
  const was = before.above + (before.tops.get(stays.id) ?? 0)
  const shift = next.above + (next.tops.get(stays.id) ?? 0) - was
  if (shift !== 0) scrollBy({ top: shift, behavior: 'instant' })
}

function isSameWindow(one: DrawnPart, other: DrawnPart): boolean {
  return isSamePlace(one.place, other.place) && one.limit === other.limit
}

function isSamePlace(one: ListPlace, other: ListPlace): boolean {
  return one.after?.id === other.after?.id
}

function measured(list: HTMLElement): Pick<Drawn, 'tops' | 'height'> {
  const first = list.offsetTop
  const tops = itemsOf(list).map((item) => {
    const id = item.querySelector<HTMLElement>('[data-entry]')?.dataset['entry'] ?? ''
    return [id, item.offsetTop - first] as const
  })
  return { tops: new Map(tops), height: list.offsetHeight }
}

/** The items of the list that are cards. */
function itemsOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>(':scope > [aria-posinset]') ?? [])]
}
