import { useRef, useState, useSyncExternalStore } from 'react'
import { mergePhotos, movedPhoto, type FormPhoto } from '../../../../domain/form-photos.ts'
import type { PhotoId } from '../../../../domain/ids.ts'
import { usePhotosOffered } from '../../../replica/use-photos.ts'
import { Notice } from '../../../ui/notice.tsx'
import type { ChosenPhotos, ChosenPhotosState } from './chosen-photos.ts'
import { PhotoPicker } from './photo-picker.tsx'
import { PhotoRow, PreparingRow, type RowControl } from './photo-row.tsx'
import { photosFieldTexts as texts, refusalOf } from './photos-field-texts.ts'
import type { ChosenFile } from './prepare-file.ts'
import { useDragOrder } from './use-drag-order.ts'
import { useFileEntrance } from './use-file-entrance.ts'
import { useRowFocus } from './use-row-focus.ts'

export interface PhotosFieldProps {
  readonly chosen: ChosenPhotos
  /** Of the entry as it is now; none for a new one. */
  readonly saved: readonly FormPhoto[]
  /** True where the chosen category has no photos. */
  readonly isOutOfSight: boolean
  /** Stands before the id of each description's field, which ends with the photo's. */
  readonly fieldPrefix: string
  /** The photo whose description cannot be sent, and why. */
  readonly problem: { readonly id: PhotoId; readonly text: string } | undefined
}

/** The photos of an entry's form: chosen, ordered, described and removed here. */
export function PhotosField(props: PhotosFieldProps) {
  const { chosen, saved, isOutOfSight } = props
  const state = useSyncExternalStore(chosen.subscribe, chosen.state)
  const shown = mergePhotos(state, saved)
  const isOffered = usePhotosOffered()
  const [refusal, setRefusal] = useState('')
  const take = (files: readonly ChosenFile[]) => {
    setRefusal(isOutOfSight ? texts.notOfTranslation : '')
    if (!isOutOfSight && isOffered) chosen.add(files, saved)
  }
  const isOver = useFileEntrance(take)
  if (isOutOfSight) {
    const count = shown.length + state.preparing.length
    if (count > 0) return <Notice text={texts.outOfSight(count)} />
    return refusal === '' ? null : <Notice tone="warning" text={refusal} />
  }
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-sm font-bold">{texts.title}</legend>
      <Photos {...props} shown={shown} preparing={state.preparing} />
      {isOffered ? (
        <PhotoPicker onFiles={take} isOver={isOver} />
      ) : (
        <p className="text-sm text-ink-soft">{texts.notOffered}</p>
      )}
      <Refusals refused={state.refused} />
    </fieldset>
  )
}

function Refusals({ refused }: Pick<ChosenPhotosState, 'refused'>) {
  return (
    <div role="alert" className="grid gap-1 text-sm font-semibold text-danger empty:hidden">
      {refused.map((one, index) => (
        // Two files of the same name may be refused for the same reason.
        // oxlint-disable-next-line react/no-array-index-key
        <p key={index} className="wrap-anywhere">
          {refusalOf(one)}
        </p>
      ))}
    </div>
  )
}

interface PhotosProps extends PhotosFieldProps, Pick<ChosenPhotosState, 'preparing'> {
  readonly shown: readonly FormPhoto[]
}

function Photos({ chosen, saved, shown, preparing, fieldPrefix, problem }: PhotosProps) {
  const list = useRef<HTMLOListElement>(null)
  const [said, setSaid] = useState('')
  const all = shown.length + preparing.length
  const keepFocus = useRowFocus(list)
  const move = (from: number, to: number) => {
    const photo = shown[from]
    if (photo === undefined) return
    chosen.change(movedPhoto(shown, photo.id, to), saved)
    setSaid(texts.moved(to + 1, all))
  }
  const dragging = useDragOrder(list, (from, to) => move(from, Math.min(to, shown.length - 1)))
  const controlOf = (photo: FormPhoto, place: number): RowControl => ({
    all,
    last: shown.length - 1,
    id: `${fieldPrefix}-photo-${photo.id}`,
    error: problem?.id === photo.id ? problem.text : undefined,
    handle: dragging.handlersOf(place),
    drag: dragging.drag,
    onMove(to) {
      keepFocus(photo.id, to > place ? 'later' : 'earlier')
      move(place, to)
    },
    onRemove() {
      const next = shown[place + 1] ?? shown[place - 1]
      keepFocus(next?.id, 'remove')
      const rest = shown.filter(({ id }) => id !== photo.id)
      chosen.change(rest, saved)
      setSaid(texts.removed(rest.length))
    },
    onDescribe: (description) =>
      chosen.change(
        shown.map((one) => (one.id === photo.id ? { ...one, description } : one)),
        saved,
      ),
  })
  return (
    <>
      <ol ref={list} className="grid gap-2 empty:hidden">
        {shown.map((photo, place) => (
          <PhotoRow key={photo.id} photo={photo} place={place} control={controlOf(photo, place)} />
        ))}
        {preparing.map(({ id }, index) => (
          <PreparingRow
            key={id}
            place={shown.length + index}
            all={all}
            onCancel={() => chosen.cancel(id)}
          />
        ))}
      </ol>
      <output className="sr-only">{said}</output>
      <output className="sr-only">{preparing.length === 0 && all > 0 && texts.added(all)}</output>
    </>
  )
}
