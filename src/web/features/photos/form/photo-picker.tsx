import { useRef, type ChangeEvent } from 'react'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { useMediaQuery } from '../../../ui/media-query.ts'
import type { ChosenFile } from './prepare-file.ts'
import { photosFieldTexts as texts } from './photos-field-texts.ts'
import { chosenFiles } from './use-file-entrance.ts'

/** Without HEIC, which an iPhone then turns into JPEG itself. */
const accept = 'image/jpeg,image/png,image/webp,image/gif,image/avif'

/** On a phone each of the two has a line of its own, of the same width. */
const buttonClass = 'grow rounded-md! font-semibold! desktop:grow-0'

interface PhotoPickerProps {
  readonly onFiles: (files: readonly ChosenFile[]) => void
  /** True while files are held over the page. */
  readonly isOver: boolean
}

/** The buttons that choose photos and, on a phone, take one. */
export function PhotoPicker({ onFiles, isOver }: PhotoPickerProps) {
  const files = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const hasCamera = useMediaQuery('(pointer: coarse)')
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const chosen = chosenFiles(target.files)
    // The same file may be chosen again.
    target.value = ''
    if (chosen.length > 0) onFiles(chosen)
  }
  return (
    <div
      className={classNames(
        'flex flex-wrap gap-2 rounded-md',
        isOver && 'outline-2 outline-offset-4 outline-accent outline-dashed',
      )}
    >
      <input ref={files} type="file" multiple hidden accept={accept} onChange={onChange} />
      <Button
        variant="outline"
        icon="picture"
        data-add=""
        className={buttonClass}
        onClick={() => files.current?.click()}
      >
        {texts.add}
      </Button>
      {hasCamera && (
        <>
          <input
            ref={camera}
            type="file"
            hidden
            accept="image/*"
            capture="environment"
            onChange={onChange}
          />
          <Button
            variant="outline"
            icon="camera"
            className={buttonClass}
            onClick={() => camera.current?.click()}
          >
            {texts.take}
          </Button>
        </>
      )}
      {isOver && <p className="basis-full text-sm text-ink-soft">{texts.drop}</p>}
    </div>
  )
}
