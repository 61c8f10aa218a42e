import type { Anchor } from './list-window.ts'
import { tabSiteStorage } from '../../browser/site-storage.ts'

/** Where a list stood on the screen. */
export interface ListPlace {
  /** Which tab, filters and search it was. */
  readonly list: string
  /** The first card that one saw, and where it began on the screen; undefined at the list's start. */
  readonly card: Anchor | undefined
  /** How far the page was scrolled. */
  readonly scroll: number
}

const idKey = 'tagebuchPlace'
const storageKey = 'tagebuch.places'
/** Steps of the history of which the place is known. */
const mostSteps = 100

/**
 * The places of each step in the browser's history. The step holds a number alone: browsers refuse a history
 * that is written while one scrolls.
 */
const places = readPlaces()

export function placeInHistory(): ListPlace | undefined {
  const id = stepId()
  return id === undefined ? undefined : places.get(id)
}

export function notePlace(place: ListPlace): void {
  const id = stepId() ?? newStepId()
  places.set(id, place)
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
  const id = Math.max(0, ...places.keys()) + 1
  history.replaceState({ ...(history.state as object | null), [idKey]: id }, '')
  places.delete(id - mostSteps)
  return id
}

function readPlaces(): Map<number, ListPlace> {
  try {
    const kept: unknown = JSON.parse(tabSiteStorage.getItem(storageKey) ?? '[]')
    return new Map(Array.isArray(kept) ? (kept as [number, ListPlace][]) : [])
  } catch {
    return new Map()
  }
}

addEventListener('pagehide', () => {
  tabSiteStorage.setItem(storageKey, JSON.stringify([...places]))
})
