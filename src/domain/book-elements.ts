import { bookPicturesSchema, type BookPictures } from './book-pictures.ts'
import { jsonText, parseIfValid } from './parse.ts'

/** A browser that saves the page may write the element's attributes in another order. */
const partTag = /^script\s[^>]{0,200}?\bdata-part="([a-z_]+)"[^>]{0,200}>/u

/** Characters between two `<`, many times what a part has; a file without any must not fill the memory. */
const longestPart = 16 * 1024 * 1024

/** The part of a file that begins after a `<`; undefined for anything else. */
export function partOf(
  element: string,
): { readonly name: string; readonly json: string } | undefined {
  const [tag = '', name] = partTag.exec(element) ?? []
  return name === undefined ? undefined : { name, json: element.slice(tag.length) }
}

/** The texts between each `<` of a file and the next, as they come; ends with undefined after one that is too long to be ours. */
export async function* elementsIn(
  pieces: AsyncIterable<string>,
): AsyncGenerator<readonly string[] | undefined, void> {
  let begun: string[] = []
  let length = 0
  for await (const piece of pieces) {
    const [first = '', ...others] = piece.split('<')
    begun.push(first)
    length += first.length
    const whole: string[] = []
    for (const next of others) {
      whole.push(begun.join(''))
      begun = [next]
      length = next.length
    }
    yield whole
    if (length > longestPart) {
      yield undefined
      return
    }
  }
  yield [begun.join('')]
}

const picturesJson = jsonText(bookPicturesSchema)

/** The pictures of a file that was read before, one photo's after the other. */
export async function* picturesIn(
  pieces: AsyncIterable<string>,
): AsyncGenerator<BookPictures, void> {
  for await (const elements of elementsIn(pieces))
    for (const element of elements ?? []) {
      const part = partOf(element)
      const read = part?.name === 'pictures' ? parseIfValid(picturesJson, part.json) : undefined
      if (read !== undefined) yield read
    }
}
