import type { CSSProperties } from 'react'
import { placeholderUrl } from '../../pictures/placeholder.ts'
import type { ShownPhoto } from '../../replica/journal.ts'
import { usePicture } from '../../replica/use-photos.ts'
import { classNames } from '../../ui/class-names.ts'
import { PhotoViewer } from './lazy-viewer.tsx'
import { photoTexts } from './photos-texts.ts'

interface PhotoButtonProps {
  readonly photo: ShownPhoto
  readonly label: string
  /** Whether the viewer shows it. */
  readonly isOpen: boolean
  readonly onOpen: (button: HTMLButtonElement) => void
  /** Its size, if the room around it does not decide that. */
  readonly style: CSSProperties | undefined
}

/** A photo on a card: the placeholder in its final size, then the preview; a press opens the viewer. */
export function PhotoButton({ photo, label, isOpen, onOpen, style }: PhotoButtonProps) {
  // A list draws the cards within one and a half screens of what is seen, and no others.
  const { url, state } = usePicture(photo.id, 'preview', true)
  const placeholder = placeholderUrl(photo.placeholder)
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      style={style}
      // A press follows soon.
      onPointerDown={() => void PhotoViewer.load()}
      onFocus={() => void PhotoViewer.load()}
      onClick={({ currentTarget }) => onOpen(currentTarget)}
      className={classNames(
        'relative min-h-target min-w-target overflow-hidden rounded-md bg-paper-deep focus-visible:z-10',
        // An edge, also to a photo as light as the card.
        'after:absolute after:inset-0 after:rounded-md after:border after:border-ink/10',
      )}
    >
      <img
        src={url ?? placeholder}
        alt={label}
        decoding="async"
        draggable={false}
        // Seen while the preview is decoded.
        style={{ backgroundImage: `url("${placeholder}")` }}
        className="absolute inset-0 size-full bg-cover object-cover"
      />
      {(state === 'not-here' || state === 'gone') && (
        <span className="absolute inset-x-1 bottom-1 rounded-sm bg-card px-2 py-0.5 text-xs text-ink-soft">
          {state === 'gone' ? photoTexts.gone : photoTexts.notHere}
        </span>
      )}
    </button>
  )
}
