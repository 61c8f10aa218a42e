import { useEffect, useState } from 'react'
import type { PartnerId } from '../../domain/ids.ts'
import type { JournalSettings } from '../../domain/settings.ts'
import type { Backend } from '../backend/backend.ts'
import { withTimeout } from '../browser/with-timeout.ts'
import { firstLimit } from '../features/entries/use-list-window.ts'
import { useSignInSetup } from '../features/sign-in/sign-in-context.tsx'
import { forgetFirstReading, journalComes, readFirst } from '../replica/first-reading.ts'
import { openReplica, type Replica } from '../replica/replica.ts'
import { afterFirstScreen } from '../ui/first-screen.ts'
import { askBeforeClosing } from './ask-before-closing.ts'
import { returnToDevice } from './return-to-device.ts'

/** How long the first drawing waits for an open copy, in milliseconds; then it says what it waits for. */
const longestOpening = 500
/** The same for what the first pull brings, in milliseconds: drawn before, the screen would hold that up. */
const longestFirstPull = 1500

/** An open copy, and its settings if they were read before the first drawing: null where it has none yet. */
export interface OpenedCopy {
  readonly replica: Replica
  readonly settings?: JournalSettings | null | undefined
}

interface EarlyCopy extends OpenedCopy {
  readonly person: PartnerId
  readonly backend: Backend
}

let early: EarlyCopy | undefined

/**
 * Opens the person's copy before anything is drawn, so that the first drawing is that of the journal, also
 * of one that the first pull brings soon. Yields whether the copy holds one.
 */
export async function openEarly(
  person: PartnerId,
  backend: Backend,
  onSignedOut: () => void,
): Promise<boolean> {
  const replica = open(person, backend, onSignedOut)
  early = { person, backend, replica }
  let settings = await withTimeout(longestOpening, readSettings(replica)).catch(() => undefined)
  if (settings === null && navigator.onLine) settings = await firstPulled(replica)
  early = { ...early, settings }
  return settings !== undefined && settings !== null
}

async function readSettings({ journal }: Replica): Promise<JournalSettings | null> {
  const settings = await readFirst(journal, firstLimit, Date.now())
  void afterFirstScreen().then(forgetFirstReading)
  return settings
}

async function firstPulled(replica: Replica): Promise<JournalSettings | null> {
  try {
    await journalComes(replica.journal, longestFirstPull)
    return await readSettings(replica)
  } catch {
    return null
  }
}

function open(person: PartnerId, backend: Backend, onSignedOut: () => void): Replica {
  return openReplica({ person, backend, onSignedOut, mayWait: afterFirstScreen() })
}

function earlyCopy(person: PartnerId, backend: Backend): EarlyCopy | undefined {
  return early?.person === person && early.backend === backend ? early : undefined
}

/** The person's copy, open as long as the component is there. */
export function useReplica(person: PartnerId, backend: Backend): OpenedCopy | undefined {
  const { store } = useSignInSetup()
  const [opened, setOpened] = useState<OpenedCopy | undefined>(() => earlyCopy(person, backend))
  const [failure, setFailure] = useState<{ readonly cause: unknown }>()
  useEffect(() => {
    const copy = earlyCopy(person, backend) ?? {
      replica: open(person, backend, () => store.signOut()),
    }
    early = undefined
    const { replica } = copy
    askBeforeClosing(replica.storage)
    const stopReturning = returnToDevice(replica.storage)
    // Neither the device nor this page's memory: nothing can be shown.
    replica.ready.catch((cause: unknown) => setFailure({ cause }))
    // Opening has effects (a database, a socket), so it may not happen while rendering.
    // oxlint-disable-next-line react/set-state-in-effect
    setOpened(copy)
    return () => {
      stopReturning()
      void replica.close()
    }
  }, [person, backend, store])
  if (failure !== undefined) throw failure.cause
  return opened
}
