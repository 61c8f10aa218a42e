import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { formatFilter, parseFilter } from '../../../domain/filter-address.ts'
import type { EntryFilter } from '../../../domain/filter.ts'

/**
 * Tab and filters as the address bar carries them, so that Back, reload and a shared link do what
 * a person expects. Every change is a step of the browser's history.
 */
export function useFilter(): readonly [EntryFilter, (next: EntryFilter) => void] {
  const [parameters, setParameters] = useSearchParams()
  const filter = useMemo(() => parseFilter(parameters), [parameters])
  const setFilter = useCallback(
    (next: EntryFilter) => setParameters(() => formatFilter(next)),
    [setParameters],
  )
  return [filter, setFilter]
}
