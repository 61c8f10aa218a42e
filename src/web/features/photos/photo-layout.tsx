import type { CSSProperties, ReactNode } from 'react'
import type { ShownPhoto } from '../../replica/journal.ts'
import { classNames } from '../../ui/class-names.ts'

/** The room of several photos, by their number; each fills its part of it. */
const grids: Readonly<Record<number, string>> = {
  2: 'aspect-[2/1] grid-cols-2',
  3: 'aspect-[3/2] grid-cols-[2fr_1fr] grid-rows-2 *:first:row-span-2',
  4: 'aspect-[4/3] grid-cols-2 grid-rows-2',
}
/** While more wait here than an entry may have. */
const grid = 'aspect-[3/2] grid-cols-3 auto-rows-fr'

interface PhotoLayoutProps {
  readonly photos: readonly ShownPhoto[]
  readonly label?: string
  /** The part that fills a photo's place. @param style its size, if the room around it does not decide that */
  readonly children: (photo: ShownPhoto, style: CSSProperties | undefined) => ReactNode
}

/** The photos' places in their final size. */
export function PhotoLayout({ photos, label, children }: PhotoLayoutProps) {
  const isSingle = photos.length === 1
  return (
    <ul
      aria-label={label}
      className={classNames(
        'grid',
        !isSingle && 'max-h-[60svh] w-full gap-1',
        !isSingle && (grids[photos.length] ?? grid),
      )}
    >
      {photos.map((photo) => (
        <li key={photo.id} className="grid min-h-0 min-w-0">
          {children(photo, isSingle ? ownProportions(photo) : undefined)}
        </li>
      ))}
    </ul>
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
