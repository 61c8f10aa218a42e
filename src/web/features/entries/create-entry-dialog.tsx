import { useRef, useState } from 'react'
import { categories, type Category } from '../../../domain/category.ts'
import { emptyForm, type EntryForm } from '../../../domain/entry.ts'
import type { Journal } from '../../replica/journal.ts'
import { useJournal } from '../../replica/journal-context.tsx'
import { ResponsiveDialog } from '../../ui/responsive-dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { vibrate } from '../../ui/vibrate.ts'
import { readDraft, useDraftKeeper } from './draft-keeper.ts'
import { createDraftKey, isBlank } from './entry-draft.ts'
import { EntryFormFields } from './entry-form-fields.tsx'
import { FormFooter } from './form-footer.tsx'
import { Notice } from './notice.tsx'
import { SubmitArea } from './submit-area.tsx'
import { editTexts, formTexts, toastTexts } from './texts.ts'
import { useEntryForm } from './use-entry-form.ts'
import { useOpening } from './use-opening.ts'

type StoredForms = ReadonlyMap<Category, EntryForm>

export interface CreateEntryDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  /** The tab's category, chosen at opening; null on "Alle". */
  readonly category: Category | null
  readonly timeZone: string
  /** Called once the entry is stored on this device (product-spec section 4). */
  readonly onCreated: (category: Category) => void
}

/** "Neuer Eintrag": reads what was left unsent, then opens on it. */
export function CreateEntryDialog(props: CreateEntryDialogProps) {
  const { open, category, timeZone } = props
  const journal = useJournal()
  const opening = useOpening(open ? 'new' : undefined, async () => readForms(journal, timeZone))
  if (opening === undefined) return null
  const { serial, value: stored, isOpen } = opening
  const left = category ?? categories.find((one) => stored.has(one)) ?? 'erzaehlen'
  return <OpenedDialog key={serial} {...props} open={isOpen} first={left} stored={stored} />
}

async function readForms(journal: Journal, timeZone: string): Promise<StoredForms> {
  const forms = new Map<Category, EntryForm>()
  for (const category of categories) {
    const draft = await readDraft(journal.drafts, createDraftKey(category), timeZone)
    if (draft !== undefined && !isBlank(draft.form))
      forms.set(category, { ...draft.form, category })
  }
  return forms
}

interface OpenedDialogProps extends CreateEntryDialogProps {
  readonly first: Category
  readonly stored: StoredForms
}

function OpenedDialog(props: OpenedDialogProps) {
  const { open, onOpenChange, onCreated, timeZone, first, stored } = props
  const journal = useJournal()
  const { state, isRestored, discard, choose } = useCreateForm(
    first,
    stored,
    timeZone,
    (category) => {
      vibrate(20)
      toast({ title: toastTexts.created, tone: 'success' })
      onOpenChange(false)
      onCreated(category)
    },
    journal,
  )
  return (
    <ResponsiveDialog
      open={open}
      onOpenChange={onOpenChange}
      title={formTexts.createTitle}
      description={formTexts.createDescription}
      footer={
        <FormFooter
          label={formTexts.create}
          onCancel={() => onOpenChange(false)}
          onSubmit={state.submit}
        />
      }
    >
      <SubmitArea
        onSubmit={state.submit}
        focusId={`${state.fieldPrefix}-${firstField(state.form)}`}
      >
        {isRestored && (
          <Notice
            text={editTexts.restoredDraft}
            actions={[{ label: editTexts.discard, onClick: discard }]}
          />
        )}
        <EntryFormFields
          state={state}
          timeZone={timeZone}
          mayChangeCategory
          mayChangePrivacy
          onCategory={choose}
        />
      </SubmitArea>
    </ResponsiveDialog>
  )
}

function firstField(form: EntryForm): 'content' | 'german' {
  return form.category === 'uebersetzungen' ? 'german' : 'content'
}

/** The form of a new entry with one draft for each category. */
function useCreateForm(
  first: Category,
  stored: StoredForms,
  timeZone: string,
  onStored: (category: Category) => void,
  journal: Journal,
) {
  const keeper = useDraftKeeper(journal.drafts)
  const forms = useRef(new Map(stored))
  const [isRestored, setIsRestored] = useState(stored.has(first))

  const forget = (category: Category) => {
    forms.current.delete(category)
    return keeper.clear(createDraftKey(category))
  }
  const state = useEntryForm({
    start: stored.get(first) ?? emptyForm(first),
    timeZone,
    keep(form) {
      if (isBlank(form)) {
        void forget(form.category)
        return
      }
      forms.current.set(form.category, form)
      keeper.keep(createDraftKey(form.category), { form, base: undefined })
    },
    async send(edit) {
      await journal.createEntry(edit)
      await forget(edit.category)
      onStored(edit.category)
      return true
    },
  })
  return {
    state,
    isRestored,
    discard: () => {
      setIsRestored(false)
      state.change(emptyForm(state.form.category))
    },
    /** Another category takes the text along, unless an unsent one is waiting there. */
    choose: (category: Category) => {
      const waiting = forms.current.get(category)
      setIsRestored(waiting !== undefined)
      if (waiting !== undefined) {
        state.change(waiting)
        return
      }
      void forget(state.form.category)
      state.change({ category })
    },
  }
}
