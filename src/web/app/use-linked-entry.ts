import { useEffect } from 'react'
import { useSearchParams } from 'wouter'
import { isUuid, type EntryId } from '../../domain/ids.ts'
import { useJournalState } from '../replica/journal-context.tsx'

const entryKey = 'eintrag'
/** How long to wait for an entry that is not in the copy yet, in milliseconds. */
const waitFor = 15_000

/**
 * Opens the entry that the address names (`?eintrag=…`), as a nudge does, as soon as this device
 * has it. Then the address is the list's again.
 */
export function useLinkedEntry(openEntry: (id: EntryId) => void): void {
  const [parameters, setParameters] = useSearchParams()
  const given = parameters.get(entryKey)
  const id = given !== null && isUuid(given) ? (given as EntryId) : undefined
  const isHere = useJournalState(({ entries }) => id !== undefined && entries.get(id) !== undefined)

  useEffect(() => {
    if (given === null) return undefined
    const leave = () =>
      setParameters(
        (current) => {
          current.delete(entryKey)
          return current
        },
        { replace: true },
      )
    if (id !== undefined && !isHere) {
      const timer = setTimeout(leave, waitFor)
      return () => clearTimeout(timer)
    }
    leave()
    if (id !== undefined) openEntry(id)
    return undefined
    // The opener changes at each render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [given, id, isHere])
}
