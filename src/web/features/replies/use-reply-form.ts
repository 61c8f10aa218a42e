import { useId, useRef, useState } from 'react'
import * as v from 'valibot'
import type { EntryId, ReplyId } from '../../../domain/ids.ts'
import type { Reply } from '../../../domain/table-schemas.ts'
import { checkContent, type TextProblem } from '../../../domain/text.ts'
import { useJournal } from '../../replica/journal-context.tsx'
import {
  replyDraft,
  replyForm,
  type FormDraft,
  type Journal,
  type LeftDraft,
} from '../../replica/journal.ts'
import { fieldValue } from '../../ui/field-value.ts'
import { useOthers } from '../../ui/other-text.tsx'
import { toast } from '../../ui/toast.tsx'
import { useDialogSession } from '../../ui/use-dialog-session.ts'
import { problemTexts, replyRejectionTexts } from './replies-texts.ts'
import { safeParse } from '../../../domain/parse.ts'

const draftSchema = v.object({ content: v.string() })

/** The place of the field: at an entry or, with a reply, over that one. */
export interface FieldPlace {
  readonly entryId: EntryId
  readonly replyId?: ReplyId
}

/** The state in which a field opens. */
export interface OpenedField extends FieldPlace {
  readonly draft: FormDraft
  readonly start: string
  /** The reply that is edited. */
  readonly edited: Reply | undefined
  /** The other texts that were left in this place; the field offers them. */
  readonly others: readonly LeftDraft<string>[]
}

/** The text that was left in this place (D26), the reply that is edited, or nothing. */
export async function openField(
  journal: Journal,
  { entryId, replyId }: FieldPlace,
): Promise<OpenedField> {
  const form = replyForm(entryId, replyId)
  await journal.whole()
  const edited = journal.rows.of('replies', entryId).find(({ id }) => id === replyId)
  const [left, ...others] = await journal.drafts.takeSeveral(form, (value) => {
    const draft = safeParse(draftSchema, value)
    return draft.success ? draft.output.content : undefined
  })
  const place = { entryId, ...(replyId && { replyId }), edited, others }
  if (left !== undefined) return { ...place, draft: left.draft, start: left.value }
  return { ...place, draft: journal.drafts.begin(form), start: edited?.content ?? '' }
}

/** Leaves what was typed to the next field there; where there can be none, says where the text is. */
async function leaveField(journal: Journal, field: OpenedField): Promise<void> {
  const drafts = [field.draft, ...field.others.map(({ draft }) => draft)]
  for (const draft of drafts) draft.leave()
  if (!drafts.some(({ isKept }) => isKept)) return
  const state = await journal.whole()
  const { entryId, replyId } = field
  const isSignedOut = state.journal === undefined
  if (isSignedOut || state.waitingDeletions.has(entryId)) return
  if (journal.rows.get('entries', entryId) === undefined) toast(goneToast('create-reply', entryId))
  else if (replyId !== undefined && !isThere(journal, entryId, replyId))
    toast(goneToast('edit-reply', replyId))
}

function isThere({ rows }: Journal, entryId: EntryId, replyId: ReplyId): boolean {
  return rows.of('replies', entryId).some(({ id }) => id === replyId)
}

function goneToast(action: 'create-reply' | 'edit-reply', id: string) {
  return { ...replyRejectionTexts[action].gone, id: `gone-${id}`, tone: 'error' } as const
}

/** The field's session while it is open in a place. */
export function useFieldSession(place: FieldPlace | undefined) {
  const journal = useJournal()
  return useDialogSession(
    place && replyForm(place.entryId, place.replyId),
    async () => place && openField(journal, place),
    (field) => void (field && leaveField(journal, field)),
  )
}

export type ReplyFormState = ReturnType<typeof useReplyForm>

/** The text of an open field; it sends once. */
export function useReplyForm(opened: OpenedField, onDone: () => void) {
  const journal = useJournal()
  const { edited, entryId } = opened
  const held = useRef(opened.draft)
  const { other, exchange } = useOthers(opened.others)
  const [text, setText] = useState(opened.start)
  const [problem, setProblem] = useState<TextProblem>()
  const isSent = useRef(false)
  const fieldId = useId()

  const send = (content: string) =>
    journal.write(
      edited === undefined
        ? { action: 'create-reply', entryId, content }
        : { action: 'edit-reply', replyId: edited.id, entryId, content },
      { draft: held.current },
    )
  const isUnchanged = (typed: string) => typed.trim() === '' || typed === edited?.content
  const change = (next: string) => {
    // A sent text is settled; a late key must not bring its draft back.
    if (isSent.current) return
    setText(next)
    setProblem(undefined)
    if (isUnchanged(next)) held.current.clear()
    else held.current.write(replyDraft(next))
  }
  return {
    fieldId,
    text,
    problem,
    change,
    /** Another text that was left unsent in this place. */
    other: other?.value,
    /** Shows the other text in place of this one, which is offered then. */
    showOther: () => {
      const value = fieldValue(document.getElementById(fieldId), text)
      exchange(isUnchanged(value) ? undefined : { draft: held.current, value }, (left) => {
        held.current = left.draft
        change(left.value)
      })
    },
    submit: () => {
      // A ref, because a second press can come before React has drawn the first.
      if (isSent.current) return
      const checked = checkContent(fieldValue(document.getElementById(fieldId), text))
      if (!checked.ok) {
        setProblem(checked.reason)
        toast({ title: problemTexts[checked.reason], tone: 'error', id: 'reply-problem' })
        return
      }
      isSent.current = send(checked.content) === 'stored'
      if (isSent.current) onDone()
    },
  }
}
