import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { formatFilter, parseFilter } from '../../../domain/filter-address.ts'
import type { EntryFilter } from '../../../domain/filter.ts'

/** `isJump`: a step of the history also where the filter stays as it is. */
export type SetFilter = (next: EntryFilter, isJump?: boolean) => void

/**
 * Tab and filters from the address bar, so that Back, reload and a shared link work. Every change
 * is a step of the browser's history.
 */
export function useFilter(): readonly [EntryFilter, SetFilter] {
  const [parameters, setParameters] = useSearchParams()
  const address = formatFilter(parseFilter(parameters)).toString()
  // A new object only for a new filter: layers above the page change the history, too.
  const filter = useMemo(() => parseFilter(new URLSearchParams(address)), [address])
  const setFilter = useCallback(
    (next: EntryFilter, isJump = false) => {
      const wanted = formatFilter(next)
      if (isJump || wanted.toString() !== address) setParameters(() => wanted)
    },
    [address, setParameters],
  )
  return [filter, setFilter]
}
