import { placeholderUrl } from '../../pictures/placeholder.ts'
import { useJournal } from '../../replica/journal-context.tsx'
import type { ShownPhoto } from '../../replica/journal.ts'
import { usePicture } from '../../replica/use-photos.ts'
import { Button } from '../../ui/button.tsx'
import { photoTexts } from './photos-texts.ts'

/** A photo that the server did not take. */
type RejectedPhoto = Extract<ShownPhoto, { readonly state: 'rejected' }>

interface RejectedPhotosProps {
  readonly photos: readonly RejectedPhoto[]
  readonly labelOf: (photo: ShownPhoto) => string
}

/** Why each was refused, and the two ways out. They stay on this device until then. */
export function RejectedPhotos({ photos, labelOf }: RejectedPhotosProps) {
  return (
    <ul aria-label={photoTexts.rejected} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {photos.map((photo) => (
        <Rejected key={photo.id} photo={photo} label={labelOf(photo)} />
      ))}
    </ul>
  )
}

function Rejected({ photo, label }: { readonly photo: RejectedPhoto; readonly label: string }) {
  const { id, placeholder, reason } = photo
  const journal = useJournal()
  const { url } = usePicture(id, 'preview', true)
  return (
    <li className="flex items-start gap-3 rounded-md bg-warning-soft p-3 text-sm">
      <img
        src={url ?? placeholderUrl(placeholder)}
        alt={label}
        className="size-14 shrink-0 rounded-sm object-cover"
      />
      <div className="grid min-w-0 grow gap-2">
        <p className="text-warning">{photoTexts.rejections[reason]}</p>
        <div className="flex flex-wrap gap-2">
          {/* Without its picture there is nothing to send. */}
          {reason !== 'lost' && (
            <Button variant="outline" onClick={() => journal.retryPhoto(id)}>
              {photoTexts.tryAgain}
            </Button>
          )}
          <Button variant="outline" onClick={() => journal.leaveOutPhoto(id)}>
            {photoTexts.leaveOut}
          </Button>
        </div>
      </div>
    </li>
  )
}
