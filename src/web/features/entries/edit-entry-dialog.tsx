import { useState } from 'react'
import {
  formOf,
  isSameEdit,
  mayChangeCategory,
  mayChangePrivacy,
  mayEdit,
  type EntryEdit,
} from '../../../domain/entry.ts'
import type { EntryId } from '../../../domain/ids.ts'
import type { Journal, ShownEntry } from '../../replica/journal.ts'
import { useJournal, useLive } from '../../replica/journal-context.tsx'
import { Button } from '../../ui/button.tsx'
import { ResponsiveDialog } from '../../ui/responsive-dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { copyText } from './copy-text.ts'
import { readDraft, useDraftKeeper } from './draft-keeper.ts'
import { editDraftKey, type EntryDraft } from './entry-draft.ts'
import { EntryFormFields } from './entry-form-fields.tsx'
import { FormFooter } from './form-footer.tsx'
import { Notice } from './notice.tsx'
import { SubmitArea } from './submit-area.tsx'
import { editTexts, formTexts, toastTexts } from './texts.ts'
import { savedText, textOf } from './entry-text.ts'
import { useEntryForm, type EntryFormState } from './use-entry-form.ts'
import { useOpening } from './use-opening.ts'

export interface EditEntryDialogProps {
  /** The entry being edited; undefined when the dialog is closed. */
  readonly id: EntryId | undefined
  readonly onClose: () => void
  readonly timeZone: string
}

interface Subject {
  readonly id: EntryId
  readonly entry: ShownEntry | undefined
  readonly draft: EntryDraft
  readonly isRestored: boolean
}

/** "Eintrag bearbeiten": opens on the entry, or on the text that was left or refused (D26). */
export function EditEntryDialog({ id, timeZone, onClose }: EditEntryDialogProps) {
  const journal = useJournal()
  const opening = useOpening(id, async () => {
    const subject = id === undefined ? undefined : await readSubject(journal, id, timeZone)
    if (subject === undefined) onClose()
    return subject
  })
  if (opening?.value === undefined) return null
  const { serial, isOpen, value } = opening
  return (
    <OpenedDialog
      key={serial}
      isOpen={isOpen}
      subject={value}
      timeZone={timeZone}
      onClose={onClose}
    />
  )
}

async function readSubject(
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

interface OpenedDialogProps extends Omit<EditEntryDialogProps, 'id'> {
  readonly isOpen: boolean
  readonly subject: Subject
}

function OpenedDialog({ isOpen, subject, onClose, timeZone }: OpenedDialogProps) {
  const journal = useJournal()
  const live = useLive(
    async () => ({ entry: await journal.entry(subject.id) }),
    [journal, subject.id],
  )
  const { entry } = live ?? subject
  const edit = useEdit(subject, entry, timeZone, onClose)
  const { state, situation } = edit
  const isGone = situation === 'gone'
  return (
    <ResponsiveDialog
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={formTexts.editTitle}
      footer={
        isGone ? (
          <Button onClick={onClose}>{formTexts.close}</Button>
        ) : (
          <FormFooter label={formTexts.save} onCancel={onClose} onSubmit={edit.submit} />
        )
      }
    >
      <SubmitArea onSubmit={edit.submit} focusId={`${state.fieldPrefix}-${focusField(state)}`}>
        <Situation edit={edit} entry={entry} timeZone={timeZone} />
        <EntryFormFields
          state={state}
          timeZone={timeZone}
          mayChangeCategory={entry !== undefined && mayChangeCategory(entry, journal.me)}
          mayChangePrivacy={entry !== undefined && mayChangePrivacy(entry, journal.me)}
          onCategory={(category) => state.change({ category })}
        />
      </SubmitArea>
    </ResponsiveDialog>
  )
}

function focusField({ form }: EntryFormState): 'content' | 'german' {
  return form.category === 'uebersetzungen' ? 'german' : 'content'
}

/**
 * How the typed text stands to the entry: `gone` once it was deleted, hidden or is no longer mine
 * to edit, `changed` once it differs from what the form was opened on.
 */
type EditSituation = 'untouched' | 'restored' | 'changed' | 'gone'

interface Edit {
  readonly state: EntryFormState
  readonly situation: EditSituation
  readonly submit: () => void
  /** Goes on with the own text over what is saved now. */
  readonly keepMine: () => void
  /** Drops the own text for what is saved now. */
  readonly takeSaved: () => void
}

function useEdit(
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

interface SituationProps {
  readonly edit: Edit
  readonly entry: ShownEntry | undefined
  readonly timeZone: string
}

/** Says what has happened underneath, and offers the ways on. */
function Situation({ edit, entry, timeZone }: SituationProps) {
  const { state, situation, keepMine, takeSaved } = edit
  if (situation === 'untouched') return null
  if (situation === 'restored') {
    return (
      <Notice
        text={editTexts.restoredDraft}
        actions={[{ label: editTexts.discard, onClick: takeSaved }]}
      />
    )
  }
  if (situation === 'gone') {
    const copy = () => {
      void copyText(textOf(state.form)).then((done) => {
        if (done) toast({ title: toastTexts.copied, tone: 'success' })
      })
    }
    return (
      <Notice
        tone="warning"
        text={editTexts.gone}
        actions={[{ label: editTexts.copy, onClick: copy }]}
      />
    )
  }
  return (
    <Notice
      tone="warning"
      text={editTexts.changed}
      actions={[
        { label: editTexts.keepMine, onClick: keepMine },
        { label: editTexts.takeSaved, onClick: takeSaved },
      ]}
    >
      <p>{editTexts.changedHint}</p>
      <blockquote className="border-l-4 border-current py-1 pl-3 wrap-anywhere whitespace-pre-wrap text-ink">
        {entry === undefined ? '' : savedText(entry, timeZone)}
      </blockquote>
    </Notice>
  )
}
