import { useState } from 'react'
import { forgetsSignIn } from '../browser/site-storage.ts'
import { useStorageState } from '../replica/journal-context.tsx'
import { StorageNotice } from './storage-notice.tsx'
import { forgottenSignInTexts, storageTexts } from './storage-texts.ts'

/**
 * For the journal's pages: said where the page found no storage at its start. What fails later is
 * said by the quiet line, because this would move what someone is reading.
 */
export function JournalStorageNotice() {
  const state = useStorageState()
  const [isForgetting] = useState(() => forgetsSignIn())
  if (state.kind === 'in-memory' && state.isFromStart)
    return <StorageNotice {...storageTexts[state.fault]} />
  return isForgetting ? <StorageNotice {...forgottenSignInTexts} /> : null
}
