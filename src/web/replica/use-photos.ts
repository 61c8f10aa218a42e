import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { EntryId, PhotoId } from '../../domain/ids.ts'
import type { PictureSize } from '../../domain/photo.ts'
import { useConnection, useJournal, useJournalState, useReplica } from './journal-context.tsx'
import type { UnsentPhoto } from './memory/unsent-photos.ts'
import { progressOf, shownPhotosOf, type PhotoProgress } from './questions/photos.ts'
import type { ShownPhoto } from './questions/shown.ts'
import { useEntryParts } from './use-rows.ts'

const none: readonly UnsentPhoto[] = []

/** The photos of an entry, sent and unsent, in their order; none without an entry. */
export function useEntryPhotos(entryId: EntryId | undefined): readonly ShownPhoto[] {
  const { me } = useJournal()
  const sent = useEntryParts('photos', entryId)
  const unsent = useJournalState(({ unsentPhotos }) =>
    entryId === undefined ? none : (unsentPhotos.get(entryId) ?? none),
  )
  return useMemo(() => shownPhotosOf(sent, unsent, me), [sent, unsent, me])
}

/** How far the photos of an entry have been sent; undefined while none waits. */
export function usePhotoProgress(entryId: EntryId): PhotoProgress | undefined {
  const photos = useEntryPhotos(entryId)
  return useMemo(() => progressOf(photos), [photos])
}

/** False once the server has said that it knows no photos, as a hosted project without their migration. */
export function usePhotosOffered(): boolean {
  return useJournalState(
    ({ progress }) => progress.find(({ table }) => table === 'photos')?.isMissing !== true,
  )
}

/**
 * A picture as a component shows it.
 *
 * - `waiting`: it is being read
 * - `not-here`: it is not on this device, and there is no way to the server; it follows once there is
 * - `gone`: its photo was hidden or deleted
 */
export type ShownPicture =
  | { readonly state: 'shown'; readonly url: string }
  | { readonly state: 'waiting' | 'not-here' | 'gone'; readonly url?: undefined }

const waiting: ShownPicture = { state: 'waiting' }

/** A picture that there was no way to is asked for again after this many milliseconds. */
const againAfter = 10_000

/**
 * A picture by an address that is valid while the component shows it.
 *
 * @param wanted false while it need not be read
 */
export function usePicture(id: PhotoId, size: PictureSize, wanted: boolean): ShownPicture {
  const { pictures } = useJournal()
  const isKnown = useIsKnown(id)
  const [picture, setPicture] = useState(waiting)
  const attempt = useAttempts(picture.state === 'not-here')

  useEffect(() => {
    const end = new AbortController()
    let url: string | undefined
    const show = (read: Awaited<ReturnType<typeof pictures.read>>) => {
      if (end.signal.aborted) return
      if (typeof read === 'string') return setPicture({ state: read })
      url = URL.createObjectURL(read)
      setPicture({ state: 'shown', url })
    }
    if (wanted) void pictures.read(id, size, end.signal).then(show)
    return () => {
      end.abort()
      // What is drawn must not outlive its photo.
      setPicture((last) => (last.state === 'shown' ? waiting : last))
      if (url !== undefined) URL.revokeObjectURL(url)
    }
  }, [pictures, id, size, wanted, isKnown, attempt])
  return picture
}

/** Counts up while something is missing: as the network comes back, and after a while. */
function useAttempts(isMissing: boolean): number {
  const isOnline = useConnection() === 'online'
  const [attempt, setAttempt] = useState(0)
  const wasOnline = useRef(isOnline)
  useEffect(() => {
    const isBack = isOnline && !wasOnline.current
    wasOnline.current = isOnline
    if (!isMissing) return undefined
    const again = () => setAttempt((count) => count + 1)
    const timer = setTimeout(again, isBack ? 0 : againAfter)
    return () => clearTimeout(timer)
    // Each attempt that fails waits once more.
  }, [isMissing, isOnline, attempt])
  return attempt
}

/** True while the photo is one of the server's or waits to be sent; a form's is neither. */
function useIsKnown(id: PhotoId): boolean {
  const { memory } = useReplica()
  return useSyncExternalStore(memory.subscribe, () => memory.hasPhoto(id))
}
