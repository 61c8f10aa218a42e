import { useRef, useState } from 'react'
import type { Category } from '../../../domain/category.ts'
import { changeCategory } from '../../../domain/category-change.ts'
import { emptyForm, type EntryEdit, type EntryForm } from '../../../domain/entry.ts'
import { tidyPhotos } from '../../../domain/form-photos.ts'
import type { EntryId } from '../../../domain/ids.ts'
import type { Journal } from '../../replica/journal.ts'
import { useOthers } from '../../ui/other-text.tsx'
import { isNothing, type OpenedCreateForm } from './open-create-form.ts'
import type { OpenForm } from './open-form.ts'
import { restWithPhotos } from './photos-of-form.ts'
import { useEntryForm } from './use-entry-form.ts'

/**
 * The form of a new entry, and what waits in other categories.
 *
 * @param askedFor the idea that the form was opened for
 */
export function useCreateForm(
  opened: OpenedCreateForm,
  onStored: (category: Category) => void,
  journal: Journal,
  askedFor: EntryId | undefined,
) {
  const [held, setHeld] = useState(opened.start)
  const waiting = useRef(new Map(opened.waiting.map((left) => [left.form.category, left])))
  const [isRestored, setIsRestored] = useState(opened.isRestored)

  const state = useEntryForm({
    start: held.form,
    photos: held.photos,
    keep: (form) => held.keep(form),
    send(edit, rest) {
      send(journal, held, edit, rest)
      onStored(edit.category)
      return true
    },
  })
  const show = (left: OpenForm) => {
    setHeld(left)
    setIsRestored(true)
    state.show(left.form)
  }
  const { other, exchange } = useOthers(opened.others, fitsInto(state.form))
  return {
    state,
    held,
    isRestored,
    /** Another form that was left unsent in this category. */
    other,
    /** Shows the other one in place of this, which is offered then. */
    showOther: () => exchange(isNothing(held) ? undefined : held, show),
    /** The idea that what is typed is the story of, as long as its category is that of stories. */
    ideaId: state.form.category === 'erzaehlen' ? held.ideaId : undefined,
    discard: () => {
      held.beginAgain(askedFor)
      state.change(emptyForm(state.form.category))
      setIsRestored(false)
    },
    /** Another category takes the text along, unless an unsent one is waiting there. */
    choose: (category: Category) => {
      const left = waiting.current.get(category)
      setIsRestored(left !== undefined)
      if (left === undefined) {
        state.change(changeCategory(state.form, category))
        return
      }
      waiting.current.delete(category)
      if (!isNothing(held)) waiting.current.set(state.form.category, held)
      show(left)
    },
  }
}

function send(
  journal: Journal,
  { draft, ideaId, form, photos }: OpenForm,
  edit: EntryEdit,
  rest: { readonly form: EntryForm } | undefined,
): void {
  const isTranslation = edit.category === 'uebersetzungen'
  const isStory = edit.category === 'erzaehlen'
  const mine = tidyPhotos(photos.held.state().mine)
  journal.createEntry(
    { ...edit, ideaId: isStory ? ideaId : undefined },
    isTranslation
      ? { draft, rest: restWithPhotos(form, rest, mine) }
      : { draft, rest, photos: mine },
  )
}

/** Tells which forms can be shown as the category is now. */
function fitsInto({ category }: EntryForm) {
  return ({ form }: OpenForm) => form.category === category
}
