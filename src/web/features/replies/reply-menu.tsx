import { useState } from 'react'
import { undoWindow } from '../../../domain/limits.ts'
import type { Reply } from '../../../domain/table-schemas.ts'
import { useJournal } from '../../replica/journal-context.tsx'
import type { Journal } from '../../replica/journal.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Popover } from '../../ui/popover.tsx'
import { toastWithUndo } from '../../ui/undo-toast.ts'
import { vibrate } from '../../ui/vibrate.ts'
import { useSetField } from './open-field.tsx'
import { replyTexts, replyUndo } from './replies-texts.ts'

/** The actions of a reply's author. */
export function ReplyMenu({ reply }: { readonly reply: Reply }) {
  const journal = useJournal()
  const setField = useSetField()
  const [isOpen, setOpen] = useState(false)
  const { id: replyId, entryId } = reply
  const actions = [
    { label: replyTexts.edit, run: () => setField({ entryId, replyId }) },
    { label: replyTexts.remove, run: () => deleteReply(journal, reply) },
  ]
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      title={replyTexts.menu}
      hideTitle
      className="p-2!"
      trigger={<IconButton icon="more" label={replyTexts.menu} className="-my-2 -me-2" />}
    >
      <div className="grid">
        {actions.map(({ label, run }) => (
          <Button
            key={label}
            variant="ghost"
            className="justify-start! rounded-md! px-3! text-start font-semibold!"
            onClick={() => {
              setOpen(false)
              run()
            }}
          >
            {label}
          </Button>
        ))}
      </div>
    </Popover>
  )
}

function deleteReply(journal: Journal, reply: Reply): void {
  vibrate(40)
  const { id, entryId } = reply
  journal.write({ action: 'delete-reply', replyId: id, entryId })
  const undo = () => journal.undoDelete(id)
  toastWithUndo({ ...replyUndo(id), duration: undoWindow, undo })
}
