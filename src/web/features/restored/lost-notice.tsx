import { useJournalState } from '../../replica/journal-context.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'

const LostSheet = lazyPart<{ readonly isNeeded: boolean }>(
  async () => (await import('./lost-sheet.tsx')).LostSheet,
  {
    isNeeded: ({ isNeeded }) => isNeeded,
    // It comes as soon as it can.
    missing: () => null,
  },
)

/** The sheet on what is on this device alone, whose code is loaded once there is something. */
export function LostNotice() {
  return <LostSheet isNeeded={useJournalState(({ lostRows }) => lostRows.length > 0)} />
}

/** The line about it in the dialog "Auf diesem Gerät". */
export const LostLine = lazyPart(async () => (await import('./lost-sheet.tsx')).LostLine, {
  missing: () => null,
})
