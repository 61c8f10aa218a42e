import { useState } from 'react'
import type { EntryEdit, EntryForm } from '../../../domain/entry.ts'
import type { EntryId, PhotoId } from '../../../domain/ids.ts'
import { useJournal, useTimeZone } from '../../replica/journal-context.tsx'
import type { FormDraft } from '../../replica/journal.ts'
import { noPhotos, type OpenPhotos, type PhotosOfForm } from './photos-of-form.ts'

interface OpenFormParts {
  readonly draft: FormDraft
  readonly photos: PhotosOfForm
  readonly form: EntryForm
  /** The idea that a new entry is the story of. */
  readonly ideaId?: EntryId | undefined
  /** The entry that is edited, and as the form was opened on it. */
  readonly entryId?: EntryId | undefined
  readonly base?: EntryEdit | undefined
  /** An IANA name. */
  readonly timeZone: string
  /** True for a form that would be no loss. */
  readonly isEmpty: (form: OpenForm) => boolean
}

/** The content of one form, kept as its draft. It takes its photos also while it is not shown, or is closed already. */
export class OpenForm {
  readonly draft: FormDraft
  readonly photos: PhotosOfForm
  readonly entryId: EntryId | undefined
  readonly #isEmpty: OpenFormParts['isEmpty']
  form: EntryForm
  ideaId: EntryId | undefined
  base: EntryEdit | undefined
  timeZone: string
  #named: readonly PhotoId[] = []

  constructor({ draft, photos, form, ideaId, entryId, base, timeZone, isEmpty }: OpenFormParts) {
    this.draft = draft
    this.photos = photos
    this.form = form
    this.ideaId = ideaId
    this.entryId = entryId
    this.base = base
    this.timeZone = timeZone
    this.#isEmpty = isEmpty
    photos.held.subscribe(() => this.keep())
    this.#named = this.#ownPhotos()
  }

  /** Stores it as its draft. */
  keep(form: EntryForm = this.form): void {
    this.form = form
    if (this.#isEmpty(this)) this.draft.clear()
    else {
      const { ideaId, base } = this
      const { mine: photos, base: basePhotos, preparing } = this.photos.held.inDraft()
      this.draft.write({ form, ideaId, base, photos, basePhotos, preparing })
    }
    this.#discardRemoved()
  }

  /** Without its photos, and about this idea. */
  beginAgain(ideaId: EntryId | undefined): void {
    this.ideaId = ideaId
    this.photos.held.restart(noPhotos)
  }

  /** From here on this is the entry from which its text differs. */
  rebase(base: EntryEdit | undefined, timeZone: string): void {
    this.base = base
    this.timeZone = timeZone
  }

  /** Once no stored draft names them any more. */
  #discardRemoved(): void {
    const own = this.#ownPhotos()
    const removed = this.#named.filter((id) => !own.includes(id))
    this.#named = own
    if (removed.length === 0) return
    void this.draft.stored().then(() => removed.forEach((id) => this.photos.discard(id)))
  }

  /** Those that are in this form alone, ready or not. */
  #ownPhotos(): readonly PhotoId[] {
    const { mine, base, preparing } = this.photos.held.state()
    const saved = new Set(base.map(({ id }) => id))
    return [...mine, ...preparing].map(({ id }) => id).filter((id) => !saved.has(id))
  }

  get isPreparing(): boolean {
    return this.photos.held.state().preparing.length > 0
  }
}

/** Forms that were closed while photos of theirs are being prepared: they are left to the next form after that. */
export class ClosingForms {
  readonly #forms = new Set<OpenForm>()

  /** Leaves what was not sent to the next form. */
  leave(form: OpenForm): void {
    if (!form.isPreparing) return form.draft.leave()
    this.#forms.add(form)
    void form.photos.held.settled().then(() => {
      if (this.#forms.delete(form)) form.draft.leave()
    })
  }

  /** Opens one of them again as it is. */
  reopen(isWanted: (form: OpenForm) => boolean): OpenForm | undefined {
    const found = [...this.#forms].find(isWanted)
    if (found !== undefined) this.#forms.delete(found)
    return found
  }
}

export type FormContext = ReturnType<typeof useFormContext>

/** The parts that opening a form needs. */
export function useFormContext(openPhotos: OpenPhotos) {
  const [closing] = useState(() => new ClosingForms())
  return { journal: useJournal(), timeZone: useTimeZone(), openPhotos, closing }
}
