import { withTimeout } from '../browser/with-timeout.ts'

const trialName = 'tagebuch-trial'
/** Milliseconds; the page has 3 s to say what is wrong. */
const openTimeoutMs = 2000

/**
 * True where this browser opens a database for us. For pages without an open copy: some browsers
 * have no IndexedDB, some refuse to open it, and some never answer.
 */
export async function canStore(): Promise<boolean> {
  try {
    await withTimeout(openTimeoutMs, openTrial())
    return true
  } catch {
    return false
  }
}

async function openTrial(): Promise<void> {
  return new Promise((resolve, reject) => {
    // The look at it throws where site data is blocked, and so rejects.
    const opening = indexedDB.open(trialName)
    opening.addEventListener('error', () => reject(new Error('no database can be opened')))
    opening.addEventListener('success', () => {
      opening.result.close()
      indexedDB.deleteDatabase(trialName)
      resolve()
    })
  })
}
