import { useEffect } from 'react'
import { isUuid, type EntryId } from '../../domain/ids.ts'
import { useConnection, useJournalState } from '../replica/journal-context.tsx'
import { hasAllEntries } from '../replica/questions/list.ts'
import { useEntry } from '../replica/use-rows.ts'
import { sayEntryIsGone } from './use-list-view.ts'
import { useParameter } from './use-parameter.ts'

const entryKey = 'eintrag'
/** How long to wait for an entry that is not in the copy yet, in milliseconds: with a copy that is up to date, and without. */
const waitFor = { current: 8000, other: 15_000 }

/**
 * Opens the entry that the address names (`?eintrag=…`), as a nudge does, as soon as this device
 * has it. Then the address is the list's again. Where a copy that is up to date does not have it, one sentence says
 * so, the same for an entry that was deleted, is hidden and never was (D9).
 */
export function useLinkedEntry(openEntry: (id: EntryId) => void): void {
  const [given, leave] = useParameter(entryKey)
  const id = given !== null && isUuid(given) ? (given as EntryId) : undefined
  const isHere = useEntry(id) !== undefined
  const isWhole = useJournalState(hasAllEntries)
  const isCurrent = useConnection() === 'online' && isWhole

  useEffect(() => {
    if (given === null) return undefined
    if (id !== undefined && !isHere) {
      const gone = () => {
        leave()
        if (isCurrent) sayEntryIsGone()
      }
      const timer = setTimeout(gone, isCurrent ? waitFor.current : waitFor.other)
      return () => clearTimeout(timer)
    }
    leave()
    if (id !== undefined) openEntry(id)
    return undefined
    // The opener changes at each render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [given, id, isHere, isCurrent])
}
