import { useEffect, useState } from 'react'
import type { PartnerId } from '../../domain/ids.ts'
import type { Backend } from '../backend/backend.ts'
import { secondPhase } from '../browser/start-phases.ts'
import { withTimeout } from '../browser/with-timeout.ts'
import { useSignInSetup } from '../features/sign-in/sign-in-context.tsx'
import { openReplica, type Replica, type ReplicaOptions } from '../replica/replica.ts'
import { askBeforeClosing } from './ask-before-closing.ts'
import { returnToDevice } from './return-to-device.ts'

/** How long the first drawing waits for an open copy, in milliseconds; then it says what it waits for. */
const longestOpening = 500
/** The same for what the first pull brings, in milliseconds: drawn before, the screen would hold that up. */
const longestFirstPull = 1500

/** The person whose copy is opened, and the server behind it. */
export type CopyParts = Pick<ReplicaOptions, 'person' | 'backend' | 'onSignedOut'>

let early: (CopyParts & { readonly replica: Replica }) | undefined

/**
 * Opens the person's copy before anything is drawn, so that the first drawing is that of the journal, also
 * of one that the first pull brings soon.
 */
export async function openCopy(parts: CopyParts): Promise<void> {
  const replica = open(parts)
  early = { ...parts, replica }
  await withTimeout(longestOpening, replica.ready).catch(() => undefined)
  if (!navigator.onLine) return
  const comes = replica.memory.until(({ journal }) => journal !== undefined)
  await withTimeout(longestFirstPull, comes).catch(() => undefined)
}

function open(parts: CopyParts): Replica {
  return openReplica({ ...parts, drawn: secondPhase() })
}

function earlyCopy(person: PartnerId, backend: Backend): Replica | undefined {
  return early?.person === person && early.backend === backend ? early.replica : undefined
}

/** The person's copy, open as long as the component is there. */
export function useReplica(person: PartnerId, backend: Backend): Replica | undefined {
  const { store } = useSignInSetup()
  const [opened, setOpened] = useState<Replica | undefined>(() => earlyCopy(person, backend))
  useEffect(() => {
    const onSignedOut = () => store.signOut()
    const replica = earlyCopy(person, backend) ?? open({ person, backend, onSignedOut })
    early = undefined
    askBeforeClosing(replica.storage)
    const stopReturning = returnToDevice(replica.storage)
    // Opening has effects (a database, a socket), so it may not happen while rendering.
    // oxlint-disable-next-line react/set-state-in-effect
    setOpened(replica)
    return () => {
      stopReturning()
      void replica.close()
    }
  }, [person, backend, store])
  return opened
}
