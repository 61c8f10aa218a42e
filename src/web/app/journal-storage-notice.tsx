import { useState } from 'react'
import { forgetsSignIn } from '../browser/site-storage.ts'
import { useStorageState } from '../replica/journal-context.tsx'
import type { StorageState } from '../replica/journal.ts'
import { StorageNotice } from './storage-notice.tsx'
import { forgottenSignInTexts, storageTexts, type StorageTexts } from './storage-texts.ts'

/**
 * For the journal's pages, if the page found no storage at its start. The quiet line reports later
 * failures, because this notice would move what someone is reading.
 */
export function JournalStorageNotice() {
  const state = useStorageState()
  const [isForgetting] = useState(() => forgetsSignIn())
  const texts = textsOf(state, isForgetting)
  if (texts === undefined) return null
  return (
    <div className="mx-auto max-w-3xl px-4 pt-[calc(0.75rem+var(--safe-top))] pb-3">
      <StorageNotice {...texts} />
    </div>
  )
}

function textsOf(state: StorageState, isForgetting: boolean): StorageTexts | undefined {
  if (state.kind === 'in-memory' && state.isFromStart) return storageTexts[state.fault]
  return isForgetting ? forgottenSignInTexts : undefined
}
