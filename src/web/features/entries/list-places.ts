import { tabSiteStorage } from '../../browser/site-storage.ts'
import { depthOf } from '../../ui/back-layers.ts'
import type { Anchor } from './list-window.ts'

/** The place of a list on the screen. */
export interface ListPlace {
  /** The tab, filters and search of the list. */
  readonly list: string
  /** The first card that one saw, and where it began on the screen; undefined at the list's start. */
  readonly card: Anchor | undefined
  /** How far the page was scrolled. */
  readonly scroll: number
}

const idKey = 'tagebuchPlace'
const storageKey = 'tagebuch.places'
/** Places that are known at once. */
const mostPlaces = 100

/**
 * The places of each page in the browser's history, by its number and the list; a search has a list of its own. The
 * steps hold the number alone: browsers refuse a history that is written while one scrolls. The layers over a
 * page are steps with its number.
 */
const places = readPlaces()
let current = stepId()

/** The place of this list at this step of the history. */
export function placeInHistory(list: string): ListPlace | undefined {
  const id = stepId()
  return id === undefined ? undefined : places.get(keyOf(id, list))
}

export function recordPlace(place: ListPlace): void {
  current = stepId() ?? newStepId()
  const key = keyOf(current, place.list)
  // The place that was recorded last is forgotten last.
  places.delete(key)
  places.set(key, place)
  const [oldest] = places.keys()
  if (places.size > mostPlaces && oldest !== undefined) places.delete(oldest)
}

/** True from a step of the history that leads to another page than that of the last recorded place until `stayOnPage`. */
export function hasPageChanged(): boolean {
  const id = stepId()
  return id !== undefined && id !== current
}

/** From now on places are those of the page of this step. */
export function stayOnPage(): void {
  current = stepId() ?? current
}

/** True where this step of the history has a place, of whichever list. */
export function isPlaceNoted(): boolean {
  const id = stepId()
  return id !== undefined && [...places.keys()].some((key) => Number.parseInt(key, 10) === id)
}

/** Forgets all places of this tab, and with them what was searched for. */
export function forgetPlaces(): void {
  places.clear()
  tabSiteStorage.removeItem(storageKey)
}

/** True for a step that was made a moment ago: a layer, a filter, another address. */
export function isNewStep(): boolean {
  return stepId() === undefined
}

function stepId(): number | undefined {
  const id: unknown = (history.state as Record<string, unknown> | null)?.[idKey]
  return typeof id === 'number' ? id : undefined
}

function newStepId(): number {
  const isLayer = depthOf(history.state) > 0
  const numbers = [...places.keys()].map((key) => Number.parseInt(key, 10))
  const id = isLayer && current !== undefined ? current : Math.max(0, current ?? 0, ...numbers) + 1
  history.replaceState({ ...(history.state as object | null), [idKey]: id }, '')
  return id
}

function keyOf(id: number, list: string): string {
  return `${id} ${list}`
}

function readPlaces(): Map<string, ListPlace> {
  try {
    const stored: unknown = JSON.parse(tabSiteStorage.getItem(storageKey) ?? '[]')
    // An earlier version had numbers alone.
    const isKnown = ([key]: readonly unknown[]) => typeof key === 'string'
    return new Map(Array.isArray(stored) ? (stored as [string, ListPlace][]).filter(isKnown) : [])
  } catch {
    return new Map()
  }
}

addEventListener('pagehide', () => {
  tabSiteStorage.setItem(storageKey, JSON.stringify([...places]))
})
