import { describe, expect, it } from 'vitest'
import {
  changesOfPhotos,
  mergePhotos,
  movedPhoto,
  tidyPhotos,
  tooLongDescription,
  type FormPhoto,
} from './form-photos.ts'
import type { PhotoId } from './ids.ts'
import { photoDescriptionLimit } from './limits.ts'

const photo = (name: string, description = ''): FormPhoto => ({
  id: `00000000-0000-4000-8000-00000000000${name}` as PhotoId,
  width: 800,
  height: 600,
  placeholder: 'AAAA',
  description,
})
const [a, b, c, d] = [photo('a', 'See'), photo('b'), photo('c'), photo('d')] as const
const ids = (...photos: readonly FormPhoto[]) => photos.map(({ id }) => id)

describe('the photos of a form whose entry changes under it', () => {
  it('are the saved ones, in their order, while the person has changed nothing', () => {
    expect(mergePhotos({ base: [a, b], mine: [a, b] }, [c, b])).toEqual([c, b])
  })

  it('lose what the other person removed, and gain behind the own ones what was added', () => {
    expect(mergePhotos({ base: [a, b], mine: [d, b, a] }, [b, c])).toEqual([d, b, c])
  })

  it('stay removed here, also where something else of them was changed there', () => {
    expect(mergePhotos({ base: [a, b], mine: [b] }, [photo('a', 'Meer'), b])).toEqual([b])
  })

  it('have the own description where it was changed here, otherwise the saved one', () => {
    const mine = [photo('a', 'Strand'), b]
    const saved = [photo('a', 'Meer'), photo('b', 'Abend')]
    expect(mergePhotos({ base: [a, b], mine }, saved)).toEqual([mine[0], saved[1]])
  })
})

describe('what saving a form writes about its photos', () => {
  it('is nothing where nothing differs', () => {
    const nothing = { removed: [], described: [], added: [], order: undefined }
    expect(changesOfPhotos([a, b], [a, b])).toEqual(nothing)
    expect(changesOfPhotos([b], [a, b])).toEqual({ ...nothing, removed: ids(a) })
    expect(changesOfPhotos([a, b, c], [a, b])).toEqual({ ...nothing, added: [c] })
  })

  it('names the order only where it does not become so by itself', () => {
    const shown = [c, photo('b', 'Abend')]
    expect(changesOfPhotos(shown, [a, b])).toEqual({
      removed: ids(a),
      described: [photo('b', 'Abend')],
      added: [c],
      order: ids(c, b),
    })
  })
})

it('a photo moves to a place of the list, beyond an end to that end', () => {
  expect(movedPhoto([a, b, c], c.id, 0)).toEqual([c, a, b])
  expect(movedPhoto([a, b, c], a.id, 9)).toEqual([b, c, a])
  expect(movedPhoto([a, b, c], a.id, -1)).toEqual([a, b, c])
})

it('a description is stored on one line, invisible ones not at all, and counted in characters', () => {
  const tidied = tidyPhotos([photo('a', ' Am\nSee '), photo('b', '\u200B')])
  expect(tidied).toEqual([photo('a', 'Am See'), photo('b')])
  const full = photo('a', '😀'.repeat(photoDescriptionLimit))
  expect(tooLongDescription([full])).toBeUndefined()
  expect(tooLongDescription([b, photo('a', `${full.description}!`)])?.id).toBe(a.id)
})
