import type { PhotoId } from '../../../../../domain/ids.ts'
import { bookTexts, type PhotoWords } from '../book-words.ts'
import { pictureUrl } from '../picture-url.ts'
import { element } from './element.ts'
import { picturesOf } from './parts.ts'

/** More photos than these are printed by their previews: the pictures of all pages are in memory together. */
const mostPrintedWhole = 200

/** A photo's picture is on the page only near the screen. */
const observer = new IntersectionObserver(
  (seen) => {
    for (const { isIntersecting, target } of seen)
      if (isIntersecting) show(target as HTMLImageElement)
      else target.removeAttribute('src')
  },
  { rootMargin: '1500px' },
)

function show(image: HTMLImageElement, isWhole = true): void {
  const pictures = picturesOf(image.dataset['photo'] as PhotoId)
  if (pictures === undefined) return
  const { preview, full = preview } = pictures
  image.src = pictureUrl(isWhole ? full : preview)
}

/** An entry's photos, each with its description; none for an entry without. */
export function drawPhotos(photos: readonly PhotoWords[]): readonly HTMLElement[] {
  if (photos.length === 0) return []
  const look = photos.length === 1 ? 'photos one' : 'photos'
  return [element('div', look, ...photos.map(drawPhoto))]
}

function drawPhoto({ id, alt, description, width, height }: PhotoWords): HTMLElement {
  if (document.getElementById(id) === null)
    return element('p', 'soft', bookTexts.withoutPicture(alt))
  const image = document.createElement('img')
  image.width = width
  image.height = height
  image.alt = alt
  image.dataset['photo'] = id
  image.decoding = 'async'
  observer.observe(image)
  const caption = description === '' ? [] : [element('figcaption', '', description)]
  return element('figure', '', image, ...caption)
}

/** Puts all pictures on the page, which is about to be printed. */
export function showAllPhotos(): void {
  observer.disconnect()
  const images = document.querySelectorAll<HTMLImageElement>('img[data-photo]')
  for (const image of images) {
    image.decoding = 'sync'
    show(image, images.length <= mostPrintedWhole)
  }
}
