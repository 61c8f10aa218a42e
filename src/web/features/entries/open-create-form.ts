import { categories, type Category } from '../../../domain/category.ts'
import { emptyForm, type EntryForm } from '../../../domain/entry.ts'
import { mergePhotos } from '../../../domain/form-photos.ts'
import type { EntryId } from '../../../domain/ids.ts'
import type { FormDraft, LeftDraft } from '../../replica/journal.ts'
import { isBlank, parseDraft, type EntryDraft } from './entry-draft.ts'
import { OpenForm, type FormContext } from './open-form.ts'
import { noPhotos } from './photos-of-form.ts'

/** The state in which "Neuer Eintrag" opens. */
export interface OpenedCreateForm {
  readonly start: OpenForm
  readonly isRestored: boolean
  /** The forms that were left unsent in other categories: each appears when its category is chosen. */
  readonly waiting: readonly OpenForm[]
  /** The other ones that were left unsent in this category; the form offers them. */
  readonly others: readonly OpenForm[]
}

/** True for a form whose loss would be none. */
export function isNothing({ form, photos }: OpenForm): boolean {
  return isBlank(form, photos.held.state())
}

type Begun = Pick<EntryDraft, 'form' | 'ideaId' | 'photos'> & { readonly draft: FormDraft }

function begin({ journal, timeZone, openPhotos }: FormContext, begun: Begun): OpenForm {
  const { photos, ...parts } = begun
  // Of an edit whose entry is gone: the photos of that entry went with it.
  const mine = mergePhotos(photos, [])
  const opened = openPhotos(journal, { ...photos, base: [], mine })
  return new OpenForm({ ...parts, photos: opened, timeZone, isEmpty: isNothing })
}

function beginEmpty(context: FormContext, form: EntryForm, ideaId?: EntryId): OpenForm {
  const draft = context.journal.drafts.begin('new-entry')
  return begin(context, { draft, form, ideaId, photos: noPhotos })
}

function left(context: FormContext, { draft, value }: LeftDraft<EntryDraft>): OpenForm {
  return begin(context, { ...value, draft })
}

/**
 * The oldest text left unsent in a category, in any one on "Alle" (null), or an empty form; and one
 * for each other category.
 */
export async function openCreateForm(
  context: FormContext,
  category: Category | null,
): Promise<OpenedCreateForm> {
  const { drafts } = context.journal
  const readFor = (wanted: Category | null) => (value: unknown, key: string) => {
    const kept = readNotBlank(context, value)
    const isWanted = wanted === null || kept?.form.category === wanted || drafts.isNamed(key)
    return isWanted ? kept : undefined
  }
  const takeLeft = async (wanted: Category | null): Promise<OpenForm | undefined> => {
    const back = context.closing.reopen(({ form }) => wanted === null || form.category === wanted)
    if (back !== undefined) return back
    const found = await drafts.takeOldest('new-entry', readFor(wanted))
    return found && left(context, found)
  }
  const first = await takeLeft(category)
  const start = first ?? beginEmpty(context, emptyForm(category ?? 'erzaehlen'))
  const chosen = start.form.category
  const more = first && (await drafts.takeSeveral('new-entry', readFor(chosen)))
  const others = (more ?? []).map((found) => left(context, found))
  const waiting: OpenForm[] = []
  for (const other of categories) {
    const found = other === chosen ? undefined : await takeLeft(other)
    if (found !== undefined) waiting.push(found)
  }
  return { start, isRestored: first !== undefined, waiting, others }
}

/** The story of an idea: the oldest text left unsent about it, or an empty form. */
export async function openStoryForm(
  context: FormContext,
  ideaId: EntryId,
): Promise<OpenedCreateForm> {
  const back = context.closing.reopen((form) => form.ideaId === ideaId)
  const drafts = await context.journal.drafts.takeSeveral('new-entry', (value) => {
    const kept = readNotBlank(context, value)
    return kept?.ideaId === ideaId ? kept : undefined
  })
  const found = drafts.map((draft) => left(context, draft))
  const [first, ...others] = back === undefined ? found : [back, ...found]
  const start = first ?? beginEmpty(context, emptyForm('erzaehlen'), ideaId)
  return { start, isRestored: first !== undefined, waiting: [], others }
}

function readNotBlank({ timeZone }: FormContext, value: unknown): EntryDraft | undefined {
  const kept = parseDraft(value, timeZone)
  if (kept === undefined) return undefined
  const mine = mergePhotos(kept.photos, [])
  return isBlank(kept.form, { ...kept.photos, mine }) ? undefined : kept
}

/** Content that was shared with the app: a text, photos, or both. */
export interface Shared {
  readonly text: string
  /** Called once the text is stored as a draft. */
  readonly taken: () => void
  /** Each with what is called once it is kept in the form or refused. */
  readonly photos: readonly SharedPhoto[]
}

export interface SharedPhoto {
  /** The word for one that this device had no room for. */
  readonly file: Blob | 'no-room'
  readonly onTaken: () => void
}

/** A form of its own on what was shared, which is kept as its draft from the start. */
export async function openSharedForm(
  context: FormContext,
  { text, taken, photos }: Shared,
): Promise<OpenedCreateForm> {
  const start = beginEmpty(context, { ...emptyForm('erzaehlen'), content: text })
  start.keep()
  await start.draft.stored()
  taken()
  const inDraft = async () => start.draft.stored()
  start.photos.held.add(
    photos.map(({ file, onTaken }) => ({ file, onTaken: () => void inDraft().then(onTaken) })),
  )
  return { start, isRestored: false, waiting: [], others: [] }
}

/** Leaves what was not sent to the next form. */
export function leaveCreateForm(
  { closing }: FormContext,
  { start, waiting, others }: OpenedCreateForm,
): void {
  for (const form of [start, ...waiting, ...others]) closing.leave(form)
}
