import { undoWindow } from '../../../domain/limits.ts'
import type { Reply } from '../../../domain/table-schemas.ts'
import { useJournal } from '../../replica/journal-context.tsx'
import type { Journal } from '../../replica/journal.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { toastWithUndo } from '../../ui/undo-toast.ts'
import { vibrate } from '../../ui/vibrate.ts'
import { useSetField } from './open-field.tsx'
import { replyTexts, replyUndo } from './replies-texts.ts'

/** The actions of a reply's author. */
export function ReplyMenu({ reply }: { readonly reply: Reply }) {
  const journal = useJournal()
  const setField = useSetField()
  const { id: replyId, entryId } = reply
  const actions = [
    { label: replyTexts.edit, run: () => setField({ entryId, replyId }) },
    { label: replyTexts.remove, run: () => deleteReply(journal, reply) },
  ]
  return <ActionMenu title={replyTexts.menu} actions={actions} className="-my-2 -me-2" />
}

function deleteReply(journal: Journal, reply: Reply): void {
  vibrate(40)
  const { id, entryId } = reply
  journal.write({ action: 'delete-reply', replyId: id, entryId })
  const undo = () => journal.undoDelete(id)
  toastWithUndo({ ...replyUndo(id), duration: undoWindow, undo })
}
