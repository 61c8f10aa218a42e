import { useJournalState, useTimeZone } from '../../replica/journal-context.tsx'
import { useEntry } from '../../replica/use-rows.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ResponsiveDialog } from '../../ui/responsive-dialog.tsx'
import { formatWritten } from '../../../domain/date-format.ts'
import { parseTranslation } from '../../../domain/translation.ts'
import type { Entry } from '../../../domain/entry.ts'
import { nameOf } from '../../replica/questions/entry-details.ts'
import { useNow } from '../../ui/use-now.ts'
import { replyTexts } from './replies-texts.ts'
import { ReplyField } from './reply-field.tsx'
import {
  useFieldSession,
  useReplyForm,
  type FieldPlace,
  type OpenedField,
} from './use-reply-form.ts'

interface ReplyDrawerProps {
  /** The place at which it is open; undefined for nowhere. */
  readonly place: FieldPlace | undefined
  readonly onClose: () => void
}

/** The phone's field: a drawer with the entry on top. */
export function ReplyDrawer({ place, onClose }: ReplyDrawerProps) {
  const session = useFieldSession(place)
  if (session?.value === undefined) return null
  const { serial, isOpen, value } = session
  return <OpenedDrawer key={serial} isOpen={isOpen} opened={value} onClose={onClose} />
}

interface OpenedDrawerProps {
  readonly isOpen: boolean
  readonly opened: OpenedField
  readonly onClose: () => void
}

function OpenedDrawer({ isOpen, opened, onClose }: OpenedDrawerProps) {
  const state = useReplyForm(opened, onClose)
  const entry = useEntry(opened.entryId)
  const isEdit = opened.replyId !== undefined
  return (
    <ResponsiveDialog
      open={isOpen}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      title={isEdit ? replyTexts.edit : replyTexts.replyTo}
      footer={
        entry === undefined ? (
          <Button onClick={onClose}>{replyTexts.close}</Button>
        ) : (
          <>
            <Button variant="outline" onClick={onClose}>
              {replyTexts.cancel}
            </Button>
            <Button onClick={state.submit}>{isEdit ? replyTexts.save : replyTexts.send}</Button>
          </>
        )
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {entry === undefined ? <Notice text={replyTexts.gone} /> : <Subject entry={entry} />}
        <ReplyField state={state} />
      </div>
    </ResponsiveDialog>
  )
}

/** The entry that is replied to, as far as three lines hold it. */
function Subject({ entry }: { readonly entry: Entry }) {
  const profiles = useJournalState((state) => state.profiles)
  const written = formatWritten(entry.createdAt, useNow(), useTimeZone())
  const sides = entry.category === 'uebersetzungen' ? parseTranslation(entry.content) : undefined
  return (
    <blockquote className="border-s-4 border-line ps-3">
      <p className="text-sm text-ink-soft">
        <span className="font-bold text-ink">
          {nameOf(profiles, entry.userId) ?? replyTexts.unknownAuthor}
        </span>
        <span aria-hidden="true"> · </span>
        {written}
      </p>
      <p className="written line-clamp-3 wrap-anywhere whitespace-pre-wrap">
        {sides === undefined ? entry.content : replyTexts.translation(sides.german, sides.croatian)}
      </p>
    </blockquote>
  )
}
