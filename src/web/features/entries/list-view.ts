import { flushSync } from 'react-dom'
import type { ListedEntry } from '../../replica/memory/entry-order.ts'
import type { EntryId, PartnerId } from '../../../domain/ids.ts'
import { animateCards } from './card-motion.ts'
import {
  covered,
  focusIn,
  focusMovedDay,
  isInUse,
  isStartSeen,
  placeOfCard,
  placesIn,
  scrollPageTo,
  screenNow,
  showCard,
  showDay,
  type CardPlaces,
} from './card-places.ts'
import { keptScroll } from './kept-place.ts'
import { ListHeights } from './list-heights.ts'
import {
  isNewStep,
  hasPageChanged,
  recordPlace,
  placeInHistory,
  stayOnPage,
  type ListPlace,
} from './list-places.ts'
import {
  anchorAt,
  keyOf,
  seenIn,
  type Anchor,
  type ListWindow,
  type WindowState,
} from './list-window.ts'
import { SelectionHold } from './selection-hold.ts'

/** An entry to bring on the screen; at the start of the list the page is already, and the list returns to no place. */
export type WantedPlace =
  | { readonly as: 'start' }
  | {
      readonly id: EntryId
      /** As a card in the middle, or below the header: with the heading of its day, or as a hit of a search. */
      readonly as: 'card' | 'day' | 'hit'
    }

export interface ShownEntries {
  /** Newest first. */
  readonly entries: readonly ListedEntry[]
  /** False while others may still come into memory. */
  readonly isWhole: boolean
  readonly wanted: WantedPlace | undefined
  /** Called once it is there, or when this list does not have it. */
  readonly onShown: () => void
  readonly me: PartnerId
  /** True for eyes that want no movement. */
  readonly isCalm: boolean
}

/** The list as React has drawn it last. */
export interface Rendered extends ShownEntries {
  readonly list: HTMLElement
  readonly state: WindowState
  readonly window: ListWindow
  readonly change: (next: Partial<WindowState>) => void
}

interface Drawn extends CardPlaces {
  readonly rendered: Rendered
}

/** So often the window moves before a frame. React ends a page that draws fifty times without one. */
const mostTurns = 40

/**
 * A list on the screen: keeps what one reads in its place when cards above it come, leave or grow,
 * leads to an entry or back to a place, and moves the window in time.
 */
export class ListView {
  readonly heights = new ListHeights()
  #drawn: Drawn | undefined
  /** The place to return to, until that is done. */
  #goal: ListPlace | undefined
  #last: ListPlace | undefined
  /** The card that one was led to last. */
  #shown: Element | undefined
  /** Drawings since the last frame. */
  #turns = 0
  #width = window.innerWidth
  readonly #selection = new SelectionHold()

