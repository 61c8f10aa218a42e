import { formatDayOf } from '../../../domain/date-format.ts'
import { canShareFile, download, share } from '../../browser/hand-over.ts'
import { useJournal, useTimeZone } from '../../replica/journal-context.tsx'
import type { ShownPhoto } from '../../replica/journal.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { toast } from '../../ui/toast.tsx'
import { photoTexts } from './photos-texts.ts'

interface ViewerBarProps {
  /** The one that is shown. */
  readonly photo: ShownPhoto
  readonly place: number
  readonly count: number
  /** Says that its picture is not here. */
  readonly note: string | undefined
  readonly onMove: (by: 1 | -1) => void
  readonly onClose: () => void
}

/** The parts over the photo: its place, the buttons and its description. */
export function ViewerBar(props: ViewerBarProps) {
  const { photo, onClose } = props
  const save = useSave(photo)
  return (
    <>
      <div className="absolute inset-x-0 top-0 flex items-center gap-1 bg-paper-deep/85 px-2 pt-[calc(var(--safe-top)+0.25rem)] pb-1">
        {props.count > 1 && <Steps {...props} />}
        <span className="grow" />
        <IconButton icon="download" label={photoTexts.save} onClick={() => void save()} />
        <IconButton icon="close" label={photoTexts.close} onClick={onClose} />
      </div>
      <Caption {...props} />
    </>
  )
}

function Steps({ place, count, onMove }: ViewerBarProps) {
  return (
    <>
      <IconButton
        icon="arrow-left"
        label={photoTexts.previous}
        aria-disabled={place === 0}
        onClick={() => onMove(-1)}
        className="aria-disabled:opacity-40"
      />
      <output className="px-1 text-sm whitespace-nowrap">
        {photoTexts.position(place + 1, count)}
      </output>
      <IconButton
        icon="arrow-left"
        iconClassName="rotate-180"
        label={photoTexts.next}
        aria-disabled={place === count - 1}
        onClick={() => onMove(1)}
        className="aria-disabled:opacity-40"
      />
    </>
  )
}

function Caption({ photo: { description }, note }: Pick<ViewerBarProps, 'photo' | 'note'>) {
  return (
    <div
      aria-live="polite"
      className="pointer-events-none absolute inset-x-0 bottom-0 grid justify-items-center gap-1 bg-paper-deep/85 px-4 pb-(--safe-bottom) text-center"
    >
      {description !== '' && <p className="written measure py-2">{description}</p>}
      {note !== undefined && <p className="py-2 text-sm text-ink-soft">{note}</p>}
    </div>
  )
}

/** Hands the full picture over: to the share sheet of a phone, else to the downloads. */
function useSave({ id, createdAt }: ShownPhoto): () => Promise<void> {
  const { pictures } = useJournal()
  const timeZone = useTimeZone()
  return async () => {
    const picture = await pictures.read(id, 'full')
    if (!(picture instanceof Blob)) {
      toast({ title: photoTexts.notSaved })
      return
    }
    const ending = picture.type === 'image/webp' ? 'webp' : 'jpg'
    const name = photoTexts.fileName(formatDayOf(createdAt, timeZone), ending)
    const file = new File([picture], name, { type: picture.type })
    const isPhone = window.matchMedia('(pointer: coarse)').matches
    if (!isPhone || !canShareFile(file)) download(file)
    // Loading has taken so long that the press does not count any more; the picture is here for the next one.
    else await share(file).catch(() => void toast({ title: photoTexts.notShared }))
  }
}
