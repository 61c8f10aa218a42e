import { placeholderUrl } from '../../pictures/placeholder.ts'
import { useJournal } from '../../replica/journal-context.tsx'
import type { ShownPhoto } from '../../replica/journal.ts'
import { usePicture } from '../../replica/use-photos.ts'
import { Button } from '../../ui/button.tsx'
import { photoTexts } from './photos-texts.ts'

/** A photo that the server did not take. */
export type RefusedPhoto = Extract<ShownPhoto, { readonly state: 'refused' }>

interface RefusedPhotosProps {
  readonly photos: readonly RefusedPhoto[]
  readonly labelOf: (photo: ShownPhoto) => string
}

/** Why each was refused, and the two ways out. They stay on this device until then. */
export function RefusedPhotos({ photos, labelOf }: RefusedPhotosProps) {
  return (
    <ul aria-label={photoTexts.refused} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {photos.map((photo) => (
        <Refused key={photo.id} photo={photo} label={labelOf(photo)} />
      ))}
    </ul>
  )
}

function Refused({ photo, label }: { readonly photo: RefusedPhoto; readonly label: string }) {
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
        <p className="text-warning">{photoTexts.refusals[reason]}</p>
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