  /** Follows the page; the returned function ends it. */
  listen(): () => void {
    const stop = new AbortController()
    const { signal } = stop
    // A hidden list comes back where it was.
    this.#drawn = undefined
    window.addEventListener('scroll', () => this.#scrolled(), { signal, passive: true })
    window.addEventListener('resize', () => this.#resized(), { signal })
    window.addEventListener('popstate', () => this.#stepped(), { signal })
    window.addEventListener('focusin', () => this.#focused(), { signal })
    for (const press of ['pointerdown', 'pointerup', 'pointercancel'])
      window.addEventListener(press, () => this.#pressed(press === 'pointerdown'), {
        signal,
        capture: true,
      })
    document.addEventListener('selectionchange', () => this.#selected(), { signal })
    // The layers of the page are steps of the history, too.
    for (const step of ['pushState', 'replaceState'])
      window.addEventListener(step, () => isNewStep() && this.#recordPlace(), { signal })
    const observer = new ResizeObserver(() => this.#resized())
    observer.observe(document.body)
    history.scrollRestoration = 'manual'
    return () => {
      stop.abort()
      observer.disconnect()
      history.scrollRestoration = 'auto'
    }
  }

  /** After each drawing, before it is painted. */
  onRendered(rendered: Rendered): void {
    const { state, entries, me, isCalm } = rendered
    const before = this.#drawn?.rendered.state.list === state.list ? this.#drawn : undefined
    if (before === undefined) {
      stayOnPage()
      this.#goal = placeOfList(state.list, this.#last)
    }
    const now = this.#measure(rendered, before)
    if (before !== undefined && before.rendered.entries !== entries)
      animateCards({
        before,
        wasStartDrawn: before.rendered.window.cards[0]?.index === 0,
        now,
        me,
        isCalm,
      })
    this.#turns += 1
    if (this.#turns === 1) requestAnimationFrame(() => (this.#turns = 0))
    if (this.#turns < mostTurns && this.#arrive(now)) this.#check(this.#drawn)
  }

  #measure(rendered: Rendered, before: Drawn | undefined): Drawn {
    this.#shown = focusMovedDay(rendered.list, before?.focus) ?? this.#shown
    const entries = rendered.window.cards.map(({ entry }) => entry)
    const places = { ...placesIn(rendered.list, entries), focus: this.#focusIn(rendered.list) }
    const wanted = before && keptScroll(before, places, covered().header)
    if (wanted !== undefined && Math.abs(wanted - places.screen.scroll) >= 0.5) scrollPageTo(wanted)
    this.heights.record(places.cards)
    const screen = screenNow()
    const rest = wanted === undefined ? 0 : wanted - screen.scroll
    // At an end of the page there is no more to scroll.
    this.#drawn = { ...places, screen, owed: Math.abs(rest) < 1 ? rest : 0, rendered }
    return this.#drawn
  }

  /** The element that stands still in a list: what shows that it has the focus, and the card that one was led to. */
  #focusIn(list: HTMLElement) {
    const focus = focusIn(list)
    // Not what a finger pressed: on a phone that may be any card.
    const isHeld = focus?.element === this.#shown || focus?.element.matches(':focus-visible')
    return isHeld === true ? focus : undefined
  }

  #focused(): void {
    const drawn = this.#drawn
    if (drawn !== undefined) this.#drawn = { ...drawn, focus: this.#focusIn(drawn.rendered.list) }
  }

  #pressed(isDown: boolean): void {
    this.#selection.press(isDown)
    if (!isDown) this.#selected()
  }

  #selected(): void {
    const drawn = this.#drawn
    if (drawn !== undefined && this.#selection.isShort(drawn.rendered)) this.#move(drawn)
  }

  /** After a step of the history: one that leads to another place of the same list. */
  #stepped(): void {
    const drawn = this.#drawn
    const isOther = hasPageChanged()
    stayOnPage()
    if (!isOther || drawn === undefined) return
    this.#goal = placeInHistory(drawn.rendered.state.list)
    if (this.#goal !== undefined && this.#goBack(drawn, this.#goal)) this.#check(this.#drawn)
  }

  #scrolled(): void {
    const drawn = this.#drawn
    if (drawn === undefined) return
    this.#goal = undefined
    const screen = screenNow()
    const owed = screen.scroll === drawn.screen.scroll ? drawn.owed : 0
    const now = { ...drawn, screen, owed }
    this.#drawn = now
    // No frame without cards.
    if (this.#seen(now).isEdgeSeen) flushSync(() => this.#check(this.#drawn))
    else this.#check(this.#drawn)
  }

  #resized(): void {
    const drawn = this.#drawn
    if (drawn === undefined) return
    const now = this.#measure(drawn.rendered, drawn)
    if (this.#width !== window.innerWidth) {
      this.#width = window.innerWidth
      this.heights.forget()
      this.heights.record(now.cards)
      this.#move(now)
    } else this.#check(now)
  }

  #seen(drawn: Drawn) {
    const { window: part, entries, state } = drawn.rendered
    return seenIn(drawn, part, entries.length, state)
  }

  /** Moves the window where the screen has come near its edge. */
  #check(drawn: Drawn | undefined): void {
    if (drawn === undefined) return
    this.#recordPlace()
    if (this.#seen(drawn).isNearEdge || this.#selection.isShort(drawn.rendered)) this.#move(drawn)
  }

  /** Draws the cards around those that are on the screen. */
  #move(drawn: Drawn, to: Anchor | undefined = this.#seen(drawn).anchor): void {
    const { change, entries } = drawn.rendered
    const inUse = drawn.cards.filter(({ item }) => isInUse(item)).map(({ entry }) => entry)
    const retained = new Set([...this.#selection.entries(drawn.rendered), ...inUse])
    change({
      anchor: to ?? anchorAt(entries, this.heights, drawn.screen.scroll - drawn.start),
      retained: [...retained].map(keyOf),
    })
  }

  /** Leads to the wanted entry or to the place to return to; false while that is still to be drawn or read. */
  #arrive(drawn: Drawn): boolean {
    const { wanted, onShown, entries, isWhole } = drawn.rendered
    if (wanted?.as === 'start') {
      this.#goal = undefined
      onShown()
    } else if (wanted !== undefined) {
      // Others may still come between the card and those above it.
      if (!isWhole) return true
      const entry = entries.find(({ id }) => id === wanted.id)
      const card = placeOfCard(drawn, wanted.id)
      if (entry !== undefined && card === undefined) {
        this.#move(drawn, { key: keyOf(entry), top: window.innerHeight / 2 })
        return false
      }
      this.#goal = undefined
      if (card !== undefined)
        this.#shown =
          wanted.as === 'card' ? showCard(card.item) : showDay(card.item, wanted.as === 'hit')
      this.#drawn = { ...(this.#drawn ?? drawn), screen: screenNow(), owed: 0 }
      onShown()
    } else if (this.#goal !== undefined) return this.#goBack(drawn, this.#goal)
    return true
  }

  #goBack(drawn: Drawn, { card, scroll }: ListPlace): boolean {
    const { entries, isWhole } = drawn.rendered
    const isThere = card !== undefined && entries.some(({ id }) => id === card.key.id)
    const place = isThere ? placeOfCard(drawn, card.key.id) : undefined
    if (isThere && place === undefined) {
      this.#move(drawn, card)
      return false
    }
    if (card !== undefined && !isThere && !isWhole) return false
    this.#goal = undefined
    scrollPageTo(
      place === undefined || card === undefined
        ? scroll
        : place.top + place.lead - card.top - (card.lead ?? 0),
    )
    this.#drawn = { ...drawn, screen: screenNow(), owed: 0 }
    return true
  }

  #recordPlace(): void {
    const drawn = this.#drawn
    // A place on the way to an entry is none to return to. A list may be drawn and scrolled before it hears of a step
    // of the history: what it shows then is the place of the page before.
    const isOnItsWay = this.#goal !== undefined || drawn?.rendered.wanted !== undefined
    if (drawn === undefined || isOnItsWay || hasPageChanged()) return
    const card = isStartSeen(drawn) ? undefined : this.#seen(drawn).anchor
    this.#last = { list: drawn.rendered.state.list, card, scroll: drawn.screen.scroll }
    recordPlace(this.#last)
  }
}

function placeOfList(list: string, last: ListPlace | undefined): ListPlace | undefined {
  return last?.list === list ? last : placeInHistory(list)
}
