import { useTimeZone } from '../../replica/journal-context.tsx'
import type { ShownEntry } from '../../replica/journal.ts'
import { Notice } from '../../ui/notice.tsx'
import { copyAndSay } from './copy-text.ts'
import { savedText, textOf } from './entry-text.ts'
import { editTexts } from './entries-texts.ts'
import type { Edit } from './use-edit.ts'

interface EditSituationNoticeProps {
  readonly edit: Edit
  readonly entry: ShownEntry | undefined
}

/** Says what has happened underneath, and offers the ways on. */
export function EditSituationNotice({ edit, entry }: EditSituationNoticeProps) {
  const timeZone = useTimeZone()
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
    const copy = () => void copyAndSay(textOf(state.form))
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
