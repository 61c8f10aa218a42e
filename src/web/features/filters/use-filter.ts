import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { formatFilter, parseFilter } from '../../../domain/filter-address.ts'
import type { EntryFilter } from '../../../domain/filter.ts'

/**
 * Tab and filters as the address bar carries them, so that Back, reload and a shared link do what
 * a person expects. Every change is a step of the browser's history; what changes nothing is none.
 */
export function useFilter(): readonly [EntryFilter, (next: EntryFilter) => void] {
  const [parameters, setParameters] = useSearchParams()
  const address = formatFilter(parseFilter(parameters)).toString()
  // Another object only for another filter: layers above the page touch the history, too.
  const filter = useMemo(() => parseFilter(new URLSearchParams(address)), [address])
  const setFilter = useCallback(
    (next: EntryFilter) => {
      const wanted = formatFilter(next)
      if (wanted.toString() !== address) setParameters(() => wanted)
    },
    [address, setParameters],
  )
  return [filter, setFilter]
}
