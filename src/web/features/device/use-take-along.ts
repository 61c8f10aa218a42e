import { useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { aboutBookBytes } from '../../../domain/book-pictures.ts'
import { instantFromMilliseconds } from '../../../domain/ids.ts'
import { dayOf } from '../../../domain/journal-day.ts'
import type { PublicPartner } from '../../../domain/partner.ts'
import {
  useConnection,
  useJournal,
  useJournalState,
  useTimeZone,
} from '../../replica/journal-context.tsx'
import type { DeviceCopy, Journal } from '../../replica/journal.ts'
import { useOnline } from '../../ui/use-online.ts'
import { download, sharesFiles } from '../../browser/hand-over.ts'
import type { LeftPhotos, ReadPicture } from './book/picture-parts.ts'
import { entriesToTake } from './book/rows-to-write.ts'
import { writeBook, type BookRequest } from './book/write-book.ts'

/** The person and the contents of the file. */
export interface BookSubject {
  readonly title: string
  readonly partners: readonly [PublicPartner, PublicPartner]
}

/**
 * - `completing`: the copy is still being filled from the server
 * - `writing`: how far it is does not show, because that would tell what is left out (D9)
 * - `ready`: the files are there; `isShared` if a press must hand them to the share sheet
 */
export type TakingAlong =
  | { readonly kind: 'idle' | 'completing' | 'failed' }
  | { readonly kind: 'writing'; readonly withPhotos: boolean }
  | {
      readonly kind: 'ready'
      readonly files: readonly File[]
      readonly isShared: boolean
      readonly left: LeftPhotos
    }

/** Makes the file "Alles mitnehmen" on this device; it ends with the dialog. */
export function useTakeAlong(copy: DeviceCopy, subject: BookSubject) {
  const journal = useJournal()
  const timeZone = useTimeZone()
  const online = useOnline()
  const isOffline = useConnection() === 'offline' || !online
  const [state, setState] = useState<TakingAlong>({ kind: 'idle' })
  const [withPrivate, setWithPrivate] = useState(false)
  const [withPhotos, setWithPhotos] = useState(false)
  const photoBytes = usePhotoBytes(withPrivate)
  const ending = useEnding()

  async function write(): Promise<void> {
    const { signal } = ending.current
    setState({ kind: 'writing', withPhotos })
    const since = copy.isComplete ? undefined : copy.completeSince
    const given = { journal, ...subject, withPrivate, withPhotos, since, signal }
    const { files, left } = await writeFiles(given, timeZone)
    const isShared = files.every(sharesFiles)
    const [only] = files
    if (!isShared && files.length === 1 && only !== undefined) download(only)
    setState({ kind: 'ready', files, isShared, left })
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
    photoBytes,
    withPhotos,
    setWithPhotos,
    start: () => (canBegin ? begin() : setState({ kind: 'completing' })),
  }
}

interface Wanted extends Omit<BookRequest, 'journal' | 'madeAt' | 'readPicture'> {
  readonly journal: Journal
  readonly withPhotos: boolean
}

/** The files of now, with their names. */
async function writeFiles({ journal, withPhotos, ...wanted }: Wanted, timeZone: string) {
  const now = Date.now()
  const readPicture: ReadPicture = async (...given) => journal.pictures.read(...given)
  const photos = withPhotos ? { readPicture } : {}
  const page = await import('virtual:book-page')
  const { files: written, ...left } = await writeBook(
    { journal, madeAt: instantFromMilliseconds(now), ...wanted, ...photos },
    page,
  )
  const name = `tagebuch-${dayOf(now, timeZone)}`
  const files = written.map((file, index) => {
    const part = written.length === 1 ? '' : `-teil-${index + 1}-von-${written.length}`
    return new File([file], `${name}${part}.html`, { type: 'text/html' })
  })
  return { files, left }
}

/** About how many bytes the photos take in the file; 0 in a journal without any. */
function usePhotoBytes(withPrivate: boolean): number {
  const state = useJournalState((whole) => whole)
  const { rows } = useJournal()
  return useMemo(() => {
    const taken = entriesToTake({ state, rows }, withPrivate)
    return aboutBookBytes(taken.flatMap(({ id }) => rows.of('photos', id)))
  }, [state, rows, withPrivate])
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
