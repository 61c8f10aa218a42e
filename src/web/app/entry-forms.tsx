import {
  CreateEntryDialog,
  type CreateEntryDialogProps,
} from '../features/entries/create-entry-dialog.tsx'
import {
  EditEntryDialog,
  type EditEntryDialogProps,
} from '../features/entries/edit-entry-dialog.tsx'
import type { OpenPhotos } from '../features/entries/photos-of-form.ts'
import { choosePhotos } from '../features/photos/form/choose-photos.ts'
import { PhotosField } from '../features/photos/form/photos-field.tsx'

const openPhotos: OpenPhotos = (journal, start) => {
  const chosen = choosePhotos(journal, start)
  return {
    held: chosen,
    field: (props) => <PhotosField chosen={chosen} {...props} />,
    discard: (id) => void journal.pictures.discard(id),
  }
}

/** The forms of an entry, with the photos in them. */
export function CreateForm(props: CreateEntryDialogProps) {
  return <CreateEntryDialog {...props} openPhotos={openPhotos} />
}

export function EditForm(props: EditEntryDialogProps) {
  return <EditEntryDialog {...props} openPhotos={openPhotos} />
}
