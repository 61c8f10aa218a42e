import { Dialog } from '@base-ui/react/dialog'
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { PhotoId } from '../../../domain/ids.ts'
import { placeholderUrl } from '../../pictures/placeholder.ts'
import type { ShownPhoto } from '../../replica/journal.ts'
import { usePicture, type ShownPicture } from '../../replica/use-photos.ts'
import { isPressOnToast } from '../../ui/overlay-dismissal.ts'
import { useBackCloses } from '../../ui/use-back-closes.ts'
import { useOpenAfterMount } from '../../ui/use-open-after-mount.ts'
import { useScrollLock } from '../../ui/use-scroll-lock.ts'
import { photoTexts } from './photos-texts.ts'
import { ViewerBar } from './viewer-bar.tsx'
import { ViewerSlides } from './viewer-slides.ts'
import './photo-viewer.css'

export interface PhotoViewerProps {
  /** The photos of one entry, in order. */
  readonly photos: readonly ShownPhoto[]
  /** The one that was pressed. */
  readonly first: PhotoId
  readonly labelOf: (photo: ShownPhoto) => string
  /** Gets the focus back. */
  readonly pressed: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

/**
 * Photos over everything, one at a time (docs/behaviour/photos.md "Large"). It belongs to its card: where the entry
 * leaves, it leaves with it.
 */
export function PhotoViewer({ photos, first, labelOf, pressed, onClose }: PhotoViewerProps) {
  const open = useOpenAfterMount(true)
  const popup = useRef<HTMLDivElement>(null)
  const [slides, setSlides] = useState<ViewerSlides>()
  useScrollLock(true)
  useBackCloses(open, onClose)
  const [order] = useState(() => photos.map(({ id }) => id))
  const [shownId, setShown] = useState(first)
  // Another order, or another photo, does not move the one that is looked at.
  const left = order.flatMap((id) => photos.find((photo) => photo.id === id) ?? [])
  const shown = left.find(({ id }) => id === shownId)
  useEffect(() => {
    if (shown === undefined) onClose()
  }, [shown, onClose])
  if (shown === undefined) return null
  return (
    <Dialog.Root
      open={open}
      // All of a modal one but its lock of the scrolling.
      modal="trap-focus"
      onOpenChange={(next, details) => {
        if (!isPressOnToast(details) && !next) onClose()
      }}
    >
      <Dialog.Portal>
        <Dialog.Popup
          ref={popup}
          initialFocus={popup}
          finalFocus={pressed}
          onKeyDown={({ key }) => slides && keys[key]?.(slides)}
          className="dark fixed inset-0 z-40 text-ink outline-none transition-opacity duration-200 data-starting-style:opacity-0"
        >
          <Dialog.Title className="sr-only">{photoTexts.viewer}</Dialog.Title>
          <Stage
            // Where a photo leaves, the others get new places.
            key={left.map(({ id }) => id).join(' ')}
            photos={left}
            shown={shown}
            labelOf={labelOf}
            slides={slides}
            onSlides={setSlides}
            onShown={setShown}
            onClose={onClose}
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** The keys of the viewer: Base UI keeps them from the page, so PhotoSwipe does not hear them. */
const keys: Readonly<Record<string, (slides: ViewerSlides) => void>> = {
  ArrowLeft: (slides) => slides.move(-1),
  ArrowRight: (slides) => slides.move(1),
  ArrowUp: (slides) => slides.pan(80),
  ArrowDown: (slides) => slides.pan(-80),
}

interface StageProps extends Pick<PhotoViewerProps, 'photos' | 'labelOf' | 'onClose'> {
  readonly shown: ShownPhoto
  readonly slides: ViewerSlides | undefined
  readonly onSlides: (slides: ViewerSlides) => void
  readonly onShown: (id: PhotoId) => void
}

function Stage({ photos, shown, labelOf, slides, onSlides, onShown, onClose }: StageProps) {
  const stage = useRef<HTMLDivElement>(null)
  const [notes, setNotes] = useState<ReadonlyMap<PhotoId, string | undefined>>(new Map())
  const place = photos.indexOf(shown)
  const [noteOf] = useState(() => (id: PhotoId, note: string | undefined) => {
    setNotes((before) => new Map(before).set(id, note))
  })
  useLayoutEffect(() => {
    if (stage.current === null) return undefined
    const made = new ViewerSlides(
      stage.current,
      photos.map((photo) => slideOf(photo, labelOf(photo))),
      place,
      {
        onChange: (index) => onShown(photos[index]?.id ?? shown.id),
        onClose,
      },
    )
    onSlides(made)
    return () => made.end()
    // oxlint-disable-next-line react/exhaustive-deps -- made once, for these photos
  }, [])
  return (
    <>
      <div ref={stage} className="photo-stage absolute inset-0" />
      {slides !== undefined &&
        photos.map((photo, index) => (
          <SlidePictures
            key={photo.id}
            photo={photo}
            index={index}
            isNear={Math.abs(index - place) <= 1}
            slides={slides}
            onNote={noteOf}
          />
        ))}
      <ViewerBar
        photo={shown}
        place={place}
        count={photos.length}
        note={notes.get(shown.id)}
        onMove={(by) => slides?.move(by)}
        onClose={onClose}
      />
    </>
  )
}

function slideOf({ placeholder, width, height }: ShownPhoto, alt: string) {
  return { src: placeholderUrl(placeholder), alt, width, height }
}

interface SlidePicturesProps {
  readonly photo: ShownPhoto
  readonly index: number
  /** Whether it is shown, or next to that. */
  readonly isNear: boolean
  readonly slides: ViewerSlides
  /** Says in words that a picture is not here. */
  readonly onNote: (id: PhotoId, note: string | undefined) => void
}

/** Brings the preview into its slide, and the full picture over it. */
function SlidePictures({ photo: { id }, index, isNear, slides, onNote }: SlidePicturesProps) {
  const preview = usePicture(id, 'preview', isNear)
  const full = usePicture(id, 'full', isNear)
  const url = full.url ?? preview.url
  useEffect(() => {
    if (url !== undefined) void slides.replace(index, url)
  }, [slides, index, url])
  const note = noteOn(full.state, preview.url !== undefined)
  useEffect(() => onNote(id, note), [id, note, onNote])
  return null
}

function noteOn(full: ShownPicture['state'], hasPreview: boolean): string | undefined {
  if (full === 'gone') return photoTexts.gone
  if (full !== 'not-here') return undefined
  return hasPreview ? photoTexts.notHereLarge : photoTexts.notHere
}
