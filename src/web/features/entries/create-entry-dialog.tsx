import type { Category } from '../../../domain/category.ts'
import { firstWords } from '../../../domain/first-words.ts'
import type { EntryId } from '../../../domain/ids.ts'
import { useJournal, useJournalState } from '../../replica/journal-context.tsx'
import { useEntry } from '../../replica/use-rows.ts'
import { Notice } from '../../ui/notice.tsx'
import { OtherText } from '../../ui/other-text.tsx'
import { toast } from '../../ui/toast.tsx'
import { useDialogSession } from '../../ui/use-dialog-session.ts'
import { vibrate } from '../../ui/vibrate.ts'
import { EntryFormDialog } from './entry-form-dialog.tsx'
import { editTexts, toastTexts } from './entries-texts.ts'
import { formTexts, storyIdeaTexts, unsentWords } from './entry-form-texts.ts'
import { textOf } from './entry-text.ts'
import {
  leaveCreateForm,
  openCreateForm,
  openSharedForm,
  openStoryForm,
  type OpenedCreateForm,
  type Shared,
} from './open-create-form.ts'
import { useFormContext, type OpenForm } from './open-form.ts'
import type { OpenPhotos } from './photos-of-form.ts'
import { useCreateForm } from './use-create-form.ts'

export interface CreateEntryDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  /** The tab's category, chosen when the dialog opens; null on "Alle". */
  readonly category: Category | null
  /** Shared with the app: it opens on this alone, and what was left unsent waits. */
  readonly shared?: Shared | undefined
  /** The idea that the form is opened for; its text stands above the field. */
  readonly ideaId?: EntryId | undefined
  /** Called once the entry is stored on this device. */
  readonly onCreated: (category: Category) => void
}

/** "Neuer Eintrag": reads what was left unsent, then opens on it. */
export function CreateEntryDialog(
  props: CreateEntryDialogProps & { readonly openPhotos: OpenPhotos },
) {
  const { open, category, shared, ideaId } = props
  const context = useFormContext(props.openPhotos)
  const session = useDialogSession(
    open ? 'new' : undefined,
    async () => {
      if (ideaId !== undefined) return openStoryForm(context, ideaId)
      return shared === undefined
        ? openCreateForm(context, category)
        : openSharedForm(context, shared)
    },
    (opened) => leaveCreateForm(context, opened),
  )
  if (session === undefined) return null
  const { serial, value, isOpen } = session
  return <OpenedDialog key={serial} {...props} open={isOpen} opened={value} />
}

interface OpenedDialogProps extends CreateEntryDialogProps {
  readonly opened: OpenedCreateForm
}

function OpenedDialog(props: OpenedDialogProps) {
  const { open, onOpenChange, onCreated, opened, shared } = props
  const journal = useJournal()
  const onStored = (category: Category) => {
    vibrate(20)
    toast({ title: toastTexts.created, tone: 'success' })
    onOpenChange(false)
    onCreated(category)
  }
  const form = useCreateForm(opened, onStored, journal, props.ideaId)
  const { state, isRestored, discard, choose, ideaId, other, showOther } = form
  return (
    <EntryFormDialog
      open={open}
      onClose={() => onOpenChange(false)}
      title={formTexts.createTitle}
      description={descriptionOf(shared !== undefined, ideaId !== undefined)}
      placeholder={ideaId === undefined ? undefined : formTexts.storyPlaceholder}
      label={formTexts.create}
      onSubmit={state.submit}
      notice={
        <>
          {isRestored && (
            <Notice
              text={restoredText(form.held)}
              actions={[{ label: editTexts.discard, onClick: discard }]}
            />
          )}
          <OtherText words={other && wordsOf(other)} onShow={showOther} />
          {ideaId !== undefined && <StoryIdea id={ideaId} />}
        </>
      }
      state={state}
      mayChangeCategory
      mayChangePrivacy
      onCategory={choose}
    />
  )
}

/** How the form says what was left, where that is photos alone. */
function restoredText({ form, photos }: OpenForm): string {
  const count = countOf(photos)
  return count > 0 && textOf(form).trim() === ''
    ? editTexts.restoredPhotos(count)
    : editTexts.restoredDraft
}

/** By which words a form that waits is known. */
function wordsOf({ form, photos }: OpenForm): string {
  const words = firstWords({ ...form, content: textOf(form) })
  return words === '' ? unsentWords.photos(countOf(photos)) : words
}

/** Those that are being prepared included. */
function countOf({ held }: OpenForm['photos']): number {
  const { mine, preparing } = held.state()
  return mine.length + preparing.length
}

function descriptionOf(isShared: boolean, isStory: boolean): string {
  if (isStory) return formTexts.storyDescription
  return isShared ? formTexts.sharedDescription : formTexts.createDescription
}

/** The idea above the field of its story; once it is gone, the story can be written without it. */
function StoryIdea({ id }: { readonly id: EntryId }) {
  const idea = useEntry(id)
  const isWhole = useJournalState((state) => state.isWhole)
  if (idea === undefined) return isWhole ? <Notice text={storyIdeaTexts.gone} /> : null
  return (
    <Notice text={storyIdeaTexts.idea}>
      <p className="written line-clamp-3 pb-1 wrap-anywhere whitespace-pre-wrap text-ink">
        {idea.content}
      </p>
    </Notice>
  )
}
