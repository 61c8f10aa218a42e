import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { EntryId, PhotoId } from '../../domain/ids.ts'
import type { PictureSize } from '../../domain/photo.ts'
import { useConnection, useJournal, useJournalState, useReplica } from './journal-context.tsx'
import type { UnsentPhoto } from './memory/unsent-photos.ts'
import { progressOf, shownPhotosOf, type PhotoProgress } from './questions/shown-photos.ts'
import type { ShownPhoto } from './questions/shown.ts'
import { useEntryParts } from './use-rows.ts'

const none: readonly UnsentPhoto[] = []

/** The photos of an entry, sent and unsent, in their order; none without an entry. */
export function useEntryPhotos(entryId: EntryId | undefined): readonly ShownPhoto[] {
  const photos = useEntryParts('photos', entryId)
  const unsent = useJournalState(({ unsentPhotos }) =>
    entryId === undefined ? none : (unsentPhotos.get(entryId) ?? none),
  )
  return useMemo(() => shownPhotosOf(photos, unsent), [photos, unsent])
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
const notHere: ShownPicture = { state: 'not-here' }

/** A picture that did not come is asked for again after this many milliseconds. */
const againAfter = 10_000

/**
 * A picture by an address that is valid while the component shows it.
 *
 * @param wanted false while it need not be read
 */
export function usePicture(id: PhotoId, size: PictureSize, wanted: boolean): ShownPicture {
  const isKnown = useIsKnown(id)
  const [attempt, setAttempt] = useState(0)
  // Another one is read once the photo is gone, and by each attempt.
  const key = `${id} ${isKnown} ${attempt}`
  const read = useReading({ id, size, key, wanted })
  // While it is asked for once more, it still is not here.
  const picture = read ?? (attempt === 0 ? waiting : notHere)
  useAgain(picture.state === 'not-here', attempt, setAttempt)
  return picture
}

interface Reading {
  readonly id: PhotoId
  readonly size: PictureSize
  readonly key: string
  readonly wanted: boolean
}

/** Undefined until something was found. */
function useReading({ id, size, key, wanted }: Reading): ShownPicture | undefined {
  const { pictures } = useJournal()
  const [read, setRead] = useState<{ readonly key: string; readonly picture: ShownPicture }>()

  useEffect(() => {
    const end = new AbortController()
    let url: string | undefined
    const show = (found: Awaited<ReturnType<typeof pictures.read>>) => {
      if (end.signal.aborted) return
      if (typeof found === 'string') return setRead({ key, picture: { state: found } })
      url = URL.createObjectURL(found)
      setRead({ key, picture: { state: 'shown', url } })
    }
    if (wanted) void pictures.read(id, size, end.signal).then(show)
    return () => {
      end.abort()
      setRead(undefined)
      if (url !== undefined) URL.revokeObjectURL(url)
    }
  }, [pictures, id, size, key, wanted])
  return read?.key === key ? read.picture : undefined
}

/** Counts up while something is missing: at once as the server answers again, and after a while each time that it does. */
function useAgain(isMissing: boolean, attempt: number, setAttempt: (next: number) => void): void {
  const connection = useConnection()
  const isThere = connection === 'online' || connection === 'full'
  const wasThere = useRef(isThere)
  useEffect(() => {
    const isBack = isThere && !wasThere.current
    wasThere.current = isThere
    if (!isMissing || !isThere) return undefined
    const timer = setTimeout(() => setAttempt(attempt + 1), isBack ? 0 : againAfter)
    return () => clearTimeout(timer)
  }, [isMissing, isThere, attempt, setAttempt])
}

/** True while the photo is one of the server's or waits to be sent; a form's is neither. */
function useIsKnown(id: PhotoId): boolean {
  const { memory } = useReplica()
  return useSyncExternalStore(memory.subscribe, () => memory.hasPhoto(id))
}
