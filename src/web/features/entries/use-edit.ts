import { useState } from 'react'
import { formOf, isSameEdit, mayEdit, type EntryEdit } from '../../../domain/entry.ts'
import type { EntryId } from '../../../domain/ids.ts'
import { useJournal } from '../../replica/journal-context.tsx'
import type { Journal, ShownEntry } from '../../replica/journal.ts'
import { toast } from '../../ui/toast.tsx'
import { readDraft, useDraftKeeper } from './draft-keeper.ts'
import { editDraftKey, type EntryDraft } from './entry-draft.ts'
import { editTexts, toastTexts } from './texts.ts'
import { useEntryForm, type EntryFormState } from './use-entry-form.ts'

/** What the edit dialog opens on. */
export interface Subject {
  readonly id: EntryId
  readonly entry: ShownEntry | undefined
  readonly draft: EntryDraft
  readonly isRestored: boolean
}

/** The entry, or the text that was left or refused (D26); undefined where there is neither. */
export async function readSubject(
  journal: Journal,
  id: EntryId,
  timeZone: string,
): Promise<Subject | undefined> {
  const entry = await journal.entry(id)
  const draft = await readDraft(journal.drafts, editDraftKey(id), timeZone)
  if (draft !== undefined) return { id, entry, draft, isRestored: true }
  if (entry === undefined) return undefined
  const { category, content, isPrivate, scheduledDate } = entry
  const base: EntryEdit = { category, content, isPrivate, scheduledDate }
  return { id, entry, draft: { form: formOf(base, timeZone), base }, isRestored: false }
}

/**
 * How the typed text stands to the entry: `gone` once it was deleted, hidden or is no longer mine
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
  timeZone: string,
  onClose: () => void,
): Edit {
  const journal = useJournal()
  const keeper = useDraftKeeper(journal.drafts)
  const [base, setBase] = useState(subject.draft.base)
  const [isRestored, setIsRestored] = useState(subject.isRestored)
  const key = editDraftKey(subject.id)

  const state = useEntryForm({
    start: subject.draft.form,
    timeZone,
    keep: (form) => keeper.keep(key, { form, base }),
    async send(edit) {
      // From here on the saved entry is mine, so it is no news when it comes round.
      setBase(edit)
      const isTaken = await save(journal, subject.id, edit, base).catch((error: unknown) => {
        setBase(base)
        throw error
      })
      if (!isTaken) {
        setBase(base)
        return false
      }
      await keeper.clear(key)
      toast({ title: toastTexts.updated, tone: 'success' })
      onClose()
      return true
    },
  })

  const situation = situationOf()
  return {
    state,
    situation,
    submit() {
      if (situation === 'gone') return
      if (situation !== 'changed') state.submit()
      // Nobody's text is overwritten unseen: the person decides first.
      else toast({ title: editTexts.chooseFirst, tone: 'error', id: 'entry-problem' })
    },
    keepMine() {
      if (entry === undefined) return
      setBase(entry)
      setIsRestored(false)
      keeper.keep(key, { form: state.form, base: entry })
    },
    takeSaved() {
      if (entry === undefined) return
      setBase(entry)
      setIsRestored(false)
      state.change(formOf(entry, timeZone))
      void keeper.clear(key)
    },
  }

  function situationOf(): EditSituation {
    if (state.sent) return 'untouched'
    if (entry === undefined || !mayEdit(entry, journal.me)) return 'gone'
    if (base === undefined || !isSameEdit(base, entry)) return 'changed'
    return isRestored ? 'restored' : 'untouched'
  }
}

/** Stores an edit; false when the entry changed in the last moment and the edit was refused. */
async function save(
  journal: Journal,
  id: EntryId,
  edit: EntryEdit,
  base: EntryEdit | undefined,
): Promise<boolean> {
  await journal.editEntry(id, edit, base)
  const saved = await journal.entry(id)
  return saved !== undefined && isSameEdit(saved, edit)
}
