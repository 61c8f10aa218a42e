import { useRef, useState } from 'react'
import { categories, type Category } from '../../../domain/category.ts'
import { changeCategory } from '../../../domain/category-change.ts'
import { emptyForm, type EntryForm } from '../../../domain/entry.ts'
import type { EntryId } from '../../../domain/ids.ts'
import type { FormDraft, Journal } from '../../replica/journal.ts'
import { useOthers } from '../../ui/other-text.tsx'
import { isBlank, parseDraft } from './entry-draft.ts'
import { useEntryForm, type EntryFormState } from './use-entry-form.ts'

interface OpenForm {
  readonly draft: FormDraft
  readonly form: EntryForm
  /** The idea that it is the story of. */
  readonly ideaId: EntryId | undefined
}

/** The state in which "Neuer Eintrag" opens. */
export interface OpenedCreateForm {
  readonly start: OpenForm
  readonly isRestored: boolean
  /** The texts that were left unsent in other categories: each appears when its category is chosen. */
  readonly waiting: readonly OpenForm[]
  /** The other texts that were left unsent in this category; the form offers them. */
  readonly others: readonly OpenForm[]
}

/**
 * The oldest text left unsent in a category, in any one on "Alle" (null), or an empty form; and one
 * for each other category.
 */
export async function openCreateForm(
  journal: Journal,
  category: Category | null,
  timeZone: string,
): Promise<OpenedCreateForm> {
  const readFor = (wanted: Category | null) => (value: unknown, key: string) => {
    const kept = parseDraft(value, timeZone)
    if (kept === undefined || isBlank(kept.form)) return undefined
    const isWanted = wanted === null || kept.form.category === wanted || journal.drafts.isNamed(key)
    return isWanted ? kept : undefined
  }
  const takeLeft = async (wanted: Category | null): Promise<OpenForm | undefined> => {
    const left = await journal.drafts.takeOldest('new-entry', readFor(wanted))
    return left && { ...left.value, draft: left.draft }
  }
  const first = await takeLeft(category)
  const form = first?.form ?? emptyForm(category ?? 'erzaehlen')
  const more = first && (await journal.drafts.takeSeveral('new-entry', readFor(form.category)))
  const others = (more ?? []).map(({ draft, value }) => ({ ...value, draft }))
  const waiting: OpenForm[] = []
  for (const other of categories) {
    const left = other === form.category ? undefined : await takeLeft(other)
    if (left !== undefined) waiting.push(left)
  }
  const start = first ?? { draft: journal.drafts.begin('new-entry'), form, ideaId: undefined }
  return { start, isRestored: first !== undefined, waiting, others }
}

/** The story of an idea: the oldest text left unsent about it, or an empty form. */
export async function openStoryForm(
  journal: Journal,
  ideaId: EntryId,
  timeZone: string,
): Promise<OpenedCreateForm> {
  const [left, ...more] = await journal.drafts.takeSeveral('new-entry', (value) => {
    const kept = parseDraft(value, timeZone)
    return kept?.ideaId === ideaId && !isBlank(kept.form) ? kept : undefined
  })
  const others = more.map((other) => ({ ...other.value, draft: other.draft }))
  const form = left?.value.form ?? emptyForm('erzaehlen')
  const draft = left?.draft ?? journal.drafts.begin('new-entry')
  return { start: { draft, form, ideaId }, isRestored: left !== undefined, waiting: [], others }
}

/** A text that was shared with the app. */
export interface SharedText {
  readonly text: string
  /** Called once it is stored as a draft. */
  readonly taken: () => void
}

/** A form of its own on a shared text, which is kept as its draft from the start. */
export async function openSharedForm(
  journal: Journal,
  { text, taken }: SharedText,
): Promise<OpenedCreateForm> {
  const form: EntryForm = { ...emptyForm('erzaehlen'), content: text }
  const draft = journal.drafts.begin('new-entry')
  draft.write({ form })
  await draft.stored()
  taken()
  return { start: { draft, form, ideaId: undefined }, isRestored: false, waiting: [], others: [] }
}

/** Leaves what was not sent to the next form. */
export function leaveCreateForm({ start, waiting, others }: OpenedCreateForm): void {
  for (const { draft } of [start, ...waiting, ...others]) draft.leave()
}

export interface CreateForm {
  readonly state: EntryFormState
  readonly isRestored: boolean
  /** The idea that what is typed is the story of, as long as its category is that of stories. */
  readonly ideaId: EntryId | undefined
  readonly discard: () => void
  readonly choose: (category: Category) => void
  /** Another text that was left unsent in this category. */
  readonly other: EntryForm | undefined
  /** Shows the other text in place of this one, which is offered then. */
  readonly showOther: () => void
}

/**
 * The form of a new entry, and the texts that wait in other categories.
 *
 * @param askedFor the idea that the form was opened for
 */
export function useCreateForm(
  opened: OpenedCreateForm,
  onStored: (category: Category) => void,
  journal: Journal,
  askedFor: EntryId | undefined,
): CreateForm {
  const { start } = opened
  const held = useRef<Omit<OpenForm, 'form'>>(start)
  const [ideaId, setIdeaId] = useState(start.ideaId)
  const waiting = useRef(new Map(opened.waiting.map((left) => [left.form.category, left])))
  const [isRestored, setIsRestored] = useState(opened.isRestored)

  const state = useEntryForm({
    start: start.form,
    keep(form) {
      const { draft, ideaId } = held.current
      if (isBlank(form)) draft.clear()
      else draft.write({ form, ideaId })
    },
    send(edit, rest) {
      const { draft, ideaId } = held.current
      const isStory = edit.category === 'erzaehlen'
      journal.createEntry({ ...edit, ideaId: isStory ? ideaId : undefined }, { draft, rest })
      onStored(edit.category)
      return true
    },
  })
  const show = (left: OpenForm) => {
    held.current = left
    setIdeaId(left.ideaId)
    setIsRestored(true)
    state.change(left.form)
  }
  const { other, exchange } = useOthers(opened.others, fitsInto(state.form))
  return {
    state,
    isRestored,
    other: other?.form,
    showOther: () =>
      exchange(isBlank(state.form) ? undefined : { ...held.current, form: state.form }, show),
    ideaId: state.form.category === 'erzaehlen' ? ideaId : undefined,
    discard: () => {
      show({ ...held.current, ideaId: askedFor, form: emptyForm(state.form.category) })
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
      if (!isBlank(state.form))
        waiting.current.set(state.form.category, { ...held.current, form: state.form })
      show(left)
    },
  }
}

/** Tells which texts a form can show as its category is now. */
function fitsInto({ category }: EntryForm) {
  return ({ form }: OpenForm) => form.category === category
}
