import { memo } from 'react'
import type { EntryId } from '../../../domain/ids.ts'
import { useEntryPhotos } from '../../replica/use-photos.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { PhotoLayout } from './photo-layout.tsx'
import type { PhotoSheetProps } from './photo-sheet.tsx'

/** Its code is loaded with the first photo, whose place is there meanwhile. */
const PhotoSheet = lazyPart<PhotoSheetProps>(
  async () => (await import('./photo-sheet.tsx')).PhotoSheet,
  { pending: Places, missing: Places },
)

function Places({ photos }: PhotoSheetProps) {
  return (
    <PhotoLayout photos={photos.filter(({ state }) => state !== 'rejected')}>
      {(_photo, style) => <span style={style} className="rounded-md bg-paper-deep" />}
    </PhotoLayout>
  )
}

/** The photos of a card (docs/behaviour/photos.md "On the card"); nothing where there are none. A change of the entry does not draw it. */
export const CardPhotos = memo(({ entryId }: { readonly entryId: EntryId }) => {
  const photos = useEntryPhotos(entryId)
  return photos.length === 0 ? null : <PhotoSheet entryId={entryId} photos={photos} />
})
