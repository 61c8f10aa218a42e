import { useEffect, useMemo, useState } from 'react'
import {
  editInZone,
  editOf,
  formOf,
  isSameEdit,
  mayEdit,
  type EntryEdit,
} from '../../../domain/entry.ts'
import type { EntryId, PartnerId } from '../../../domain/ids.ts'
import {
  changesOfPhotos,
  mergePhotos,
  tidyPhotos,
  type FormPhoto,
  type PhotoChanges,
} from '../../../domain/form-photos.ts'
import { useJournal, useTimeZone } from '../../replica/journal-context.tsx'
import { editForm, type FormDraft, type ShownEntry } from '../../replica/journal.ts'
import { formPhotoOf } from '../../replica/memory/unsent-photos.ts'
import { useEntryPhotos } from '../../replica/use-photos.ts'
import { toast } from '../../ui/toast.tsx'
import { isSameForm, parseDraft, type EntryDraft } from './entry-draft.ts'
import { editTexts, toastTexts } from './entries-texts.ts'
import { OpenForm, type FormContext } from './open-form.ts'
import { noPhotos, restWithPhotos } from './photos-of-form.ts'
import { useEntryForm } from './use-entry-form.ts'

/** The state in which the edit dialog opens. */
export interface Subject {
  readonly id: EntryId
  readonly held: OpenForm
  readonly isRestored: boolean
}

/** The entry, or the text that was left or refused (D26); undefined where there is neither. */
export async function readSubject(
  { journal, timeZone, openPhotos, closing }: FormContext,
  id: EntryId,
): Promise<Subject | undefined> {
  const entry = await journal.entry(id)
  const back = closing.reopen((form) => form.entryId === id)
  if (back !== undefined) return { id, held: back, isRestored: true }
  const form = editForm(id)
  const open = (draft: FormDraft, start: Pick<EntryDraft, 'form' | 'base' | 'photos'>) => {
    const photos = openPhotos(journal, start.photos)
    return new OpenForm({ ...start, draft, entryId: id, photos, timeZone, isEmpty: isUnchanged })
  }
  const left = await journal.drafts.takeOldest(form, (value) => parseDraft(value, timeZone))
  if (left !== undefined) return { id, held: open(left.draft, left.value), isRestored: true }
  if (entry === undefined) return undefined
  const { category, content, isPrivate, scheduledDate } = entry
  const base: EntryEdit = { category, content, isPrivate, scheduledDate }
  // While nothing is changed here, the form shows the entry's photos.
  const start = { form: formOf(base, timeZone), base, photos: noPhotos }
  return { id, held: open(journal.drafts.begin(form), start), isRestored: false }
}

/** Typed and taken back: nothing is unsent. */
function isUnchanged({ form, base, timeZone, photos }: OpenForm): boolean {
  return base !== undefined && isSameForm(form, formOf(base, timeZone)) && photos.held.isUntouched
}

/**
 * How the typed text relates to the entry: `gone` once it was deleted, hidden or is no longer mine
 * to edit, `changed` once it differs from what the form was opened on.
 */
type EditSituation = 'untouched' | 'restored' | 'changed' | 'gone'

export type Edit = ReturnType<typeof useEdit>

/** The state of editing one entry, which may change or leave underneath. */
export function useEdit(subject: Subject, entry: ShownEntry | undefined, onClose: () => void) {
  const journal = useJournal()
  const timeZone = useTimeZone()
  const { held } = subject
  const { draft } = held
  const photos = useEntryPhotos(subject.id)
  const saved = useMemo(() => photos.map(formPhotoOf), [photos])
  const [base, setBase] = useBase(held, timeZone)
  const [isRestored, setIsRestored] = useState(subject.isRestored)

  const state = useEntryForm({
    start: held.form,
    photos: held.photos,
    savedPhotos: saved,
    keep: (form) => held.keep(form),
    send(edit, left) {
      const isTranslation = edit.category === 'uebersetzungen'
      const changes = changesIn(held, saved)
      const rest = isTranslation ? restWithPhotos(held.form, left, changes.added) : left
      // The entry may have changed in the last moment.
      const edited = { action: 'edit-entry', entryId: subject.id, edit } as const
      const form = { draft, rest, seen: base, photos: isTranslation ? undefined : changes }
      if (journal.write(edited, form) === 'refused') return false
      // From here on the saved entry is mine, so its echo is no change by the partner.
      setBase(edit)
      toast({ title: toastTexts.updated, tone: 'success' })
      onClose()
      return true
    },
  })

  const situation = state.sent ? 'untouched' : situationOf(entry, base, isRestored, journal.me)
  const startFrom = (saved: ShownEntry) => {
    setBase(saved)
    setIsRestored(false)
  }
  return {
    state,
    situation,
    submit: () => submitIn(situation, state.submit),
    /** Goes on with the own text over what is saved now. */
    keepMine: () => {
      if (entry === undefined) return
      startFrom(entry)
      held.keep(state.form)
    },
    /** Drops the own text for what is saved now. */
    takeSaved: () => {
      if (entry === undefined) return
      startFrom(entry)
      held.photos.held.restart(noPhotos)
      state.change(formOf(entry, timeZone))
    },
  }
}

function changesIn({ photos }: OpenForm, saved: readonly FormPhoto[]): PhotoChanges {
  return changesOfPhotos(tidyPhotos(mergePhotos(photos.held.state(), saved)), saved)
}

/**
 * The values on which the form was opened; that its date follows the journal's time zone is no change by the
 * partner.
 */
function useBase(held: OpenForm, timeZone: string) {
  const [opened, setOpened] = useState({ base: held.base, timeZone })
  const base = opened.base && editInZone(opened.base, opened.timeZone, timeZone)
  useEffect(() => held.rebase(base, timeZone))
  const setBase = (saved: EntryEdit) => {
    const edit = editOf(saved)
    held.rebase(edit, timeZone)
    setOpened({ base: edit, timeZone })
  }
  return [base, setBase] as const
}

function submitIn(situation: EditSituation, submit: () => void): void {
  if (situation === 'gone') return
  if (situation !== 'changed') submit()
  // No text is overwritten unseen: the person decides first.
  else toast({ title: editTexts.chooseFirst, tone: 'error', id: 'entry-problem' })
}

function situationOf(
  entry: ShownEntry | undefined,
  base: EntryEdit | undefined,
  isRestored: boolean,
  me: PartnerId,
): EditSituation {
  if (entry === undefined || !mayEdit(entry, me)) return 'gone'
  if (base === undefined || !isSameEdit(base, entry)) return 'changed'
  return isRestored ? 'restored' : 'untouched'
}
