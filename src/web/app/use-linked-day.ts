import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import type { JournalDay } from '../../domain/journal-day.ts'
import { dayKey, parseLinkedDay } from '../../domain/linked-day.ts'
import { isPlaceNoted } from '../features/entries/list-places.ts'

export type LinkedDay = ReturnType<typeof useLinkedDay>

/** The day in the address (`?tag=2026-06-12`), to which a link leads; the place noted for a step of the history wins over it. */
export function useLinkedDay() {
  const [parameters, setParameters] = useSearchParams()
  const linked = parseLinkedDay(parameters.get(dayKey))
  // Read before the list notes its place.
  const [wanted, setWanted] = useState(() => (isPlaceNoted() ? undefined : linked))
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- after a step of the history, which the list has followed
    if (linked !== undefined && !isPlaceNoted()) setWanted(linked)
  }, [linked])
  return {
    /** The day in the address. */
    linked,
    /** The day to lead the list to. */
    wanted,
    /** Leads to a day: one step of the history, with the day in its address. */
    open: (day: JournalDay) => {
      if (parameters.get(dayKey) !== day)
        setParameters((current) => {
          current.set(dayKey, day)
          return current
        })
      setWanted(day)
    },
    /** The list is there, or shows something else. */
    end: () => setWanted(undefined),
  }
}

/** A search that begins or ends leaves the day out of the address; it is no step of the history. */
export function useDayEndsWithSearch(isSearching: boolean): void {
  const was = useRef(isSearching)
  useEffect(() => {
    if (was.current === isSearching) return
    was.current = isSearching
    const address = new URL(location.href)
    if (!address.searchParams.has(dayKey)) return
    address.searchParams.delete(dayKey)
    // The state holds the search's words, and the number of the list's place.
    history.replaceState(history.state, '', address)
  }, [isSearching])
}
