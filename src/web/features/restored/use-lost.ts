import { useMemo } from 'react'
import { useJournal, useJournalState } from '../../replica/journal-context.tsx'
import { lostItemsOf, type LostItem, type LostKind } from '../../replica/questions/lost.ts'
import { useNow } from '../../ui/use-now.ts'
import type { LostCounts } from './restored-texts.ts'

const none: readonly LostItem[] = []

/** The rows that are on this device alone since the server was put back, the newest first. */
export function useLost(): readonly LostItem[] {
  const state = useJournalState((whole) => (whole.lostRows.length > 0 ? whole : undefined))
  const { rows } = useJournal()
  const now = useNow()
  return useMemo(
    () => (state === undefined ? none : lostItemsOf(state, rows, now)),
    [state, rows, now],
  )
}

/** The partner's name; undefined while it is not known. */
export function usePartnerName(): string | undefined {
  const profiles = useJournalState((state) => state.profiles)
  const me = useJournalState((state) => state.me)
  return profiles.find(({ id }) => id !== me)?.name
}

export function countsOf(items: readonly LostItem[]): LostCounts {
  const counts: Partial<Record<LostKind, number>> = {}
  for (const { kind } of items) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}

/** True for what is sent, or waits to be sent, once the person wants it back. */
export function isAddable({ state }: LostItem): boolean {
  return state === 'ready' || state === 'waiting'
}
