import { useEffect, useRef, useState, type RefObject } from 'react'
import { instantFromMilliseconds } from '../../../domain/ids.ts'
import { dayOf } from '../../../domain/journal-day.ts'
import type { PublicPartner } from '../../../domain/partner.ts'
import { useConnection, useJournal, useTimeZone } from '../../replica/journal-context.tsx'
import type { DeviceCopy } from '../../replica/journal.ts'
import { useOnline } from '../../ui/use-online.ts'
import { download, sharesFiles } from '../../browser/hand-over.ts'
import { writeBook } from './book/write-book.ts'

/** The person and the contents of the file. */
export interface BookSubject {
  readonly title: string
  readonly partners: readonly [PublicPartner, PublicPartner]
}

/**
 * - `completing`: the copy is still being filled from the server
 * - `writing`: how far it is does not show, because that would tell what is left out (D9)
 * - `ready`: the file is there; `isShared` if a press must hand it to the share sheet
 */
export type TakingAlong =
  | { readonly kind: 'idle' | 'completing' | 'writing' | 'failed' }
  | { readonly kind: 'ready'; readonly file: File; readonly isShared: boolean }

/** Makes the file "Alles mitnehmen" on this device; it ends with the dialog. */
export function useTakeAlong(copy: DeviceCopy, subject: BookSubject) {
  const journal = useJournal()
  const timeZone = useTimeZone()
  const online = useOnline()
  const isOffline = useConnection() === 'offline' || !online
  const [state, setState] = useState<TakingAlong>({ kind: 'idle' })
  const [withPrivate, setWithPrivate] = useState(false)
  const ending = useEnding()

  async function write(): Promise<void> {
    const { signal } = ending.current
    const now = Date.now()
    setState({ kind: 'writing' })
    const page = await import('virtual:book-page')
    const { files } = await writeBook(
      {
        journal,
        title: subject.title,
        partners: subject.partners,
        withPrivate,
        madeAt: instantFromMilliseconds(now),
        since: copy.isComplete ? undefined : copy.completeSince,
        signal,
      },
      page,
    )
    const name = `tagebuch-${dayOf(now, timeZone)}.html`
    const file = new File([...files], name, { type: 'text/html' })
    const isShared = sharesFiles(file)
    if (!isShared) download(file)
    setState({ kind: 'ready', file, isShared })
  }

  function begin(): void {
    write().catch(() => {
      if (!ending.current.signal.aborted) setState({ kind: 'failed' })
    })
  }

  const canBegin = copy.isComplete || isOffline
  const isWaiting = state.kind === 'completing'
  useEffect(() => {
    // A requested file begins once the copy is complete, or cannot be completed.
    // oxlint-disable-next-line react/set-state-in-effect
    if (isWaiting && canBegin) begin()
  })

  return {
    state,
    withPrivate,
    setWithPrivate,
    start: () => (canBegin ? begin() : setState({ kind: 'completing' })),
  }
}

/** Its signal is aborted when the screen that asked for the work is gone. */
function useEnding(): RefObject<AbortController> {
  const ending = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    ending.current = controller
    return () => controller.abort()
  }, [])
  return ending
}
