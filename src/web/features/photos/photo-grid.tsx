import { memo, useRef, useState, type CSSProperties } from 'react'
import { formatDay } from '../../../domain/date-format.ts'
import { millisecondsOf, type EntryId, type PhotoId } from '../../../domain/ids.ts'
import { dayOf } from '../../../domain/journal-day.ts'
import { useJournalState, useTimeZone } from '../../replica/journal-context.tsx'
import { nameOf } from '../../replica/questions/entry-details.ts'
import type { ShownPhoto } from '../../replica/journal.ts'
import { useEntryPhotos, usePhotoProgress } from '../../replica/use-photos.ts'
import { classNames } from '../../ui/class-names.ts'
import { PhotoViewer } from './lazy-viewer.tsx'
import { PhotoButton } from './photo-button.tsx'
import { photoTexts } from './photos-texts.ts'
import { RefusedPhotos } from './refused-photos.tsx'

interface PhotosProps {
  readonly entryId: EntryId
}

/** The photos of a card (docs/behaviour/photos.md "On the card"); nothing where there are none. A change of the entry does not draw it. */
export const Photos = memo(({ entryId }: PhotosProps) => {
  const photos = useEntryPhotos(entryId)
  return photos.length === 0 ? null : <PhotoSheet entryId={entryId} photos={photos} />
})

interface PhotoSheetProps extends PhotosProps {
  readonly photos: readonly ShownPhoto[]
}

function PhotoSheet({ entryId, photos }: PhotoSheetProps) {
  const labelOf = useLabels()
  const refused = photos.filter((photo) => photo.state === 'refused')
  const shown = photos.filter(({ state }) => state !== 'refused')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {shown.length > 0 && (
        <div className="relative">
          <PhotoGrid photos={shown} labelOf={labelOf} />
          <Progress entryId={entryId} />
        </div>
      )}
      {refused.length > 0 && <RefusedPhotos photos={refused} labelOf={labelOf} />}
    </div>
  )
}

/** Yields what stands for a photo in words: its description, else who added it and when. */
function useLabels(): (photo: ShownPhoto) => string {
  const profiles = useJournalState((state) => state.profiles)
  const timeZone = useTimeZone()
  return ({ description, userId, createdAt }) =>
    description === ''
      ? photoTexts.described(
          nameOf(profiles, userId) ?? photoTexts.unknownAuthor,
          formatDay(dayOf(millisecondsOf(createdAt), timeZone)),
        )
      : description
}

/** The room of several photos, by their number; each fills its part of it. */
const grids: Readonly<Record<number, string>> = {
  2: 'aspect-[2/1] grid-cols-2',
  3: 'aspect-[3/2] grid-cols-[2fr_1fr] grid-rows-2 *:first:row-span-2',
  4: 'aspect-[4/3] grid-cols-2 grid-rows-2',
}
/** While more wait here than an entry may have. */
const grid = 'aspect-[3/2] grid-cols-3 auto-rows-fr'

interface PhotoGridProps {
  readonly photos: readonly ShownPhoto[]
  readonly labelOf: (photo: ShownPhoto) => string
}

function PhotoGrid({ photos, labelOf }: PhotoGridProps) {
  const pressed = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState<PhotoId>()
  const [single] = photos.length === 1 ? photos : []
  return (
    <>
      <ul
        aria-label={photoTexts.list(photos.length)}
        className={classNames(
          'grid',
          single === undefined && 'max-h-[60svh] w-full gap-1',
          single === undefined && (grids[photos.length] ?? grid),
        )}
      >
        {photos.map((photo) => (
          <li key={photo.id} className="grid min-h-0 min-w-0">
            <PhotoButton
              photo={photo}
              label={labelOf(photo)}
              isOpen={photo.id === opened}
              style={photo === single ? ownProportions(photo) : undefined}
              onOpen={(button) => {
                pressed.current = button
                setOpened(photo.id)
              }}
            />
          </li>
        ))}
      </ul>
      {opened !== undefined && (
        <PhotoViewer
          photos={photos}
          first={opened}
          labelOf={labelOf}
          pressed={pressed}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  )
}

/**
 * As wide as the card, its own pixels and 60 % of the window's height allow, before its picture is there. A very narrow one is
 * as wide as the words over it need, and cut.
 */
function ownProportions({ width, height }: ShownPhoto): CSSProperties {
  const ratio = width / height
  return {
    aspectRatio: `${width} / ${height}`,
    width: `min(100%, ${(60 * ratio).toFixed(2)}svh, ${width}px)`,
    minWidth: '5.5rem',
    maxHeight: '60svh',
  }
}

/** Lies over the photos: nothing moves as it comes and goes. */
function Progress({ entryId }: PhotosProps) {
  const progress = usePhotoProgress(entryId)
  return (
    <output className="pointer-events-none absolute inset-x-2 bottom-2 flex">
      {progress !== undefined && (
        <span className="rounded-full border border-line bg-card px-3 py-0.5 text-sm font-semibold text-ink-soft shadow-card">
          {progress.all === 1
            ? photoTexts.sending
            : photoTexts.progress(progress.sent, progress.all)}
        </span>
      )}
    </output>
  )
}
