import { useState } from 'react'
import { editInZone, formOf, isSameEdit, mayEdit, type EntryEdit } from '../../../domain/entry.ts'
import type { EntryId, PartnerId } from '../../../domain/ids.ts'
import { useJournal, useTimeZone } from '../../replica/journal-context.tsx'
import { editForm, type FormDraft, type Journal, type ShownEntry } from '../../replica/journal.ts'
import { toast } from '../../ui/toast.tsx'
import { isSameForm, parseDraft, type EntryDraft } from './entry-draft.ts'
import { editTexts, toastTexts } from './entries-texts.ts'
import { useEntryForm, type EntryFormState } from './use-entry-form.ts'

/** The state in which the edit dialog opens. */
export interface Subject {
  readonly id: EntryId
  readonly entry: ShownEntry | undefined
  readonly draft: FormDraft
  readonly start: EntryDraft
  readonly isRestored: boolean
}

/** The entry, or the text that was left or refused (D26); undefined where there is neither. */
export async function readSubject(
  journal: Journal,
  id: EntryId,
  timeZone: string,
): Promise<Subject | undefined> {
  const entry = await journal.entry(id)
  const form = editForm(id)
  const left = await journal.drafts.takeOldest(form, (value) => parseDraft(value, timeZone))
  if (left !== undefined)
    return { id, entry, draft: left.draft, start: left.value, isRestored: true }
  if (entry === undefined) return undefined
  const { category, content, isPrivate, scheduledDate } = entry
  const base: EntryEdit = { category, content, isPrivate, scheduledDate }
  const start = { form: formOf(base, timeZone), base, ideaId: undefined }
  return { id, entry, draft: journal.drafts.begin(form), start, isRestored: false }
}

/**
 * How the typed text relates to the entry: `gone` once it was deleted, hidden or is no longer mine
 * to edit, `changed` once it differs from what the form was opened on.
 */
type EditSituation = 'untouched' | 'restored' | 'changed' | 'gone'

export interface Edit {
  readonly state: EntryFormState
  readonly situation: EditSituation
  readonly submit: () => void
  /** Goes on with the own text over what is saved now. */
  readonly keepMine: () => void
  /** Drops the own text for what is saved now. */
  readonly takeSaved: () => void
}

/** The state of editing one entry, which may change or leave underneath. */
export function useEdit(
  subject: Subject,
  entry: ShownEntry | undefined,
  onClose: () => void,
): Edit {
  const journal = useJournal()
  const timeZone = useTimeZone()
  const { draft, start } = subject
  const [base, setBase] = useBase(start.base, timeZone)
  const [isRestored, setIsRestored] = useState(subject.isRestored)

  const state = useEntryForm({
    start: start.form,
    keep(form) {
      // Typed and taken back: nothing is unsent.
      if (base !== undefined && isSameForm(form, formOf(base, timeZone))) draft.clear()
      else draft.write({ form, base })
    },
    send(edit, rest) {
      // The entry may have changed in the last moment.
      const edited = { action: 'edit-entry', entryId: subject.id, edit } as const
      if (journal.write(edited, { draft, rest, seen: base }) === 'refused') return false
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
    keepMine() {
      if (entry === undefined) return
      startFrom(entry)
      draft.write({ form: state.form, base: entry })
    },
    takeSaved() {
      if (entry === undefined) return
      startFrom(entry)
      state.change(formOf(entry, timeZone))
      draft.clear()
    },
  }
}

/**
 * The values on which the form was opened; that its date follows the journal's time zone is no change by the
 * partner.
 */
function useBase(start: EntryEdit | undefined, timeZone: string) {
  const [opened, setOpened] = useState({ base: start, timeZone })
  const base = opened.base && editInZone(opened.base, opened.timeZone, timeZone)
  const setBase = (edit: EntryEdit | undefined) => setOpened({ base: edit, timeZone })
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
