import { newId } from '../../../../domain/ids.ts'
import type { PhotosInDraft } from '../../../../domain/form-photos.ts'
import { preparePhoto } from '../../../pictures/prepare-photo.ts'
import type { Journal } from '../../../replica/journal.ts'
import { ChosenPhotos } from './chosen-photos.ts'

/** The photos of a form that opens, with this device to prepare and keep them. */
export function choosePhotos(
  { pictures, chosenFiles }: Journal,
  start: PhotosInDraft,
): ChosenPhotos {
  return new ChosenPhotos({
    start,
    prepare: preparePhoto,
    keep: async (id, prepared) => pictures.keep(id, prepared),
    keepFile: async (id, bytes) => chosenFiles.keep(id, bytes),
    readFile: async (id) => chosenFiles.read(id),
    newId,
  })
}
