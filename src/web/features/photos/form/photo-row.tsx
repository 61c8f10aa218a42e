import { counterBounds, photoDescriptionCountedAbove } from '../../../../domain/limits.ts'
import type { FormPhoto } from '../../../../domain/form-photos.ts'
import { lengthOf } from '../../../../domain/text.ts'
import { placeholderUrl } from '../../../pictures/placeholder.ts'
import { usePicture } from '../../../replica/use-photos.ts'
import { classNames } from '../../../ui/class-names.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { photosFieldTexts as texts } from './photos-field-texts.ts'
import type { Drag, DragOrder } from './use-drag-order.ts'

/** The data and actions of one row of the list. */
export interface RowControl {
  /** The number of photos, those that are being prepared included. */
  readonly all: number
  /** The last place to which it can be moved. */
  readonly last: number
  /** Of the description's field. */
  readonly id: string
  readonly error: string | undefined
  readonly handle: ReturnType<DragOrder['handlersOf']>
  readonly drag: Drag | undefined
  readonly onMove: (place: number) => void
  readonly onRemove: () => void
  readonly onDescribe: (description: string) => void
}

interface PhotoRowProps {
  readonly photo: FormPhoto
  readonly place: number
  readonly control: RowControl
}

const rowClass =
  'grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-3 gap-y-1 rounded-md border border-line bg-card p-2 narrow:grid-cols-1'

/** One photo: its picture, which is dragged, its description, and the buttons for order and removal. */
export function PhotoRow({ photo, place, control }: PhotoRowProps) {
  const { drag, all } = control
  const isDragged = drag?.from === place
  return (
    <li
      aria-label={texts.photo(place + 1, all)}
      data-photo={photo.id}
      className={classNames(
        rowClass,
        isDragged && 'relative z-10 shadow-float',
        drag !== undefined && !isDragged && drag.to === place && 'border-accent',
      )}
      style={isDragged ? { transform: `translateY(${drag.offset}px)` } : undefined}
    >
      <Handle photo={photo} place={place} control={control} />
      <Description photo={photo} place={place} control={control} />
      <RowButtons place={place} control={control} />
    </li>
  )
}

function Handle({ photo, control }: PhotoRowProps) {
  const { url, state } = usePicture(photo.id, 'preview', true)
  const isMissing = state === 'not-here' || state === 'gone'
  return (
    <div
      {...control.handle}
      // The drawer would be dragged along.
      data-base-ui-swipe-ignore=""
      title={texts.drag}
      className="relative row-span-2 size-22 cursor-grab touch-none overflow-hidden rounded-sm bg-paper-deep active:cursor-grabbing"
    >
      <img
        src={url ?? placeholderUrl(photo.placeholder)}
        alt={photo.description}
        draggable={false}
        className="size-full object-cover select-none"
      />
      {isMissing && (
        <span className="absolute inset-x-0 bottom-0 bg-card/90 px-1 text-center text-xs">
          {texts.notHere}
        </span>
      )}
    </div>
  )
}

function Description({ photo, control }: PhotoRowProps) {
  const length = lengthOf(photo.description)
  const bounds = counterBounds.photoDescription
  const isTooLong = length > bounds.limit
  return (
    <TextField
      id={control.id}
      label={texts.description}
      value={photo.description}
      autoComplete="off"
      error={isTooLong ? control.error : undefined}
      {...(length > photoDescriptionCountedAbove && { counter: { ...bounds, length } })}
      onChange={(event) => control.onDescribe(event.target.value)}
    />
  )
}

function RowButtons({ place, control }: Omit<PhotoRowProps, 'photo'>) {
  const { last, onMove, onRemove } = control
  return (
    <div className="flex justify-end">
      {last > 0 && (
        <>
          <IconButton
            icon="chevron-up"
            label={texts.earlier(place + 1)}
            data-move="earlier"
            aria-disabled={place === 0}
            className="aria-disabled:opacity-55"
            onClick={() => place > 0 && onMove(place - 1)}
          />
          <IconButton
            icon="chevron-down"
            label={texts.later(place + 1)}
            data-move="later"
            aria-disabled={place === last}
            className="aria-disabled:opacity-55"
            onClick={() => place < last && onMove(place + 1)}
          />
        </>
      )}
      <IconButton
        icon="trash"
        label={texts.remove(place + 1)}
        data-move="remove"
        onClick={onRemove}
      />
    </div>
  )
}

interface PreparingRowProps {
  readonly place: number
  readonly all: number
  readonly onCancel: () => void
}

/** The place of a photo that is not ready yet. */
export function PreparingRow({ place, all, onCancel }: PreparingRowProps) {
  return (
    <li aria-label={texts.photo(place + 1, all)} className={rowClass}>
      <div aria-hidden="true" className="size-22 animate-pulse rounded-sm bg-paper-deep" />
      <div className="flex items-center justify-between gap-2">
        <p className="text-sm text-ink-soft">{texts.preparing}</p>
        <IconButton icon="close" label={texts.cancel} onClick={onCancel} />
      </div>
    </li>
  )
}
