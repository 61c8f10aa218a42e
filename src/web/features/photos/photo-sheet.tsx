import { useRef, useState } from 'react'
import { formatDayOf } from '../../../domain/date-format.ts'
import type { EntryId, PhotoId } from '../../../domain/ids.ts'
import { useJournalState, useTimeZone } from '../../replica/journal-context.tsx'
import { nameOf } from '../../replica/questions/entry-details.ts'
import type { ShownPhoto } from '../../replica/journal.ts'
import { usePhotoProgress } from '../../replica/use-photos.ts'
import { PhotoViewer } from './lazy-viewer.tsx'
import { PhotoButton } from './photo-button.tsx'
import { PhotoLayout } from './photo-layout.tsx'
import { photoTexts } from './photos-texts.ts'
import { RejectedPhotos } from './rejected-photos.tsx'

export interface PhotoSheetProps {
  readonly entryId: EntryId
  readonly photos: readonly ShownPhoto[]
}

/** The photos of a card, with those that were refused. */
export function PhotoSheet({ entryId, photos }: PhotoSheetProps) {
  const labelOf = useLabels()
  const rejected = photos.filter((photo) => photo.state === 'rejected')
  const shown = photos.filter(({ state }) => state !== 'rejected')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {shown.length > 0 && (
        <div className="relative">
          <PhotoGrid photos={shown} labelOf={labelOf} />
          <Progress entryId={entryId} />
        </div>
      )}
      {rejected.length > 0 && <RejectedPhotos photos={rejected} labelOf={labelOf} />}
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
          formatDayOf(createdAt, timeZone),
        )
      : description
}

interface PhotoGridProps {
  readonly photos: readonly ShownPhoto[]
  readonly labelOf: (photo: ShownPhoto) => string
}

function PhotoGrid({ photos, labelOf }: PhotoGridProps) {
  const pressed = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState<PhotoId>()
  return (
    <>
      <PhotoLayout photos={photos} label={photoTexts.list(photos.length)}>
        {(photo, style) => (
          <PhotoButton
            photo={photo}
            label={labelOf(photo)}
            isOpen={photo.id === opened}
            style={style}
            onOpen={(button) => {
              pressed.current = button
              setOpened(photo.id)
            }}
          />
        )}
      </PhotoLayout>
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

/** Lies over the photos: nothing moves as it comes and goes. */
function Progress({ entryId }: Pick<PhotoSheetProps, 'entryId'>) {
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
